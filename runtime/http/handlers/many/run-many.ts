import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import type { JoinedDocuments, JoinedResult, JoinedWrites } from '../../../documents/operation.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../../errors/service-error.js';
import { isServiceError } from '../../../errors/to-response.js';
import { parseWhere } from '../../../query/parse/where.js';
import { both } from '../../../query/visible.js';
import { createPause } from '../../../util/create-pause.js';
import { type Deadline, deadlineIn } from '../../../util/deadline.js';
import { isDocumentId } from '../../../util/ids.js';
import type { Reply } from '../../api.js';
import {
  type AdmittedOperation,
  admit,
  admitAll,
  missesDrafts,
  refusalIn,
  tookTooLong,
  wasModified,
} from './admit-all.js';
import { countOperations, countTries } from './count-tries.js';
import { dataKeyOf, type ManyOperation } from './many-operation.js';
import { manyRefusal, manyReply, type OperationOutcome } from './many-reply.js';
import type { ManyWrites } from './many-writes.js';
import { performInOrder } from './perform-in-order.js';
import { type BulkRequest, performOperation } from './perform-operation.js';
import { bulkEntry } from './record-bulk.js';
import { resolveReferences } from './references.js';

/**
 * Does many writes in their order, and returns a response with the result of each.
 *
 * @throws ServiceError if all are refused.
 */
export async function runMany(writes: ManyWrites): Promise<Reply> {
  if (writes.operations.length === 0) return runEmpty(writes);
  refuseTooMuch(writes);
  await countOperations(writes.request, writes.service, writes.operations.length);
  // On SQLite other writes wait for this transaction: after half of their time they can still be answered.
  const deadline = deadlineIn(writes.service.requestTimeout / 2);
  const outcomes =
    writes.atomic || writes.dryRun ? await runOrUndo(writes, deadline) : await runEach(writes, deadline);
  refuseBody(outcomes, writes);
  return manyReply(outcomes, writes);
}

