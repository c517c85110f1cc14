import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { filesOf } from '../open-files.js';
import { fileParameters } from './file-parameters.js';

/** What a signed address allows. */
export interface SignedAccess {
  /** Seconds until it expires. */
  readonly signedSeconds: number;
  readonly isDownload: boolean;
}

/**
 * Checks the signature in the address of a file.
 *
 * @throws ServiceError INVALID_SIGNATURE if it is altered or expired.
 */
export function checkSignature(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): SignedAccess {
  const known = ['download', 'expires', 'signature'];
  const plan = { document: descriptor, scope: service.scope, known };
  const { isDownload, expires: end, signature } = fileParameters(request, plan);
  const { id: document = '', fileId = '', size, filename = '' } = request.params;
  const { signatures, clock } = filesOf(service);
  const expires = /^\d{1,12}$/.test(end) ? Number(end) : 0;
  const file = { collection: descriptor.slug, document, fileId, size, filename, expires, isDownload };
  const signedSeconds = expires - Math.floor(clock() / 1000);
  if (signedSeconds <= 0 || signatures?.isGenuine(file, signature) !== true) {
    throw new ServiceError('INVALID_SIGNATURE', reason('file.invalidSignature'));
  }
  return { signedSeconds, isDownload };
}
