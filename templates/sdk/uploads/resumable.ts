/** Sends a file in pieces that go on after a lost connection. Loaded by the calls that need it. */
import { jsonOf } from '../json.js';
import { segment } from '../methods.js';
import type { CallOptions, WriteOptions } from '../options.js';
import { platform } from '../platform.js';
import { plainHeaders, type Send } from '../request.js';
import type { UploadProgress } from './bytes.js';
import { openSource, type PlainFile } from './source.js';

/** Where files of a collection are sent. */
export interface Sending {
  readonly send: Send;
  /** Path of the collection. */
  readonly root: string;
}

/** What all calls that send a file may have. */
export interface SendOptions extends CallOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** What the server says of an upload. */
interface UploadState {
  readonly uploadId: string;
  readonly offset: number;
  /** Id of the document, once there is one. */
  readonly document: string | null;
  readonly draft: boolean;
}

interface Begun {
  readonly data: object;
  /** The document whose file is replaced. */
  readonly document?: string | undefined;
}

const tus = { 'tus-resumable': '1.0.0', prefer: 'return=representation' };
const offsetStream = 'application/offset+octet-stream';
/** Failures one after the other, after which the call fails: some minutes. */
const maxFailures = 12;
const maxPause = 30_000;

/** Sends a file from its beginning, and returns the document. */
export async function sendResumable(
  { send, root }: Sending,
  { data, document }: Begun,
  file: PlainFile,
  { draft, ifMatch, onProgress, ...call }: WriteOptions & SendOptions,
): Promise<unknown> {
  const { filename, type = '', size } = file;
  const metadata = { filename, filetype: type, document: document ?? '', data: jsonOf(data) };
  const pairs = Object.entries(metadata).filter(([, value]) => value !== '');
  const begin = {
    ...call,
    ifMatch,
    headers: {
      ...plainHeaders(call.headers),
      ...tus,
      ...(draft && { 'x-draft': 'true' }),
      'upload-length': `${size}`,
      'upload-metadata': pairs.map(([name, value]) => `${name} ${base64(value)}`).join(),
    },
  };
  const state = await persistently(call, () => send('POST', `${root}/uploads/tus`, begin));
  return sendFrom({ send, root }, state as UploadState, file, { ...call, onProgress });
}

/** Goes on with an upload, and returns the document. */
export async function resumeUpload(
  { send, root }: Sending,
  token: string,
  file: PlainFile,
  options: SendOptions,
): Promise<unknown> {
  const { onProgress: _, ...call } = options;
  const path = `${root}/uploads/tus/${segment(token)}`;
  const state = await persistently(call, () => send('GET', path, withHeaders(call, tus)));
  return sendFrom({ send, root }, state as UploadState, file, options);
}

async function sendFrom(
  { send, root }: Sending,
  begun: UploadState,
  file: PlainFile,
  { onProgress, ...call }: SendOptions,
): Promise<unknown> {
  const { size: total } = file;
  const { uploadId: token } = begun;
  const path = `${root}/uploads/tus/${segment(token)}`;
  const source = openSource(file, onProgress !== undefined);
  let state: UploadState | null = begun;
  for (;;) {
    const known: UploadState =
      state ?? ((await persistently(call, () => send('GET', path, withHeaders(call, tus)))) as UploadState);
    const { offset, document, draft } = known;
    onProgress?.({ sent: offset, total, token });
    if (document !== null) {
      return send('GET', `${root}/${segment(document)}${draft ? '?draft=true' : ''}`, call);
    }
    const bytes = await source.at(offset);
    const headers = { ...tus, 'content-type': offsetStream, 'upload-offset': `${offset}` };
    try {
      const answer = await send('PATCH', path, withHeaders(call, headers), bytes);
      if (offset + bytes.size === total) {
        onProgress?.({ sent: total, total, token });
        return answer;
      }
      state = answer as UploadState;
      source.failures = 0;
    } catch (error) {
      source.failures += 1;
      await pauseAfter(error, source.failures, call);
      // Whether the bytes have arrived is not known.
      state = null;
    }
  }
}

/** The options of a call with more headers. */
export function withHeaders(call: CallOptions, headers: { readonly [name: string]: string }): CallOptions {
  return { ...call, headers: { ...plainHeaders(call.headers), ...headers } };
}

/** Makes a call that has the same effect when it is sent twice, until the server responds. */
export async function persistently(call: CallOptions, work: () => Promise<unknown>): Promise<unknown> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      await pauseAfter(error, failures, call);
    }
  }
}

const passing = ['NETWORK', 'UNAVAILABLE', 'RATE_LIMITED', 'REQUEST_TIMEOUT'];

/** Waits after a failure that may pass; throws any other, and one too many. */
async function pauseAfter(error: unknown, failures: number, { signal }: CallOptions): Promise<void> {
  const {
    code,
    reason,
    retryAfter = 0,
  } = error as {
    readonly code?: string;
    readonly reason?: string;
    readonly retryAfter?: number;
  };
  const isPassing =
    (passing.includes(code ?? '') && reason !== 'upload.tooManyUnfinished') ||
    reason === 'upload.wrongOffset' ||
    reason === 'upload.takenOver';
  if (!isPassing || failures > maxFailures || signal?.aborted) throw error;
  const pause = Math.min(maxPause, (1 + Math.random()) * 125 * 2 ** failures);
  const controller = new platform.AbortController();
  await new Promise<void>((resolve) => {
    const timer = platform.setTimeout(resolve, Math.max(pause, Math.min(retryAfter, 60) * 1000));
    const end = (): void => {
      platform.clearTimeout(timer);
      resolve();
    };
    // The next call throws why it was aborted.
    signal?.addEventListener('abort', end, { signal: controller.signal });
  });
  controller.abort();
}

function base64(text: string): string {
  return platform.btoa(String.fromCharCode(...new platform.TextEncoder().encode(text)));
}
