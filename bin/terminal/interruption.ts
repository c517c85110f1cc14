import { whenParentsEnd } from './parents.js';

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
