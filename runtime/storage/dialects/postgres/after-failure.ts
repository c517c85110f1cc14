import type { BatchFailure } from './lease.js';
import type { Waiting } from './transaction-step.js';

/** What is sent after a failure. */
interface Sequel {
  /** Alone: until these have run, the server refuses all others. */
  readonly undo: readonly Waiting[];
  readonly rest: readonly Waiting[];
}

/**
 * What is sent next where the server has refused the first of these statements, after which it has run none
 * of them. A step whose work is done is undone alone, and what follows it is sent again. Otherwise the work
 * of all of them gets the error: it still runs, and undoes what it must.
 */
export function afterFailure(unsent: readonly Waiting[], { error, isRefusal }: BatchFailure): Sequel {
  const step = unsent[0]?.step ?? null;
  if (!isRefusal || step === null || !step.isDone || !step.hasSavepoint) {
    for (const { fail } of unsent) fail(error);
    return { undo: [], rest: [] };
  }
  step.refuse(error);
  return { undo: step.undo(), rest: unsent.filter((statement) => statement.step !== step) };
}