/** Nothing is written, but a key belongs to this response from now on. */
async function runEmpty(writes: ManyWrites): Promise<Reply> {
  const { once = null, service } = writes;
  if (once === null) return manyReply([], writes);
  const deadline = deadlineIn(service.requestTimeout / 2);
  const nothing = { documents: [], isTrial: false, deadline, once };
  return manyReply(await service.operations.together(nothing, async () => resultOf(writes, [])), writes);
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
function refuseBody(outcomes: readonly OperationOutcome[], { plan, atomic }: ManyWrites): void {
  const issue = outcomes[0]?.issue ?? null;
  // Without `atomic` each document has a result of its own, also where all of them fail.
  if (plan === null || !atomic || issue === null || issue.code !== 'BAD_USER_INPUT') return;
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
  const { operations, atomic, dryRun, once } = writes;
  const admitted = await admitAll(writes, deadline);
  const parts = { isTrial: dryRun, deadline, returns: writes.returns ?? 'head' } as const;
  const joined = { ...joinedBy(operations), ...parts, ...(once && { once }) };
  return writes.service.operations.together(joined, async (documents) => {
    const lost = await noLongerMatching(writes, documents);
    const outcomes = await performInOrder(admitted, documents, {
      deadline,
      perform: (one, outcomes) => perform(writes, documents, one, { lost, outcomes }),
    });
    if (atomic && outcomes.some(({ issue }) => issue !== null)) {
      refuseBody(outcomes, writes);
      throw manyRefusal(outcomes, writes.pathOf);
    }
    return { ...resultOf(writes, outcomes), effects: bulkEntry(writes, outcomes) };
  });
}

function resultOf(
  { once = null, dryRun }: ManyWrites,
  outcomes: readonly OperationOutcome[],
): JoinedResult<readonly OperationOutcome[]> {
  if (once === null) return { result: outcomes };
  return { result: outcomes, response: String(manyReply(outcomes.map(kept), { dryRun }).body) };
}

/** Without what only the first response tells, as a single restore has it in headers. */
function kept({ done, ...outcome }: OperationOutcome): OperationOutcome {
  if (done === null) return { ...outcome, done };
  const { dropped: _dropped, left: _left, ...rest } = done;
  return { ...outcome, done: rest };
}

/** Runs each write in a transaction of its own. */
async function runEach(writes: ManyWrites, deadline: Deadline): Promise<readonly OperationOutcome[]> {
  const pause = createPause();
  const outcomes: OperationOutcome[] = [];
  for (const operation of writes.operations) {
    outcomes.push(await runOne(writes, operation, { deadline, outcomes }));
    await pause();
  }
  const effects = bulkEntry(writes, outcomes);
  if (effects.length > 0) {
    const nothing = { documents: [], isTrial: false, deadline };
    await writes.service.operations.together(nothing, async () => ({ result: null, effects }));
  }
  return outcomes;
}

async function runOne(
  writes: ManyWrites,
  operation: ManyOperation,
  { deadline, outcomes }: { readonly deadline: Deadline; readonly outcomes: readonly OperationOutcome[] },
): Promise<OperationOutcome> {
  if (deadline.isPassed) return failed(operation, tookTooLong(deadline));
  try {
    const admitted = await admit(writes, operation, true);
    if (admitted.issue !== null) return failed(operation, admitted.issue);
    const parts = { isTrial: false, deadline, returns: writes.returns ?? 'head' } as const;
    return await writes.service.operations.together(
      { ...joinedBy([operation]), ...parts },
      async (documents) => {
        const one = { ...writes, operations: [operation] };
        const lost = await noLongerMatching(one, documents);
        const outcome = await perform(writes, documents, admitted, { lost, outcomes });
        // Thrown, so that the transaction is rolled back instead of committed empty.
        if (outcome.issue !== null) throw outcome.issue;
        return { result: outcome };
      },
    );
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

async function perform(
  writes: ManyWrites,
  documents: JoinedDocuments,
  { operation, context, access, issue }: AdmittedOperation,
  { lost, outcomes }: { readonly lost: ReadonlySet<string>; readonly outcomes: readonly OperationOutcome[] },
): Promise<OperationOutcome> {
  if (issue !== null) return failed(operation, issue);
  if (operation.id !== null && lost.has(operation.id)) return failed(operation, wasModified());
  const { request, service } = writes;
  const place: BulkRequest = { request, service, context, access };
  try {
    const idOf = (index: number): string | null => outcomes[index]?.done?.id ?? null;
    const data = resolveReferences(operation, { operations: writes.operations, idOf });
    const done = await performOperation(documents, { ...operation, data }, place);
    const isChange = operation.op !== 'create';
    const isUntold = writes.dryRun && isChange && missesDrafts(operation.target.descriptor, access);
    return { id: done.id, done: isUntold ? { ...done, revision: null } : done, issue: null };
  } catch (error) {
    return failed(operation, refusalIn(error, writes));
  }
}

function failed({ id }: ManyOperation, issue: ServiceError): OperationOutcome {
  return { id, done: null, issue };
}

/**
 * Applies the filter again, when no other request can change the documents any more: those that no longer
 * meet it must not be written.
 */
async function noLongerMatching(
  { plan, request, service, operations }: ManyWrites,
  documents: JoinedDocuments,
): Promise<ReadonlySet<string>> {
  if (plan === null) return new Set();
  const { collection: descriptor } = plan;
  const ids = operations.flatMap(({ id }) => id ?? []);
  // Max number of values of the operator `in`.
  const parts: { id: { in: readonly string[] } }[] = [];
  for (let at = 0; at < ids.length; at += 500) parts.push({ id: { in: ids.slice(at, at + 500) } });
  const among = parseWhere({ OR: parts }, { collection: descriptor, scope: service.scope, trusted: true });
  const where = both(plan.where, among);
  const found = await documents
    .collection(descriptor)
    .matching({ ...plan, where, count: 'none' }, request.context);
  const matching = new Set(found.ids);
  return new Set(ids.filter((id) => !matching.has(id)));
}

/** What is locked before the first write: documents by their ids, and keys of upserts. */
function joinedBy(operations: readonly ManyOperation[]): Pick<JoinedWrites, 'documents' | 'names'> {
  const byDocument = new Map<DocumentDescriptor, { ids: Set<string>; deletes: boolean }>();
  for (const { op, id, target } of operations) {
    if (target.descriptor.kind === 'global' || id === null || !isDocumentId(id)) continue;
    const known = byDocument.get(target.descriptor) ?? { ids: new Set(), deletes: false };
    known.ids.add(id);
    byDocument.set(target.descriptor, { ids: known.ids, deletes: known.deletes || op === 'delete' });
  }
  return {
    documents: [...byDocument].map(([descriptor, { ids, deletes }]) => ({
      descriptor,
      ids: [...ids],
      deletes,
    })),
    names: operations.flatMap(({ upsert }) => upsert?.key.lock ?? []),
  };
}

/** Path of an issue in the operations that a body lists. */
export function pathOfOperation(operations: readonly ManyOperation[]): ManyWrites['pathOf'] {
  return (index, path) => {
    const operation = operations[index];
    const place = `operations[${index}]`;
    if (path === '') return place;
    const key = operation === undefined ? null : dataKeyOf(operation.op);
    return key === null ? `${place}.${path}` : `${place}.${key}.${path}`;
  };
}
