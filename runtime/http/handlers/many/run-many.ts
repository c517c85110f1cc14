import type { DocumentAccess } from '../../../access/document-access.js';
import { seesDrafts } from '../../../access/unseen-draft.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Once } from '../../../documents/idempotency/once.js';
import type { CollectionWrites, JoinedOnce } from '../../../documents/operation.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, issueAt, ServiceError } from '../../../errors/service-error.js';
import { isServiceError } from '../../../errors/to-response.js';
import { parseWhere } from '../../../query/parse/where.js';
import type { ListPlan } from '../../../query/plan.js';
import { both } from '../../../query/visible.js';
import { createPause } from '../../../util/create-pause.js';
import { type Deadline, deadlineIn } from '../../../util/deadline.js';
import { isDocumentId } from '../../../util/ids.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { collectionOf, manyOf } from '../addressed-document.js';
import type { ManyRequest } from './admit-many.js';
import { admitOperation } from './admit-operation.js';
import { contextFor } from './context-for.js';
import { countTries } from './count-tries.js';
import { hasData, type ManyOperation } from './many-operation.js';
import { manyRefusal, manyReply, type OperationOutcome } from './many-reply.js';
import { type BulkRequest, type ManyValidators, performOperation } from './perform-operation.js';

/** Writes of one request. */
export interface ManyWrites {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly descriptor: CollectionDescriptor;
  readonly validators: ManyValidators;
  readonly rights: Pick<ManyRequest, 'afresh'>;
  readonly operations: readonly ManyOperation[];
  /** Whether all are done, or none. */
  readonly atomic: boolean;
  /** Whether all are done and then undone. */
  readonly dryRun: boolean;
  /**
   * The filter that the documents meet, and must still meet when they are written; null if they were given by
   * id.
   */
  readonly plan: ListPlan | null;
  /** Of an atomic request with an `Idempotency-Key`. */
  readonly once?: Once | null;
  /** Path of an issue when all writes are refused. */
  pathOf(index: number, path: string): string;
}

/**
 * Does many writes in their order, and returns a response with the result of each.
 *
 * @throws ServiceError if all are refused.
 */
export async function runMany(writes: ManyWrites): Promise<Reply> {
  if (writes.operations.length === 0) return manyReply([], writes.dryRun);
  refuseTooMuch(writes);
  // On SQLite other writes wait for this transaction: after half of their time they can still be answered.
  const deadline = deadlineIn(writes.service.requestTimeout / 2);
  const outcomes =
    writes.atomic || writes.dryRun ? await runOrUndo(writes, deadline) : await runEach(writes, deadline);
  refuseBody(outcomes, writes);
  return manyReply(outcomes, writes.dryRun);
}

/**
 * Max bytes that one request writes; its body counts for each document. On SQLite no other request can write
 * meanwhile, not even a login, and writing so much takes about a second.
 */
const maxBytes = 32 * 1024 * 1024;

/** @throws ServiceError BAD_USER_INPUT if the body, counted for each document, is too large. */
function refuseTooMuch({ operations, plan }: ManyWrites): void {
  const [first] = operations;
  if (plan === null || first === undefined || first.data === null) return;
  const bytes = Buffer.byteLength(JSON.stringify(first.data));
  if (bytes * operations.length <= maxBytes) return;
  const max = Math.floor(maxBytes / bytes);
  throw badInput(reason('many.tooMuch', { count: operations.length, bytes, max }));
}

/**
 * A body that is invalid for all of its documents is refused like that of a single write: its issues are
 * listed once, by their paths in it.
 */
function refuseBody(outcomes: readonly OperationOutcome[], { plan }: ManyWrites): void {
  const issue = outcomes[0]?.issue ?? null;
  if (plan === null || issue === null || issue.code !== 'BAD_USER_INPUT') return;
  const told = JSON.stringify(issue.details);
  const isShared = outcomes.every(
    ({ issue: other }) => other?.code === issue.code && JSON.stringify(other.details) === told,
  );
  if (isShared) throw issue;
}

/**
 * Runs all writes in one transaction. Tries that write nothing are counted before their result is sent,
 * except with a filter, where all documents get the same values.
 */
