/** Which documents the requester may see. */

import { denial, documentDenial } from '../../access/decide.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentOperation } from '../../access/scopes.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import type { WhereNode } from '../../query/plan.js';
import { whenKnown } from '../../util/when-known.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { OperationContext } from '../operation-context.js';

/**
 * The rights for an operation; null where the service has no authentication.
 *
 * @throws Error for a call without rights where authentication is enabled, so that nothing is open by
 * mistake.
 */
export function accessOf(
  { secured }: Pick<DocumentEnvironment, 'secured'>,
  { access }: OperationContext,
): DocumentAccess | null {
  if (!secured || access !== null) return access;
  throw new Error('Documents were asked for before access was decided.');
}

/**
 * The filter that visible documents meet; null: none.
 *
 * @throws ServiceError FORBIDDEN when nothing may be read.
 */
export function readableWhere(
  access: DocumentAccess | null,
  descriptor: DocumentDescriptor,
  id?: string,
): WhereNode | null | Promise<WhereNode | null> {
  if (access === null) return null;
  return whenKnown(access.read(descriptor, id), ({ allowed, where }) => {
    if (!allowed) throw denial(access.requester, 'read', nameOf(descriptor));
    return where;
  });
}

/**
 * The filter that a document must meet to be changed or deleted: the one for reading. For a requester who may
 * not read at all, only the rules for writing apply.
 */
export async function writableWhere(
  access: DocumentAccess | null,
  descriptor: DocumentDescriptor,
  id?: string,
): Promise<WhereNode | null> {
  if (access === null) return null;
  const { allowed, where } = await access.read(descriptor, id);
  return allowed ? where : null;
}

/**
 * Restricts writes to documents that a `read` callback shows. (A list of roles that may write without reading
 * is not restricted.) The decision is cached, so that the transaction does not wait for a callback.
 *
 * @throws ServiceError FORBIDDEN
 */
export async function refuseUnread(
  access: DocumentAccess,
  descriptor: DocumentDescriptor,
  { operation, id }: { readonly operation: DocumentOperation; readonly id: string | undefined },
): Promise<void> {
  const { allowed } = await access.read(descriptor, id);
  if (allowed || access.verdict(descriptor, 'read') !== 'ask') return;
  throw documentDenial(access.requester, operation, nameOf(descriptor));
}

/**
 * Both for documents that are not looked up like others: the filter that one must meet, after a callback for
 * reading has let the requester in.
 *
 * @throws ServiceError FORBIDDEN
 */
export async function admittedWhere(
  access: DocumentAccess | null,
  descriptor: DocumentDescriptor,
  asked: { readonly operation: DocumentOperation; readonly id: string | undefined },
): Promise<WhereNode | null> {
  if (access === null) return null;
  await refuseUnread(access, descriptor, asked);
  return writableWhere(access, descriptor, asked.id);
}

/**
 * Whether the requester may read a document, since writing it needs no right to read it. Without an id:
 * whether a list would be allowed, also if a constraint leaves it empty.
 */
export async function mayRead(
  access: DocumentAccess | null,
  descriptor: DocumentDescriptor,
  id?: string,
): Promise<boolean> {
  return access === null || (await access.read(descriptor, id)).allowed;
}
