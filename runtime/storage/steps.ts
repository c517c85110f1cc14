import type { Connection } from './driver.js';
import type { DoneStep } from './statements.js';
import { undoable } from './undoable.js';

/** Runs work as a step, after those that were requested before. Resolves when nothing can refuse it. */
type RunStep = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * Runs steps of a transaction that may be requested at the same time. On a server a step begins when the work
 * of the one before is done, and many are confirmed together.
 */
export function createSteps(connection: Connection): RunStep {
  const { dialect } = connection;
  let last: Promise<unknown> = Promise.resolve();
  const begin = async <T>(work: (connection: Connection) => Promise<T>): Promise<DoneStep<T>> => {
    if (connection.step !== undefined) return connection.step((own) => work({ dialect, ...own }));
    const result = await undoable(connection, () => work(connection));
    return { confirmed: Promise.resolve(result) };
  };
  return async (work) => {
    const step = last.then(() => begin(work));
    last = step.catch(() => undefined);
    return (await step).confirmed;
  };
}