async function runOrUndo(writes: ManyWrites, deadline: Deadline): Promise<readonly OperationOutcome[]> {
  if (writes.plan !== null) return runJoined(writes, deadline);
  if (writes.dryRun) {
    await countTries(writes);
    return runJoined(writes, deadline);
  }
  try {
    return await runJoined(writes, deadline);
  } catch (error) {
    // A failure of the server tells nothing of values.
    if (error instanceof ServiceError && error.status < 500) await countTries(writes);
    throw error;
  }
}

async function runJoined(writes: ManyWrites, deadline: Deadline): Promise<readonly OperationOutcome[]> {
  const { operations, atomic, dryRun } = writes;
  const pause = createPause();
  const admitted = await admitAll(writes, deadline);
  const once = keeping(writes);
  const joined = { ...joinedBy(operations), isTrial: dryRun, deadline, ...(once && { once }) };
  return manyOf(writes.service, writes.descriptor).together(joined, async (collection) => {
    const lost = await noLongerMatching(writes, collection, joined.ids);
    const outcomes: OperationOutcome[] = [];
    for (const one of admitted) {
      if (deadline.isPassed) throw tookTooLong(deadline);
      outcomes.push(await perform(writes, collection, one, lost));
      await pause();
    }
    if (atomic && outcomes.some(({ issue }) => issue !== null)) {
      refuseBody(outcomes, writes);
      throw manyRefusal(outcomes, writes.pathOf);
    }
    return outcomes;
  });
}

async function admitAll(writes: ManyWrites, deadline: Deadline): Promise<readonly AdmittedOperation[]> {
  const pause = createPause();
  const { scope } = writes.request.context;
  // Access callbacks run before the transaction that a dry run undoes, and may write too.
  if (scope !== undefined && writes.dryRun) scope.isTrial = true;
  const admitted: AdmittedOperation[] = [];
  const seen = new Set<string | null>();
  for (const operation of writes.operations) {
    if (deadline.isPassed) throw tookTooLong(deadline);
    admitted.push(await admit(writes, operation, !seen.has(operation.id)));
    seen.add(operation.id);
    await pause();
  }
  return admitted;
}

/** Keeps the response: what it contains belongs to no one document. */
function keeping({ once = null, dryRun }: ManyWrites): JoinedOnce<readonly OperationOutcome[]> | null {
  if (once === null) return null;
  return {
    claim: (connection) => once.claim(connection),
    async keep(connection, outcomes) {
      const json = String(manyReply(outcomes, dryRun).body);
      await once.keep(connection, { id: '', revision: 0, json });
    },
  };
}

/** Runs each write in a transaction of its own. */
async function runEach(writes: ManyWrites, deadline: Deadline): Promise<readonly OperationOutcome[]> {
  const pause = createPause();
  const outcomes: OperationOutcome[] = [];
  for (const operation of writes.operations) {
    outcomes.push(await runOne(writes, operation, deadline));
    await pause();
  }
  return outcomes;
}

async function runOne(
  writes: ManyWrites,
  operation: ManyOperation,
  deadline: Deadline,
): Promise<OperationOutcome> {
  if (deadline.isPassed) return failed(operation, tookTooLong(deadline));
  try {
    const admitted = await admit(writes, operation, true);
    if (admitted.issue !== null) return failed(operation, admitted.issue);
    const joined = { ...joinedBy([operation]), isTrial: false, deadline };
    return await manyOf(writes.service, writes.descriptor).together(joined, async (collection) => {
      const lost = await noLongerMatching(writes, collection, joined.ids);
      const outcome = await perform(writes, collection, admitted, lost);
      // Thrown, so that the transaction is rolled back instead of committed empty.
      if (outcome.issue !== null) throw outcome.issue;
      return outcome;
    });
  } catch (error) {
    return failed(operation, toIssue(writes, error));
  }
}

/** Writes that were done before stay done, so a server error in this one must not hide their results. */
function toIssue({ service, request }: ManyWrites, error: unknown): ServiceError {
  if (isServiceError(error) && error.code !== 'INTERNAL_ERROR') return error;
  const { requestId } = request.context;
  service.logError({ err: error, requestId }, 'one of many writes failed');
  return new ServiceError('INTERNAL_ERROR', reason('many.internalError', { requestId }), { cause: error });
}

interface AdmittedOperation {
  readonly operation: ManyOperation;
  readonly context: OperationContext;
  readonly access: DocumentAccess | null;
  readonly issue: ServiceError | null;
}

