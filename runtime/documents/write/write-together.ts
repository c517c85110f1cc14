import type { Connection } from '../../storage/driver.js';
import { joinedSource } from '../../storage/joined-source.js';
import { lockName } from '../../storage/locks.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentType } from '../document-type.js';
import { claimOnce, keepOnce } from '../idempotency/once.js';
import type { JoinedDocuments, JoinedResult, JoinedWrites } from '../operation.js';
import { createBeginnings } from './beginnings.js';
import { lockDocuments } from './lock-documents.js';

/** Rolls back a transaction that was only a trial. */
const undone = Symbol('the work was only tried');

/** Documents of one collection or global that are locked before the first write. */
export interface LockedDocuments {
  readonly type: DocumentType;
  readonly ids: readonly string[];
  readonly deletes: boolean;
}

/** Writes of documents of one or more types. */
interface WritesOfTypes extends Omit<JoinedWrites, 'documents'> {
  readonly environment: DocumentEnvironment;
  readonly documents: readonly LockedDocuments[];
}

/**
 * Runs writes as steps of one transaction. Work that follows their commits runs after the one commit, in the
 * order of the writes.
 *
 * @param work Receives the environment in which the writes are steps, and what begins one of them.
 */
export async function writeTogether<T>(
  { environment, documents, names = [], isTrial, deadline, once }: WritesOfTypes,
  work: (environment: DocumentEnvironment, begin: JoinedDocuments['begin']) => Promise<JoinedResult<T>>,
): Promise<T> {
  const locked = [...documents].sort((one, other) =>
    one.type.model.table < other.type.model.table ? -1 : 1,
  );
  let following: (() => Promise<void>)[] = [];
  let results: readonly T[] = [];
  const transact = async (connection: Connection): Promise<void> => {
    following = [];
    // Before any lock: a request that repeats this one at the same time waits here.
    await claimOnce(connection, { once, clock: environment.clock });
    // In the order of tables, and in each of ids, whatever the order of the writes: two transactions that
    // change the same documents cannot deadlock.
    for (const { type, ids, deletes } of locked) {
      await lockDocuments(connection, { type, ids, lock: deletes ? 'delete' : 'change' });
    }
    for (const name of [...new Set(names)].sort()) await lockName(connection, name);
    const beginnings = createBeginnings();
    const joined: DocumentEnvironment = {
      ...environment,
      driver: joinedSource(connection, beginnings.entered),
      mutex: null,
      afterCommit: async (step) => void following.push(step),
    };
    const { result, response, effects = [] } = await work(joined, beginnings.begin);
    if (once !== undefined) {
      if (response === undefined) throw new Error('Writes with an Idempotency-Key have left no response.');
      await keepOnce(connection, { once, result: { id: '', revision: 0, json: response } });
    }
    results = [result];
    if (isTrial) throw undone;
    for (const effect of effects) await effect.run(connection, { before: null, document: null });
  };
  try {
    await withDocumentLocks(environment, locked, () => begin(environment, transact));
  } catch (error) {
    if (error !== undone) throw error;
    following = [];
  }
  // After the commit; within another transaction, after its commit.
  const steps = following.map((step) => () => environment.afterCommit(step));
  if (steps.length > 0) await deadline.wait(runAll(steps));
  // The work has succeeded: an error would have been thrown.
  return results[0] as T;
}

/**
 * Where transactions run at the same time, one of two is aborted in a deadlock, which happens where their
 * writes affect more documents than they name: that one is retried. Elsewhere a transaction that shares its
 * commit would delay the commits of the others.
 */
function begin(
  { driver }: DocumentEnvironment,
  transact: (connection: Connection) => Promise<void>,
): Promise<void> {
  return driver.dialect.hasConcurrentWriters
    ? driver.briefTransaction(transact)
    : driver.transaction(transact);
}

/**
 * Waits without holding a connection for other requests that change many documents of the same collections.
 */
function withDocumentLocks(
  { mutex }: Pick<DocumentEnvironment, 'mutex'>,
  [first, ...rest]: readonly LockedDocuments[],
  work: () => Promise<void>,
): Promise<void> {
  if (mutex === null || first === undefined) return work();
  const inner = (): Promise<void> => withDocumentLocks({ mutex }, rest, work);
  if (first.ids.length < 2) return inner();
  const { kind, slug } = first.type.model.descriptor;
  return mutex.runExclusive(`many of ${kind} ${slug}`, inner);
}

async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
