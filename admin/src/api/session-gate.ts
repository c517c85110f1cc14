/** Where calls wait while the session is over, until the same user is signed in again. */
export interface SessionGate {
  /** Whether calls are waiting. */
  readonly isClosed: () => boolean;
  /** Calls back on every change; answers how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** From now on a lost session is waited for: before, nobody was signed in and nothing on the screen could be lost. */
  readonly arm: () => void;
  readonly isArmed: () => boolean;
  /** Waits until {@link SessionGate.open}. */
  readonly wait: () => Promise<void>;
  /** The session is there again: what waits goes on. */
  readonly open: () => void;
}

export function createSessionGate(): SessionGate {
  const listeners = new Set<() => void>();
  let isArmed = false;
  let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    isClosed: () => waiting !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    arm: () => {
      isArmed = true;
    },
    isArmed: () => isArmed,
    wait() {
      if (waiting === null) {
        waiting = withResolver();
        changed();
      }
      return waiting.promise;
    },
    open() {
      const opened = waiting;
      waiting = null;
      opened?.resolve();
      changed();
    },
  };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
