import type { Connection } from '../../storage/driver.js';
import { joinedSource } from '../../storage/joined-source.js';
import type { DocumentEnvironment, DocumentType } from '../document-type.js';
import type { JoinedWrites } from '../operation.js';
import { lockDocuments } from './lock-documents.js';

/** Rolls back a transaction that was only a trial. */
const undone = Symbol('the work was only tried');

/** Writes of documents of one collection. */
interface WritesOfType<T> extends JoinedWrites<T> {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
}

/**
 * Runs writes as steps of one transaction. Work that follows their commits runs after the one commit, in the
 * order of the writes.
 *
 * @param work Receives the environment in which the writes are steps.
 */
export async function writeTogether<T>(
  { environment, type, ids, deletes, isTrial, deadline, once }: WritesOfType<T>,
  work: (environment: DocumentEnvironment) => Promise<T>,
): Promise<T> {
  let following: (() => Promise<void>)[] = [];
  let results: readonly T[] = [];
  const transact = async (connection: Connection): Promise<void> => {
    following = [];
    // Before any lock: a request that repeats this one at the same time waits here.
    await once?.claim(connection);
    // In the order of their ids, whatever the order of the writes: two transactions that change the same
    // documents cannot deadlock.
    await lockDocuments(connection, { type, ids, lock: deletes ? 'delete' : 'change' });
    const result = await work({
      ...environment,
      driver: joinedSource(connection),
      mutex: null,
      afterCommit: async (step) => void following.push(step),
    });
    await once?.keep(connection, result);
    results = [result];
    if (isTrial) throw undone;
  };
  try {
    await withDocumentLocks({ environment, type, documents: ids.length }, () => begin(environment, transact));
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
 * Waits without holding a connection for other requests that change many documents of the same collection.
 */
function withDocumentLocks(
  {
    environment: { mutex },
    type: {
      model: { descriptor },
    },
    documents,
  }: { readonly environment: DocumentEnvironment; readonly type: DocumentType; readonly documents: number },
  work: () => Promise<void>,
): Promise<void> {
  if (mutex === null || documents < 2) return work();
  return mutex.runExclusive(`many of ${descriptor.kind} ${descriptor.slug}`, work);
}

async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
