import { ServiceError } from '../../errors/service-error.js';

/** Runs work on one account after the other, and on different accounts at once. */
export interface AccountQueue {
  /** @throws ServiceError UNAVAILABLE when the turn comes too late. */
  inTurn<T>(account: string, work: () => Promise<T>): Promise<T>;
}

/** Below the 30 s after which a request is answered without it: what nobody waits for any more must not run. */
const longestWait = 10_000;

/** @param patience - milliseconds after which a turn has come too late. */
export function createAccountQueue(patience: number = longestWait): AccountQueue {
  /** The end of each account's queue. */
  const ends = new Map<string, Promise<void>>();

  return {
    async inTurn(account, work) {
      const before = ends.get(account);
      const entered = performance.now();
      const { promise: done, resolve: leave } = settleable();
      ends.set(account, done);
      try {
        await before;
        if (before !== undefined && performance.now() - entered > patience) throw tooMany();
        return await work();
      } finally {
        if (ends.get(account) === done) ends.delete(account);
        leave();
      }
    },
  };
}

function settleable(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function tooMany(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Too many logins of this account are waiting. Try again.', {
    retryAfter: 5,
  });
}
