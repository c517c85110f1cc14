import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { collectionOf } from '../../http/handlers/addressed-document.js';
import { admitRead } from '../../http/handlers/document-admission.js';
import { isDocumentId } from '../../util/ids.js';
import { isFileId } from '../records/file-address.js';
import { type FileDocument, type FoundFile, findFile, saysUnreadable } from './find-file.js';

/**
 * The document of a request for a file. Every refusal is the one of a file that does not exist, so that no
 * response says whether a file exists.
 *
 * @throws ServiceError NOT_FOUND
 */
export async function admittedToFile(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<FileDocument> {
  try {
    const access = await admitRead(request, service, descriptor);
    const { id: document = '' } = request.params;
    if (!isDocumentId(document)) throw noFile();
    return { descriptor, document, access };
  } catch (error) {
    throw saysUnreadable(error) ? noFile() : error;
  }
}

/**
 * The file of the id in the address, in a view of its document that the requester may read.
 *
 * @throws ServiceError NOT_FOUND
 */
export async function addressedFile(
  request: ApiRequest,
  service: Service,
  of: FileDocument,
): Promise<FoundFile> {
  const { fileId = '' } = request.params;
  const found = isFileId(fileId) ? await findFile(request, service, { ...of, id: fileId }) : null;
  if (found === null) throw noFile();
  return found;
}

/**
 * A signed address opens a file whatever its document says, but not while the document is in the trash.
 *
 * @throws ServiceError NOT_FOUND
 */
export async function refuseTrashed(
  service: Service,
  descriptor: CollectionDescriptor,
  document: string,
): Promise<void> {
  if (descriptor.trash === undefined) return;
  if (await collectionOf(service, descriptor).trash?.has(document)) throw noFile();
}

export function noFile(): ServiceError {
  return new ServiceError('NOT_FOUND', reason('file.notFound'));
}
