import { setTimeout as delay } from 'node:timers/promises';
import { whenParentsEnd } from './parents.js';

/** Milliseconds in which a signal reaches this process that has ended a child of it already. */
const signalTime = 50;

/**
 * Aborts at the first Ctrl-C, SIGTERM or SIGHUP, and when npm or npx, which has started this process, ends
 * without passing a signal on. At a second Ctrl-C or SIGTERM the process ends at once. A second SIGHUP does
 * nothing: a terminal that closes sends several, from its shell and from the system.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const hangUp = (): void => controller.abort();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  process.on('SIGHUP', hangUp);
  whenParentsEnd(hangUp);
  return controller.signal;
}

/**
 * Whether an error may come from an interruption: a terminal and a service manager signal all processes, and
 * the end of the bundler or of a starting server may be seen before the own signal.
 */
export async function isInterrupted(signal: AbortSignal): Promise<boolean> {
  if (!signal.aborted) await delay(signalTime);
  return signal.aborted;
}
