import type { AuthServices } from './auth-services.js';
import { idleSince } from './sessions/session-service.js';

/** Removes expired rows of capabilities, and expired sessions. */
export interface Housekeeping {
  /** Resolves when a run that has begun is over. */
  stop(): Promise<void>;
}

export interface HousekeepingParts {
  readonly services: AuthServices;
  /** Those of the capabilities. */
  readonly purges: readonly ((services: AuthServices) => Promise<unknown>)[];
  readonly logError: (fields: object, message: string) => void;
}

/** docs/spec/auth.md#audit-log: hourly. */
const every = 3_600_000;

/**
 * Begins at once, so that a service which restarts often is cleaned too; the timer keeps no process alive.
 */
export function startHousekeeping({ services, purges, logError }: HousekeepingParts): Housekeeping {
  const { sessions, clock } = services;
  const tasks: readonly (() => Promise<unknown>)[] = [
    ...purges.map((purge) => () => purge(services)),
    () => sessions.purge(clock(), idleSince(clock())),
  ];
  let stopped = false;
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, every).unref();

  async function run(): Promise<void> {
    for (const task of tasks) {
      if (stopped) return;
      await task().catch((error: unknown) =>
        logError({ err: error }, 'cleaning up failed; it is tried again'),
      );
    }
  }

  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      return running;
    },
  };
}
