import type { Connection, WriteSource } from '../../storage/driver.js';

/** Ends a transaction that is only tried. */
const undone = Symbol('the write was only tried');

/** A source whose transactions are undone when their work is done: for calls of `local` in a dry run. */
export function trialSource(driver: WriteSource): WriteSource {
  const transaction = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    let results: readonly T[] = [];
    try {
      await driver.transaction(async (connection) => {
        results = [await work(connection)];
        throw undone;
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
    // The work has succeeded: its error would have been thrown.
    return results[0] as T;
  };
  return { ...driver, transaction, briefTransaction: transaction };
}
