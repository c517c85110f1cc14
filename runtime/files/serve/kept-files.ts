/**
 * Files of at most 64 KiB are kept like other reads of documents; of larger ones and of parts it is kept that
 * the requester may read them: docs/spec/contract.md#kept-responses.
 */
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { type FreshRead, keptOrRead } from '../../http/handlers/kept-reads.js';
import { matchesTag } from '../../http/transport/entity-tags.js';
import type { DataVersion } from '../../storage/driver.js';
import type { FileDocument, FoundFile } from './find-file.js';
import { unchanged } from './reply-with-file.js';
import { maxSmallFile } from './small-files.js';

/** The response with a file, or with a size of it. */
export interface SentFile {
  readonly reply: Reply;
  readonly file: FoundFile;
}

/**
 * The kept response if nothing was written since, otherwise that of `send`, which is kept if it is small.
 *
 * @param send Gets what the database contained before it, where that is known.
 */
export async function keptOrSent(
  request: ApiRequest,
  service: Service,
  of: FileDocument,
  send: (version?: DataVersion) => Promise<SentFile>,
): Promise<Reply> {
  if (isWithoutWhole(request)) return (await send()).reply;
  // No statement that finds a file returns the version.
  const asked = { ...of, isAsked: true };
  return keptOrRead(request, service, asked, async (version) => freshRead(await send(version)));
}

/** Whether the response has no file as a whole, so that it is not kept. */
function isWithoutWhole(request: ApiRequest): boolean {
  return request.isHead || request.header('range') !== undefined;
}

/**
 * The file that `find` finds. Where the response is not kept, because the file is large or a part is
 * requested, it is kept until the next write that the requester may read the file.
 */
export async function keptFile(
  request: ApiRequest,
  service: Service,
  { version, ...of }: FileDocument & { readonly version: DataVersion | undefined },
  find: () => Promise<FoundFile>,
): Promise<FoundFile> {
  const found: FoundFile[] = [];
  const asked = { ...of, part: 'file', isAsked: true, version };
  const { body } = await keptOrRead(request, service, asked, async () => {
    const file = await find();
    found.push(file);
    const isStored = file.isPublished && (isWithoutWhole(request) || file.bytes > maxSmallFile);
    const respond = (json: Uint8Array | string): Reply => ({ status: 200, body: json });
    return { json: JSON.stringify(file), isRelated: false, isStored, respond };
  });
  return (
    found[0] ??
    (JSON.parse(typeof body === 'string' ? body : Buffer.from(body ?? []).toString()) as FoundFile)
  );
}

function freshRead({ reply, file }: SentFile): FreshRead {
  const { status, headers = {}, body } = reply;
  // Who reads drafts and versions is decided by more than the rights under which responses are kept.
  const isSame = file.isPublished && status === 200 && headers['Vary'] === undefined;
  if (!isSame || body === null || typeof body === 'string')
    return { json: '', isRelated: false, isStored: false, respond: () => reply };
  const { ETag: tag = '', 'Content-Type': type = '' } = headers;
  const logged = { fileId: file.id, fileBytes: body.byteLength, fileType: type.replace(/;.*/, '') };
  return {
    json: body,
    isRelated: false,
    isStored: true,
    used: (later) => later.logFile(logged),
    respond: (bytes, later) =>
      typeof bytes !== 'string' && matchesTag(later.header('if-none-match'), tag)
        ? unchanged(headers)
        : { ...reply, body: bytes },
  };
}
