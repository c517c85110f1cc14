/** Holds calls back while the session has ended, until the same user has signed in again. */
export interface SessionGate {
  /** Whether calls are waiting. */
  readonly isClosed: () => boolean;
  /** Calls the listener on every change; returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * From now on calls wait after the session has ended. Before, no user is signed in and nothing on the
   * screen can be lost.
   */
  readonly activate: (userId: string) => void;
  /** Id of the session's user; null before `activate`. */
  readonly userId: () => string | null;
  /** Waits until {@link SessionGate.open}. */
  readonly wait: () => Promise<void>;
  /** The session is restored: resumes the waiting calls. */
  readonly open: () => void;
}

export function createSessionGate(): SessionGate {
  const listeners = new Set<() => void>();
  let userId: string | null = null;
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
    activate: (id) => {
      userId = id;
    },
    userId: () => userId,
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
