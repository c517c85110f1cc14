/** Stores a file in parts, in the bucket of the service if it has one. Loaded by the calls that need it. */
import { SvcError, toSvcError } from '../errors.js';
import { jsonOf } from '../json.js';
import { segment } from '../methods.js';
import type { CallOptions, WriteOptions } from '../options.js';
import { type PlainResponse, platform } from '../platform.js';
import type { PlainBlob } from './bytes.js';
import { persistently, type Sending, type SendOptions, withHeaders } from './resumable.js';
import type { PlainFile } from './source.js';

interface Part {
  /** A path of the service, or an address of its bucket. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Position of the first byte. */
  readonly from: number;
  /** Position after the last byte. */
  readonly to: number;
}

/** What the server says at the beginning. */
interface Begun {
  readonly uploadId: string;
  readonly parts: readonly Part[];
}

interface Announced {
  readonly data: object;
  /** The document whose file is replaced. */
  readonly document?: string | undefined;
}

/** Parts that are sent at once. */
const atOnce = 3;
const octets = { 'content-type': 'application/octet-stream' };

/** Sends a file, and returns the document. Where that fails, nothing of the file stays. */
export async function sendDirect(
  { send, root }: Sending,
  { data, document }: Announced,
  { content, filename, type = '', size: total }: PlainFile,
  { draft, ifMatch, onProgress, ...call }: WriteOptions & SendOptions,
): Promise<unknown> {
  const blob = content as PlainBlob;
  const announced = jsonOf({ filename, mimeType: type, filesize: total, data, document });
  const begin = { ...call, draft, ifMatch };
  const { uploadId, parts } = (await persistently(call, () =>
    send('POST', `${root}/uploads`, begin, announced),
  )) as Begun;
  const path = `${root}/uploads/${segment(uploadId)}`;
  const waiting = parts.entries();
  let sent = 0;
  let isOver = false;

  const work = async (): Promise<void> => {
    for (const [index, part] of waiting) {
      if (isOver) return;
      const bytes = blob.slice(part.from, part.to);
      await persistently(call, () =>
        part.url.startsWith('/')
          ? send('PUT', `${path}/parts/${index + 1}`, withHeaders(call, octets), bytes)
          : store(part, bytes, call),
      );
      sent += bytes.size;
      onProgress?.({ sent, total, token: undefined });
    }
  };

  try {
    onProgress?.({ sent, total, token: undefined });
    await Promise.all(Array.from({ length: atOnce }, work));
    const answer = await persistently(call, () => send('POST', `${path}/complete`, call));
    const { uploadId: isState, document: id } = answer as { uploadId?: string; document?: string };
    // It was complete before, and the document is not shown.
    if (isState && id) return await send('GET', `${root}/${segment(id)}${draft ? '?draft=true' : ''}`, call);
    return answer;
  } catch (error) {
    isOver = true;
    const { signal: _, ...others } = call;
    send('DELETE', path, others).catch(() => undefined);
    throw error;
  }
}

/** Stores a part in the bucket, which gets no credential of the service. */
async function store({ url, headers }: Part, bytes: PlainBlob, { signal }: CallOptions): Promise<void> {
  const [address = ''] = url.split('?');
  const call = `PUT ${address}: `;
  let response: PlainResponse;
  try {
    const credentials = 'omit';
    const options = { method: 'PUT', headers, body: bytes, credentials, ...(signal && { signal }) };
    response = await platform.fetch(new platform.Request(url, options));
  } catch (cause) {
    throw signal?.aborted ? toSvcError(signal.reason, 'ABORTED', call) : toSvcError(cause, 'NETWORK', call);
  }
  const { ok, status } = response;
  if (!ok) throw new SvcError(status < 500 ? 'BAD_ANSWER' : 'UNAVAILABLE', `${call}${status}`, { status });
}
