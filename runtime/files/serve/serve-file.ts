import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { refuseDraftsIn } from '../../http/handlers/draft-readers.js';
import type { Transform } from '../images/transform.js';
import { filesOf } from '../open-files.js';
import { findLiveFile } from '../records/file-table.js';
import { addressedFile, admittedToFile, noFile, refuseTrashed } from './admitted-file.js';
import { checkSignature } from './check-signature.js';
import { isOpenToAll, mayReadForm } from './file-access.js';
import { fileParameters } from './file-parameters.js';
import { type FileDocument, type FoundFile, fileInView, type NamedFile } from './find-file.js';
import { keptFile, keptOrSent } from './kept-files.js';
import { replyWithFile, type Serving } from './reply-with-file.js';
import { hasSizes, replyWithSize } from './serve-size.js';
import { replyWithTransform } from './serve-transform.js';

/** `GET .../file/:fileId/:filename`. The name is a label: any name is served. */
export async function serveFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  if (request.search.includes('signature=') && filesOf(service).signatures !== null) {
    return serveSignedFile(request, service, descriptor);
  }
  const of = await admittedToFile(request, service, descriptor);
  const plan = { document: descriptor, scope: service.scope, known: ['download'], transforms: descriptor };
  const { isDownload, transform } = fileParameters(request, plan);
  return keptOrSent(request, service, of, async (version) => {
    const find = (): Promise<FoundFile> => addressedFile(request, service, of);
    const file = await keptFile(request, service, { ...of, version }, find);
    const form = transform === null ? 'original' : 'transform';
    const isPublic = file.isPublished && isOpenToAll(descriptor, form);
    const served = { descriptor, isPublic, isDownload, of, file, transform };
    return { reply: await replyWithOriginal(request, service, served), file };
  });
}

/**
 * `GET .../file`: the file that the document has now, so it is asked for again each time. Which file it is
 * depends on who may read drafts, so shared caches keep only what a requester without a credential gets.
 */
export async function serveCurrentFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const of = await admittedToFile(request, service, descriptor);
  refuseDraftsIn(request.search, of.access);
  const sized = hasSizes(descriptor) ? ['size'] : [];
  const known = ['download', 'draft', ...sized];
  const plan = { document: descriptor, scope: service.scope, known, transforms: descriptor };
  const { isDownload, draft, size, transform } = fileParameters(request, plan);
  const file = await fileInView(request, service, { ...of, draft });
  if (file === null) throw noFile();
  const served = { descriptor, isPublic: false, isDownload };
  const reply =
    size === null
      ? await replyWithOriginal(request, service, { ...served, of, file, transform })
      : await replyWithSize(request, service, { ...served, document: of.document, file, size });
  const isShared = of.access === null || of.access.requester.kind === 'anonymous';
  // Nothing keeps a redirect: its address expires.
  if (!isShared || reply.status === 302) return reply;
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-cache' } };
}

/** A signed address opens its file to every client, so nothing is asked about the requester. */
async function serveSignedFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  request.decided();
  const { signedSeconds, isDownload } = checkSignature(request, service, descriptor);
  const { id: document = '', fileId = '', filename = '' } = request.params;
  await refuseTrashed(service, descriptor, document);
  const { driver } = filesOf(service);
  const live = await findLiveFile(driver, { id: fileId, collection: descriptor.slug, document });
  if (live === null) throw noFile();
  const found = { ...live, filename, isPublished: false };
  return replyWithFile(request, service, { descriptor, found, isPublic: false, isDownload, signedSeconds });
}

interface ServedOriginal extends Pick<Serving, 'descriptor' | 'isPublic' | 'isDownload'> {
  readonly of: FileDocument;
  readonly file: NamedFile;
  readonly transform: Transform | null;
}

/** The file as it was sent, or what is made of it for the request. */
async function replyWithOriginal(
  request: ApiRequest,
  service: Service,
  { of: { access, document }, file, transform, ...serving }: ServedOriginal,
): Promise<Reply> {
  const form = transform === null ? 'original' : 'transform';
  if (!mayReadForm(serving.descriptor, form, access)) throw noFile();
  return transform === null
    ? replyWithFile(request, service, { ...serving, found: file })
    : replyWithTransform(request, service, { ...serving, document, file, transform });
}
