import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { flag, integer, oneOf, optional, readOptionalBody } from '../../http/auth-routes/body.js';
import { documentIdOf } from '../../http/handlers/addressed-document.js';
import { admitRead } from '../../http/handlers/document-admission.js';
import { refuseDraftsIn } from '../../http/handlers/draft-readers.js';
import { cleanFilename } from '../content/clean-filename.js';
import type { FileService } from '../file-service.js';
import { sizesOf } from '../images/image-sizes.js';
import { filesOf } from '../open-files.js';
import { fileAddress, sizeAddress } from '../records/file-address.js';
import { type WantedSize, wantSize } from '../records/size-table.js';
import { noFile } from './admitted-file.js';
import { mayReadForm } from './file-access.js';
import { fileParameters } from './file-parameters.js';
import { fileInView } from './find-file.js';
import { hasSizes } from './serve-size.js';
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
  const {
    expiresIn = 15 * minute,
    download = false,
    size: sizeName,
  } = await readOptionalBody(request, {
    ...(hasSizes(descriptor) && { size: optional(oneOf(sizeNames(descriptor))) }),
    expiresIn: optional(integer(minute, week)),
    download: optional(flag),
  });
  const id = documentIdOf(request, descriptor);
  const view = { descriptor, document: id, access, draft: draft ?? false };
  const file = await fileInView(request, service, view);
  if (file === null) throw noFile();
  const size = sizesOf(descriptor, file.image).find(({ spec }) => spec.name === sizeName);
  if (sizeName !== undefined && size === undefined) throw noFile();
  if (!mayReadForm(descriptor, size === undefined ? 'original' : 'size', access)) throw noFile();
  const files = filesOf(service);
  // The signed address is opened by this row, whatever the document names then.
  if (size !== undefined) await keepRow(files, { ...size, file: file.id });
  const signed: SignedFile = {
    collection: descriptor.slug,
    document: id,
    fileId: file.id,
    size: size?.name,
    filename: size === undefined ? file.filename : cleanFilename(file.filename, size.mimeType),
    expires: Math.floor(files.clock() / 1000) + expiresIn,
    isDownload: download,
  };
  const body = { url: addressOf(signed, files), expiresAt: new Date(signed.expires * 1000).toISOString() };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(body) };
}

function sizeNames({ upload }: CollectionDescriptor): readonly string[] {
  return upload?.images?.sizes.map(({ name }) => name) ?? [];
}

async function keepRow({ driver, clock }: FileService, size: WantedSize): Promise<void> {
  await driver.briefTransaction((connection) => wantSize(connection, size, clock()));
}

function addressOf(file: SignedFile, { signatures, baseUrl }: FileService): string {
  const { collection, document, fileId, size, filename, expires, isDownload } = file;
  const address = { collection, document, id: fileId, filename };
  const path = size === undefined ? fileAddress(address) : sizeAddress(size, address);
  const query = `expires=${expires}&signature=${signing(signatures).sign(file)}`;
  return `${baseUrl ?? ''}${path}?${query}${isDownload ? '&download' : ''}`;
}

/** The route exists only where there is a secret to sign with. */
function signing(signatures: FileSignatures | null): FileSignatures {
  if (signatures !== null) return signatures;
  throw new Error('There is no secret to sign addresses of files with.');
}