async function admit(
  writes: ManyWrites,
  operation: ManyOperation,
  isFirst: boolean,
): Promise<AdmittedOperation> {
  const { request, service, descriptor, rights } = writes;
  const access = rights.afresh();
  const context = contextFor(request.context, access);
  const admitted = { operation, context, access };
  try {
    const collection = collectionOf(service, descriptor);
    await admitOperation(operation, { descriptor, collection, context, access, isFirst });
    if (!isFirst) refuseRevision(operation, { descriptor, access });
    return { ...admitted, issue: null };
  } catch (error) {
    return { ...admitted, issue: refusalIn(error, writes) };
  }
}

/** Whether there are drafts that the requester does not see. */
function missesDrafts(descriptor: CollectionDescriptor, access: DocumentAccess | null): boolean {
  return descriptor.drafts && !seesDrafts(descriptor, access);
}

/**
 * An earlier operation of the request has given the document a revision, which counts drafts. Since that
 * operation may be undone, its revision must not reveal drafts, neither directly nor by comparison.
 */
function refuseRevision(
  { ifMatch, data }: ManyOperation,
  { descriptor, access }: Pick<AdmittedOperation, 'access'> & Pick<ManyWrites, 'descriptor'>,
): void {
  const isExpected = ifMatch !== null || (data !== null && Object.hasOwn(data, '_revision'));
  if (!isExpected || !missesDrafts(descriptor, access)) return;
  const why = reason('many.ifMatchAfterOthers');
  throw badInput(why, [issueAt('ifMatch', why)]);
}

async function perform(
  writes: ManyWrites,
  collection: CollectionWrites,
  { operation, context, access, issue }: AdmittedOperation,
  lost: ReadonlySet<string>,
): Promise<OperationOutcome> {
  if (issue !== null) return failed(operation, issue);
  if (operation.id !== null && lost.has(operation.id)) return failed(operation, wasModified());
  const place: BulkRequest = { ...writes, context, access };
  try {
    const done = await performOperation(collection, operation, place);
    const isUntold = writes.dryRun && operation.id !== null && missesDrafts(writes.descriptor, access);
    return { id: done.id, done: isUntold ? { ...done, revision: null } : done, issue: null };
  } catch (error) {
    return failed(operation, refusalIn(error, writes));
  }
}

function failed({ id }: ManyOperation, issue: ServiceError): OperationOutcome {
  return { id, done: null, issue };
}

/** The refusal of a single write. Errors of the server or the database are thrown and end all writes. */
function refusalIn(error: unknown, { plan }: ManyWrites): ServiceError {
  if (!isServiceError(error) || error.status >= 500) throw error;
  // A document that a filter has found did exist.
  return plan !== null && error.code === 'NOT_FOUND' ? wasModified() : error;
}

/**
 * Applies the filter again, when no other request can change the documents any more: those that no longer
 * meet it must not be written.
 */
async function noLongerMatching(
  { plan, request, service, descriptor }: ManyWrites,
  collection: CollectionWrites,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (plan === null) return new Set();
  // Max number of values of the operator `in`.
  const parts: { id: { in: readonly string[] } }[] = [];
  for (let at = 0; at < ids.length; at += 500) parts.push({ id: { in: ids.slice(at, at + 500) } });
  const among = parseWhere({ OR: parts }, { collection: descriptor, scope: service.scope, trusted: true });
  const where = both(plan.where, among);
  const found = await collection.matching({ ...plan, where, count: 'none' }, request.context);
  const matching = new Set(found.ids);
  return new Set(ids.filter((id) => !matching.has(id)));
}

function wasModified(): ServiceError {
  return new ServiceError('CONFLICT', reason('many.noLongerMatching'));
}

function joinedBy(operations: readonly ManyOperation[]): { ids: readonly string[]; deletes: boolean } {
  const ids = operations.flatMap(({ id }) => (id !== null && isDocumentId(id) ? [id] : []));
  return { ids: [...new Set(ids)], deletes: operations.some(({ op }) => op === 'delete') };
}

function tookTooLong({ allowed }: Deadline): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('many.timeout', { milliseconds: allowed }), {
    retryAfter: 1,
  });
}

/** Path of an issue in the operations that a body lists. */
export function pathOfOperation(operations: readonly ManyOperation[]): ManyWrites['pathOf'] {
  return (index, path) => {
    const operation = operations[index];
    const place = `operations[${index}]`;
    if (path === '') return place;
    return operation !== undefined && hasData(operation.op) ? `${place}.data.${path}` : `${place}.${path}`;
  };
}
