import cluster from 'node:cluster';
import type { App, Listener } from './app.js';
import { supervise } from './supervise.js';
import { isSupervised } from './supervised.js';
import { isWorkerOrder, type WorkerReady } from './worker-messages.js';

export interface ServeOptions {
  /**
   * Milliseconds after SIGTERM in which connections are still taken, so that load balancers see readiness fail before
   * anything is refused. Default 1000. SIGINT (Ctrl-C) does not wait.
   */
  readonly grace?: number;
}

/**
 * Runs a service as a program: opens the store, listens, prints the URL, and shuts down in order on SIGTERM and SIGINT.
 * What keeps it from starting is said on stderr, in one line where it is one fault, with exit code 1. With `SVC_WORKERS` the
 * program runs as often as that says, on one port.
 *
 * @example
 * ```ts
 * await serve(createApp());
 * ```
 */
export async function serve(app: App, { grace = 1000 }: ServeOptions = {}): Promise<void> {
  if (app.workers > 1 && cluster.isPrimary) return supervise({ workers: app.workers, grace, announce });
  // A promise that a hook forgot to await must not take the other requests with it.
  process.on('unhandledRejection', (reason) => app.log.error({ err: reason }, 'unhandled rejection'));
  const listener = await start(app);
  if (isSupervised()) {
    obeyOrders(listener, grace);
  } else {
    stopOnSignals(listener, grace);
    announce(listener.url);
  }
}

async function start(app: App): Promise<Listener> {
  try {
    return await app.listen();
  } catch (error) {
    return fail(error);
  }
}

function stopOnSignals(listener: Listener, grace: number): void {
  let stopping = false;
  function stop(milliseconds: number): void {
    // The second signal is from somebody who does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    void close(listener, milliseconds);
  }
  process.on('SIGTERM', () => stop(grace));
  process.on('SIGINT', () => stop(0));
}

/**
 * A worker stops when it is told to. Ctrl-C in a terminal reaches every process, and a service manager may signal all of them as
 * well: what the one in front is told counts.
 */
function obeyOrders(listener: Listener, grace: number): void {
  let stopping = false;
  function stop(milliseconds: number): void {
    if (!stopping) void close(listener, milliseconds);
    stopping = true;
  }
  process.on('message', (message) => {
    if (isWorkerOrder(message)) stop(message.grace);
  });
  process.on('SIGTERM', () => stop(grace));
  process.on('SIGINT', () => undefined);
  const ready: WorkerReady = { svc: 'listening', url: listener.url };
  process.send?.(ready);
}

async function close(listener: Listener, grace: number): Promise<void> {
  const { complete } = await listener.close({ grace }).catch(fail);
  process.exit(complete ? 0 : 1);
}

function fail(error: unknown): never {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${process.env['SVC_DEBUG'] ? (stack ?? message) : message}\n`);
  process.exit(1);
}

/** People get a sentence, log collectors a line of JSON like all others; both whatever the log level is. */
function announce(url: string): void {
  const message = `Listening on ${url}`;
  const line = process.stdout.isTTY
    ? message
    : JSON.stringify({ level: 30, time: Date.now(), url, msg: message });
  process.stdout.write(`${line}\n`);
}
