import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { admitRead } from '../../http/handlers/document-admission.js';
import { isDocumentId } from '../../util/ids.js';
import { type FileDocument, isRefusal } from './find-file.js';

/**
 * The document of a request for a file. Every refusal is that of a file which never was.
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
    throw isRefusal(error) ? noFile() : error;
  }
}

export function noFile(): ServiceError {
  return new ServiceError('NOT_FOUND', reason('file.notFound'));
}
