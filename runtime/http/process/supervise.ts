import cluster, { type Worker } from 'node:cluster';
import { relayMetrics } from '../observability/metrics/relay-metrics.js';
import { endUntakenConnections } from './handed-connections.js';
import { crashesBefore } from './process-faults.js';
import { supervisor } from './supervised.js';
import { isWorkerReady, type WorkerOrder } from './worker-messages.js';

export interface Supervision {
  readonly workers: number;
  /** Milliseconds in which connections are still accepted after SIGTERM. */
  readonly grace: number;
  readonly announce: (url: string) => void;
}

/** A worker that ends sooner than this, in milliseconds, is restarted only after a pause of that length. */
const shortLife = 1000;

/**
 * Runs a service in several processes that share its port. The first starts alone: it creates the tables, and
 * if it cannot start, the reason is printed once. A worker that ends by itself is replaced.
 */
export async function supervise({ workers, grace, announce }: Supervision): Promise<void> {
  let order: WorkerOrder | null = null;
  let started = false;
  let failed = false;

  function stop(milliseconds: number): void {
    if (order !== null) process.exit(1);
    order = { svc: 'stop', grace: milliseconds };
    for (const worker of running()) worker.send(order);
    if (running().length === 0) process.exit(0);
  }
  process.on('SIGTERM', () => stop(grace));
  process.on('SIGINT', () => stop(0));

  /** Resolves with the URL as soon as the worker, or its replacement, listens. */
  function start(): Promise<string> {
    return new Promise((resolve) => fork(resolve, 0));
  }

  /** `crashes`: how many of its predecessors ended by an exception. */
  function fork(listening: (url: string) => void, crashes: number): void {
    const born = performance.now();
    const worker = cluster.fork({
      [supervisor]: String(process.pid),
      [crashesBefore]: String(crashes),
    });
    endUntakenConnections(worker);
    worker.on('message', (message: unknown) => {
      if (!isWorkerReady(message)) return relayMetrics(message, worker, running);
      listening(message.url);
      // A starting worker does not receive orders: it has missed the one that was sent meanwhile.
      if (order !== null) worker.send(order);
    });
    worker.once('exit', (code, signal) => {
      if (order !== null) {
        failed ||= code !== 0;
        if (running().length === 0) process.exit(failed ? 1 : 0);
        return;
      }
      // The worker has printed the reason.
      if (!started) process.exit(1);
      process.stderr.write(
        `A worker ended with ${signal ?? `exit code ${code}`}; another one replaces it.\n`,
      );
      const pause = performance.now() - born < shortLife ? shortLife : 0;
      setTimeout(() => {
        if (order === null) fork(listening, signal === null && code !== 0 ? crashes + 1 : crashes);
      }, pause);
    });
  }

  const url = await start();
  started = true;
  await Promise.all(Array.from({ length: workers - 1 }, start));
  announce(url);
}

function running(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter(
    (worker) => worker !== undefined && !worker.isDead(),
  ) as Worker[];
}
