import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { packageRoot, shownPath } from '../../runtime/cli/index.js';
import { endedBy } from '../terminal/ended-by.js';
import type { WorkerReport } from './worker-report.js';

/** A bundle to serve. */
export interface ServedBundle {
  readonly outfile: string;
  /** The module of the project that starts the server in it; null: the bundle only exports `createApp`. */
  readonly entry: string | null;
}

export type Serving = Extract<WorkerReport, { readonly kind: 'listening' }>;

export interface DevServerOptions {
  /** Where to listen; `true`: as the config and the environment define. */
  readonly host: string | true;
  /** Called with each complete line that the serving process writes. */
  readonly onOutput: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Called when the serving process ends by itself, with its exit code or signal. */
  readonly onCrash: (how: string) => void;
}

/** The server cannot listen, since another program uses its port. */
export class PortTaken extends Error {}

const stopTimeout = 500;

/**
 * Serves one bundle at a time, each in a process of its own. The listening socket belongs to this process
 * (that is what a cluster is), so that the port stays open while one server replaces another.
 */
export class DevServer {
  readonly #options: DevServerOptions;
  #current: Worker | null = null;
  /** A process that does not serve yet. */
  #starting: Worker | null = null;

  constructor(options: DevServerOptions) {
    this.#options = options;
  }

  get serving(): boolean {
    return this.#current !== null;
  }

  /**
   * Starts a bundle and then stops the previous one. If it cannot start, the previous one continues, and the
   * reason is thrown.
   */
  async replace({ outfile, entry }: ServedBundle): Promise<Serving> {
    cluster.setupPrimary({
      exec: join(packageRoot, `dist/bin/dev/${entry === null ? 'worker' : 'entry-worker'}.js`),
      args: [
        outfile,
        this.#options.host === true ? '' : this.#options.host,
        ...(entry === null ? [] : [shownPath(entry)]),
      ],
      execArgv: ['--enable-source-maps'],
      silent: true,
    });
    const worker = cluster.fork();
    this.#readOutput(worker);
    this.#starting = worker;
    const report = await firstReport(worker);
    this.#starting = null;
    if (report.kind === 'failed') {
      const { message, stack, isPortTaken = false } = report;
      throw Object.assign(isPortTaken ? new PortTaken(message) : new Error(message), { stack });
    }
    const before = this.#current;
    this.#current = worker;
    worker.once('exit', (code: number | null, signal: string | null) =>
      this.#ended(worker, endedBy(code, signal)),
    );
    // Idle connections are closed by then, so that no client reuses a closing one. Running requests may take
    // longer.
    if (before) await Promise.race([stop(before), delay(stopTimeout, undefined, { ref: false })]);
    return report;
  }

  /** Ends a server that is starting; {@link replace} rejects. */
  abandon(): void {
    this.#starting?.process.kill('SIGKILL');
  }

  /** Stops serving after running requests have finished. */
  async stop(): Promise<void> {
    const worker = this.#current;
    this.#current = null;
    if (worker) await stop(worker);
  }

  #ended(worker: Worker, how: string): void {
    if (this.#current !== worker) return;
    this.#current = null;
    this.#options.onCrash(how);
  }

  #readOutput({ process: { stdout, stderr } }: Worker): void {
    if (stdout) eachLine(stdout, (line) => this.#options.onOutput(line, 'stdout'));
    if (stderr) eachLine(stderr, (line) => this.#options.onOutput(line, 'stderr'));
  }
}

function firstReport(worker: Worker): Promise<WorkerReport> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('exit', (code: number | null, signal: string | null) => {
      const message = `The server ended while it started (${endedBy(code, signal)}).`;
      resolve({ kind: 'failed', message, stack: message });
    });
  });
}

function stop(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    if (worker.isConnected()) worker.send('stop');
  });
}

function eachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.once('end', () => {
    if (rest !== '') onLine(rest);
  });
}
