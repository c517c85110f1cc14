/** What of the documents whoever asks may see. */

import { denial } from '../access/decide.js';
import type { DocumentAccess } from '../access/document-access.js';
import { nameOf } from '../access/scopes.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { ServiceError } from '../errors/service-error.js';
import type { WhereNode } from '../query/plan.js';
import type { DocumentEnvironment } from './document-type.js';
import type { OperationContext } from './operation.js';

/**
 * The rights that an operation is bound by; null where the service has no authentication.
 *
 * @throws Error for a call without rights where there is authentication: nothing is open by mistake.
 */
export function accessOf(
  { secured }: Pick<DocumentEnvironment, 'secured'>,
  { access }: OperationContext,
): DocumentAccess | null {
  if (!secured || access !== null) return access;
  throw new Error('Documents were asked for before access was decided.');
}

/**
 * The filter that documents must meet to be seen; null: none.
 *
 * @throws ServiceError FORBIDDEN when nothing may be read.
 */
export async function readableWhere(
  access: DocumentAccess | null,
  descriptor: DocumentDescriptor,
  id?: string,
): Promise<WhereNode | null> {
  if (access === null) return null;
  const { allowed, where } = await access.read(descriptor, id);
  if (!allowed) throw denial(access.requester, 'read', nameOf(descriptor));
  return where;
}

/**
 * The filter that a document must meet to be changed or deleted: the one for reading. Whoever may not read at all is bound by the
 * rules for writing alone.
 */
export async function writableWhere(
  access: DocumentAccess | null,
  descriptor: DocumentDescriptor,
  id: string,
): Promise<WhereNode | null> {
  if (access === null) return null;
  const { allowed, where } = await access.read(descriptor, id);
  return allowed ? where : null;
}

/** The 403 that names the fields which a write must not name. */
export function fixedFieldsError(paths: readonly string[]): ServiceError {
  const message = `You may not change ${paths.join(', ')}.`;
  return new ServiceError('FORBIDDEN', message, {
    details: paths.map((path) => ({ path, message: 'You may not change this field.' })),
  });
}
