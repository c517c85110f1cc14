/** A hidden file that this process has taken: no other moves its objects meanwhile. */
import type { Driver } from '../../storage/driver.js';
import { releaseHidden, renewHidden, type TakenFile } from '../records/hidden-table.js';

/** How long a file belongs to the process that moves its objects; it renews the time. */
export const lease = 60_000;
const renewal = 20_000;

/** The hold of this process on a hidden file. It ends by itself where the process ends. */
export interface HiddenLease {
  /** Whether the file is still this process's, and its objects are still to be where they move. */
  isHeld(): Promise<boolean>;
  /** Ends the renewals; the file as its row has it. */
  end(): Promise<TakenFile>;
  /** Ends them, and leaves the file to others from `dueAt` on. */
  giveBack(dueAt: number): Promise<void>;
}

/** Renews the time of a file that this process has taken, until the lease is ended or given back. */
export function holdHidden(
  { driver, clock }: { readonly driver: Driver; readonly clock: () => number },
  file: TakenFile,
): HiddenLease {
  let taken = file;
  let renewing: Promise<boolean> = Promise.resolve(true);

  async function renew(): Promise<boolean> {
    const until = clock() + lease;
    const isOurs = await driver.briefTransaction((connection) => renewHidden(connection, taken, until));
    if (isOurs) taken = { ...taken, until };
    return isOurs;
  }

  function next(): Promise<boolean> {
    renewing = renewing.catch(() => false).then(renew);
    return renewing;
  }

  // The next one tries again.
  const timer = setInterval(() => void next().catch(() => undefined), renewal).unref();

  async function end(): Promise<TakenFile> {
    clearInterval(timer);
    await renewing.catch(() => undefined);
    return taken;
  }

  return {
    isHeld: next,
    end,
    async giveBack(dueAt) {
      const last = await end();
      await driver.briefTransaction((connection) => releaseHidden(connection, last, dueAt));
    },
  };
}
