import cluster from 'node:cluster';

/**
 * Tells a worker which process started it: process managers start workers of their own, which stop by signals
 * like other processes.
 */
export const supervisor = 'SVC_SUPERVISOR';

/** Whether this process was started by `supervise`. */
export function isSupervised(): boolean {
  return cluster.isWorker && process.env[supervisor] === String(process.ppid);
}

/**
 * Whether it is the only process of a service, or the first of its workers: messages that concern all of them
 * are printed by it alone.
 */
export function isFirstProcess(): boolean {
  return !isSupervised() || cluster.worker?.id === 1;
}
