/** Decides on writes of one request before their transaction begins. */

import { seesDrafts } from '../../../access/decide-view.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, issueAt, ServiceError } from '../../../errors/service-error.js';
import { isServiceError } from '../../../errors/to-response.js';
import { createPause } from '../../../util/create-pause.js';
import type { Deadline } from '../../../util/deadline.js';
import { documentsOf } from '../addressed-document.js';
import { admitOperation } from './admit-operation.js';
import { contextFor } from './context-for.js';
import type { ManyOperation } from './many-operation.js';
import type { ManyWrites } from './many-writes.js';

/**
 * Decides on all writes of a request, in their order.
 *
 * @throws ServiceError UNAVAILABLE where the time of the request is over.
 */
export async function admitAll(
  writes: ManyWrites,
  deadline: Deadline,
): Promise<readonly AdmittedOperation[]> {
  const pause = createPause();
  const { scope } = writes.request.context;
  // Access callbacks run before the transaction that a dry run undoes, and may write too.
  if (scope !== undefined && writes.dryRun) scope.isTrial = true;
  const admitted: AdmittedOperation[] = [];
  const seen = new Set<string>();
  for (const operation of writes.operations) {
    if (deadline.isPassed) throw tookTooLong(deadline);
    const document = `${operation.target.descriptor.table} ${operation.id ?? ''}`;
    admitted.push(await admit(writes, operation, operation.id === null || !seen.has(document)));
    seen.add(document);
    await pause();
  }
  return admitted;
}

/** A write that was decided on: it has the rights of its own request. */
export interface AdmittedOperation {
  readonly operation: ManyOperation;
  readonly context: OperationContext;
  readonly access: DocumentAccess | null;
  readonly issue: ServiceError | null;
}

/**
 * Decides on one write.
 *
 * @param isFirst - whether no write before it in the request has the same document.
 */
export async function admit(
  writes: ManyWrites,
  operation: ManyOperation,
  isFirst: boolean,
): Promise<AdmittedOperation> {
  const { request, service, rights } = writes;
  const { descriptor } = operation.target;
  const access = rights.afresh();
  const context = contextFor(request.context, access);
  const admitted = { operation, context, access };
  try {
    const documents = documentsOf(service, descriptor);
    await admitOperation(operation, { documents, context, access, isFirst });
    if (!isFirst) refuseRevision(operation, { ...operation.target, access });
    return { ...admitted, issue: null };
  } catch (error) {
    return { ...admitted, issue: refusalIn(error, writes) };
  }
}

/** Whether there are drafts that the requester does not see. */
export function missesDrafts(descriptor: DocumentDescriptor, access: DocumentAccess | null): boolean {
  return descriptor.drafts && !seesDrafts(descriptor, access);
}

/**
 * An earlier operation of the request has given the document a revision, which counts drafts. Since that
 * operation may be undone, its revision must not reveal drafts, neither directly nor by comparison.
 */
function refuseRevision(
  { ifMatch, data }: ManyOperation,
  { descriptor, access }: Pick<AdmittedOperation, 'access'> & ManyOperation['target'],
): void {
  const isExpected = ifMatch !== null || (data !== null && Object.hasOwn(data, '_revision'));
  if (!isExpected || !missesDrafts(descriptor, access)) return;
  const why = reason('many.ifMatchAfterOthers');
  throw badInput(why, [issueAt('ifMatch', why)]);
}

/** The refusal of a single write. Errors of the server or the database are thrown and end all writes. */
export function refusalIn(error: unknown, { plan }: ManyWrites): ServiceError {
  if (!isServiceError(error) || error.status >= 500) throw error;
  // A document that a filter has found did exist.
  return plan !== null && error.code === 'NOT_FOUND' ? wasModified() : error;
}

/** The conflict of a document that no longer meets the filter of its request. */
export function wasModified(): ServiceError {
  return new ServiceError('CONFLICT', reason('many.noLongerMatching'));
}

/** The refusal of writes for which no time is left. */
export function tookTooLong({ allowed }: Deadline): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('many.timeout', { milliseconds: allowed }), {
    retryAfter: 1,
  });
}
