import cluster from 'node:cluster';
import { currentDevelopment } from '../../util/development.js';
import type { App, Listener } from '../app.js';
import { watchProcessFaults } from './process-faults.js';
import { supervise } from './supervise.js';
import { isSupervised } from './supervised.js';
import { isWorkerOrder, type WorkerReady } from './worker-messages.js';

export interface ServeOptions {
  /**
   * Milliseconds after SIGTERM in which connections are still accepted, so that load balancers see readiness
   * fail before any is refused. Default 1000. SIGINT (Ctrl-C) does not wait.
   */
  readonly grace?: number;
}

/**
 * Runs a service as a program: opens the store, listens, prints the URL, and shuts down in order on SIGTERM
 * and SIGINT. If it cannot start, the reason is printed on stderr, in one line if there is only one issue,
 * with exit code 1. With `SVC_WORKERS` the program runs in that many processes, on one port.
 *
 * @param given - the service, or what makes it: a reason why that fails is printed in the same way.
 * @example
 * ```ts
 * await serve(createApp());
 * ```
 */
export async function serve(given: App | (() => App), { grace = 1000 }: ServeOptions = {}): Promise<void> {
  const development = currentDevelopment();
  const app = development ? made(given) : madeOrFailed(given);
  // `svc dev` reports failures, and decides when to stop.
  if (development) return development.listening(await app.listen());
  if (app.workers > 1 && cluster.isPrimary) return supervise({ workers: app.workers, grace, announce });
  watchProcessFaults(app);
  const listener = await start(app);
  if (isSupervised()) {
    obeyOrders(listener, grace);
  } else {
    stopOnSignals(listener, grace);
    announce(listener.url);
  }
}

/** An app is a function too, the handler of its requests. */
function made(given: App | (() => App)): App {
  return 'listen' in given ? given : given();
}

function madeOrFailed(given: App | (() => App)): App {
  try {
    return made(given);
  } catch (error) {
    return fail(error);
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
    // A second signal means that the user does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    void close(listener, milliseconds);
  }
  process.on('SIGTERM', () => stop(grace));
  process.on('SIGINT', () => stop(0));
}

/**
 * A worker stops when its supervisor tells it to. Ctrl-C in a terminal reaches every process, and a service
 * manager may signal all of them too: only the signal to the supervisor counts.
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

/**
 * In a terminal a sentence is printed, for log collectors a line of JSON like all others; both at any log
 * level.
 */
function announce(url: string): void {
  const message = `Listening on ${url}`;
  const line = process.stdout.isTTY
    ? message
    : JSON.stringify({ level: 30, time: Date.now(), url, msg: message });
  process.stdout.write(`${line}\n`);
}
