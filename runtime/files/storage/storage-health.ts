import type { FileStorage } from './file-storage.js';

/** How long it is known that a storage responds, and that it does not, in milliseconds. */
const fresh = { here: 5_000, away: 1_000 };
/** How long a report waits for a storage that is asked. One that takes longer is in the next report. */
const timeout = 500;
/** A key that no file has: it is asked whether there is an object. */
const probe = 'readiness/probe/original';

/**
 * Reports which storages do not respond. Probes of readiness come often and are given up after a second, so a
 * storage is not asked each time, and never waited for long.
 */
export function createStorageHealth(
  storages: ReadonlyMap<string, FileStorage>,
): () => Promise<readonly string[]> {
  const states = new Map([...storages].map(([name, storage]) => [name, createState(storage)]));
  return async () => {
    const results = await Promise.all(
      [...states].map(async ([name, isAway]) => ((await isAway()) ? [name] : [])),
    );
    return results.flat();
  };
}

function createState(storage: FileStorage): () => Promise<boolean> {
  let isAway = false;
  let asked = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    isAway = await storage.size(probe).then(
      () => false,
      () => true,
    );
    asked = performance.now();
    asking = null;
  }

  return async () => {
    if (asking === null && performance.now() - asked > fresh[isAway ? 'away' : 'here']) asking = ask();
    if (asking !== null) await Promise.race([asking, pause(timeout)]);
    return isAway;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
