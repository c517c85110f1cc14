/** Small files are kept like other reads of documents: docs/spec/contract.md#kept-responses. */
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { type FreshRead, keptOrRead } from '../../http/handlers/kept-reads.js';
import { matchesTag } from '../../http/transport/entity-tags.js';
import type { FileDocument, FoundFile } from './find-file.js';
import { unchanged } from './reply-with-file.js';

/** The response with a file, or with a size of it. */
export interface SentFile {
  readonly reply: Reply;
  readonly file: FoundFile;
}

/** The kept response if nothing was written since, otherwise that of `send`, which is kept if it is small. */
export async function keptOrSent(
  request: ApiRequest,
  service: Service,
  of: FileDocument,
  send: () => Promise<SentFile>,
): Promise<Reply> {
  if (request.isHead || request.header('range') !== undefined) return (await send()).reply;
  return keptOrRead(request, service, of, async () => freshRead(await send()));
}

/**
 * The file that `find` finds. Large files, and parts of files, are not kept: that the requester may read them
 * is, until the next write.
 */
export async function keptFile(
  request: ApiRequest,
  service: Service,
  of: FileDocument,
  find: () => Promise<FoundFile>,
): Promise<FoundFile> {
  const found: FoundFile[] = [];
  const { body } = await keptOrRead(request, service, { ...of, part: 'file' }, async () => {
    const file = await find();
    found.push(file);
    const respond = (json: Uint8Array | string): Reply => ({ status: 200, body: json });
    return { json: JSON.stringify(file), isRelated: false, isStored: file.isPublished, respond };
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
