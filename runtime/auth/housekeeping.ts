import type { AuthServices } from './auth-services.js';
import { idleSince } from './sessions/session-service.js';

/** Removes expired rows: audit entries, link tokens, sessions. */
export interface Housekeeping {
  /** Resolves when a run that has begun is over. */
  stop(): Promise<void>;
}

/** docs/spec/auth.md#audit-log: hourly. */
const every = 3_600_000;

/**
 * Begins at once, so that a service which restarts often is cleaned too; the timer keeps no process alive.
 */
export function startHousekeeping(
  auth: Pick<AuthServices, 'audit' | 'links' | 'sessions' | 'driver' | 'clock'>,
  logError: (fields: object, message: string) => void,
): Housekeeping {
  const { audit, links, sessions, driver, clock } = auth;
  const tasks: readonly (() => Promise<unknown>)[] = [
    () => audit.purge(),
    () => links.purge(driver),
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
