import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import type { ServiceError } from '../errors/service-error.js';
import { denial } from './decide.js';
import type { DocumentAccess } from './document-access.js';
import type { DocumentOperation } from './scopes.js';

/** Rights to documents of a collection, or to a global. */
interface AskedRights {
  readonly descriptor: DocumentDescriptor;
  readonly rights: readonly DocumentOperation[];
}

/** The 403 that names the first right which the requester has for no document; null where there is none. */
export function deniedRight(
  access: DocumentAccess | null,
  { descriptor, rights }: AskedRights,
): ServiceError | null {
  if (access === null) return null;
  const denied = rights.find((right) => access.verdict(descriptor, right) === 'denied');
  return denied === undefined ? null : denial(access.requester, denied, nameOf(descriptor));
}

/**
 * Decides as far as role lists and scopes do, before any document is read.
 *
 * @throws ServiceError FORBIDDEN
 */
export function refuseDeniedRight(access: DocumentAccess | null, asked: AskedRights): void {
  const refusal = deniedRight(access, asked);
  if (refusal !== null) throw refusal;
}
