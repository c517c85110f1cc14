import type { BatchFailure } from './lease.js';
import type { Waiting } from './transaction-step.js';

/**
 * What is sent next where the server has refused the first of these statements, after which it has run none
 * of them. A step whose work is done is undone alone, and what follows it is sent again. Otherwise the work
 * of all of them gets the error: it still runs, and undoes what it must.
 */
export function afterFailure(
  unsent: readonly Waiting[],
  { error, isRefusal }: BatchFailure,
): readonly Waiting[] {
  const step = unsent[0]?.step ?? null;
  if (!isRefusal || step === null || !step.isDone || !step.hasSavepoint) {
    for (const { fail } of unsent) fail(error);
    return [];
  }
  step.refuse(error);
  return [...step.undo(), ...unsent.filter((statement) => statement.step !== step)];
}
