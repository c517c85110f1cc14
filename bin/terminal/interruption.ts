import { whenParentsEnd } from './parents.js';

/**
 * Aborts at the first Ctrl-C, SIGTERM or SIGHUP, and when npm or npx, which has started this process, ends
 * without passing a signal on. At a second signal the process ends at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  whenParentsEnd(() => controller.abort());
  return controller.signal;
}
