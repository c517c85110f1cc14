import cluster from 'node:cluster';

/** Tells a worker who started it: process managers make workers of their own, which stop by signals like other processes. */
export const supervisor = 'SVC_SUPERVISOR';

/** Whether this process was started by `supervise`. */
export function isSupervised(): boolean {
  return cluster.isWorker && process.env[supervisor] === String(process.ppid);
}

/** The only process of a service, or the first of its workers: what concerns all of them is said by it alone. */
export function isFirstProcess(): boolean {
  return !isSupervised() || cluster.worker?.id === 1;
}
