import type { JoinedDocuments } from '../../../documents/operation.js';
import { createPause } from '../../../util/create-pause.js';
import type { Deadline } from '../../../util/deadline.js';
import { type AdmittedOperation, tookTooLong } from './admit-all.js';
import type { OperationOutcome } from './many-reply.js';

/** How the operations of a transaction are done. */
interface Performance {
  readonly deadline: Deadline;
  /**
   * Does one of them.
   *
   * @param outcomes - of those before it, as far as they are confirmed.
   */
  perform(operation: AdmittedOperation, outcomes: readonly OperationOutcome[]): Promise<OperationOutcome>;
}

/** So many may wait for the database; half of them are waited for before the next one begins. */
const maxUnconfirmed = 200;

/**
 * Does the operations of a transaction in their order. Creations in which no code of the config takes part
 * are confirmed by the database together, and each sees those before it all the same.
 *
 * @throws ServiceError UNAVAILABLE where the time is over, and errors of the server and the database.
 */
export async function performInOrder(
  operations: readonly AdmittedOperation[],
  documents: JoinedDocuments,
  { deadline, perform }: Performance,
): Promise<readonly OperationOutcome[]> {
  const pause = createPause();
  const outcomes: OperationOutcome[] = [];
  /** Those that have no outcome yet. */
  const unconfirmed: Promise<OperationOutcome>[] = [];

  async function confirm(left: number): Promise<void> {
    for (let [first] = unconfirmed; first !== undefined && unconfirmed.length > left; [first] = unconfirmed) {
      outcomes.push(await first);
      unconfirmed.shift();
      if (deadline.isPassed) throw tookTooLong(deadline);
    }
  }

  try {
    for (const one of operations) {
      if (deadline.isPassed) throw tookTooLong(deadline);
      const isBrief = isBriefWrite(one, documents);
      // References are replaced by the ids of earlier documents.
      if (!isBrief || one.operation.hasReferences === true) await confirm(0);
      else if (unconfirmed.length >= maxUnconfirmed) await confirm(maxUnconfirmed / 2);
      if (isBrief) {
        const { written } = await documents.begin(() => perform(one, outcomes));
        unconfirmed.push(written);
      } else outcomes.push(await perform(one, outcomes));
      await pause();
    }
    await confirm(0);
  } finally {
    // After an error nothing may still run in the transaction that is undone.
    await Promise.allSettled(unconfirmed);
  }
  return outcomes;
}

/** A change reads its document first, so it would wait for those before it all the same. */
function isBriefWrite(
  { operation: { op, target }, access, issue }: AdmittedOperation,
  documents: JoinedDocuments,
): boolean {
  return issue === null && op === 'create' && documents.isBrief(target.descriptor, access);
}
