import type { App } from '../app.js';
import { type MetricFamily, single } from '../observability/metrics/metric-family.js';

/** Tells a worker how many of its predecessors ended by an exception. */
export const crashesBefore = 'SVC_CRASHES_BEFORE';

let rejections = 0;

/**
 * Logs and counts errors of code of the config that no caller awaits. A rejected promise that a hook forgot
 * to await must not stop the other requests. An exception, in a timer for instance, ends the process, as is
 * Node's default, since its state is undefined afterwards. What responses have confirmed is in the database
 * by then.
 */
export function watchProcessFaults(app: App): void {
  // `app.log` loads pino, which a healthy server does not need in order to start.
  process.on('unhandledRejection', (reason) => {
    rejections += 1;
    app.log.error({ err: reason }, 'unhandled rejection');
  });
  process.on('uncaughtExceptionMonitor', (error) => {
    app.log.fatal({ err: error }, 'uncaught exception: the process ends');
  });
}

/**
 * Metrics of these failures. Exceptions are counted where `SVC_WORKERS` is set, which replaces each process
 * that ends.
 */
export function processFaultFamilies(): readonly MetricFamily[] {
  return [
    single('svc_unhandled_rejections_total', 'counter', {
      help: 'Promises that were rejected and that no code waited for.',
      value: rejections,
    }),
    single('svc_uncaught_exceptions_total', 'counter', {
      help: 'Workers that ended by an exception and were replaced.',
      value: Number(process.env[crashesBefore] ?? 0),
    }),
  ];
}
