import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { flag, integer, optional, readOptionalBody } from '../../http/auth-routes/body.js';
import { documentIdOf } from '../../http/handlers/addressed-document.js';
import { admitRead } from '../../http/handlers/document-admission.js';
import { refuseDraftsIn } from '../../http/handlers/draft-readers.js';
import { type FileService, filesOf } from '../open-files.js';
import { fileAddress } from '../records/file-address.js';
import { fileParameters } from './file-parameters.js';
import { fileInView } from './find-file.js';
import { mayReadOriginal } from './original-access.js';
import type { FileSignatures, SignedFile } from './signatures.js';

const minute = 60;
const week = 7 * 24 * 3600;

/** `POST /api/{slug}/:id/sign`: an address that opens the file to every client until it expires. */
export async function signFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const access = await admitRead(request, service, descriptor);
  refuseDraftsIn(request.search, access);
  const plan = { document: descriptor, scope: service.scope, known: ['draft'] };
  const { draft } = fileParameters(request, plan);
  const { expiresIn = 15 * minute, download = false } = await readOptionalBody(request, {
    expiresIn: optional(integer(minute, week)),
    download: optional(flag),
  });
  const id = documentIdOf(request, descriptor);
  const view = { descriptor, document: id, access, draft: draft ?? false };
  const file = await fileInView(request, service, view);
  if (file === null || !mayReadOriginal(descriptor, access)) throw noSuchFile();
  const files = filesOf(service);
  const signed: SignedFile = {
    collection: descriptor.slug,
    document: id,
    fileId: file.id,
    filename: file.filename,
    expires: Math.floor(files.clock() / 1000) + expiresIn,
    isDownload: download,
  };
  const body = { url: addressOf(signed, files), expiresAt: new Date(signed.expires * 1000).toISOString() };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(body) };
}

function addressOf(file: SignedFile, { signatures, baseUrl }: FileService): string {
  const { collection, document, fileId, filename, expires, isDownload } = file;
  const path = fileAddress({ collection, document, id: fileId, filename });
  const query = `expires=${expires}&signature=${signing(signatures).sign(file)}`;
  return `${baseUrl ?? ''}${path}?${query}${isDownload ? '&download' : ''}`;
}

/** The route exists only where there is a secret to sign with. */
function signing(signatures: FileSignatures | null): FileSignatures {
  if (signatures !== null) return signatures;
  throw new Error('There is no secret to sign addresses of files with.');
}

function noSuchFile(): ServiceError {
  return new ServiceError('NOT_FOUND', reason('file.notFound'));
}
