import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { GenerateResult } from '../../generator/generate.js';
import { findConfig } from '../../generator/load/find-config.js';
import { type AlsoWatch, watchAndGenerate } from '../../generator/watch.js';
import { loadDotEnv, shownPath } from '../../runtime/cli/index.js';
import { bundleServer } from '../bundle/bundle-server.js';
import { errorLines } from '../error-lines.js';
import { printSum } from '../generate/generation.js';
import type { ConfigOptions } from '../options.js';
import { durationText } from '../terminal/duration.js';
import { interruption, isInterrupted } from '../terminal/interruption.js';
import type { Terminal } from '../terminal/terminal.js';
import { DevServer, PortTaken, type ServedBundle, type Serving } from './dev-server.js';
import { prettyLogLine } from './log-line.js';

/**
 * A server in development has an administrator with a known password, or none at all, and detailed errors.
 * Other machines in the same network must not reach it.
 */
const loopback = '127.0.0.1';

export interface DevOptions extends ConfigOptions {
  /** An address to listen on; `true`: where a deployed server would listen. Default: this machine only. */
  readonly host?: string | true;
}

/**
 * Generates and serves, and again on every change of the config, its imports and `.env`, until interrupted.
 */
export async function devProject(
  project: string,
  { host = loopback, ...config }: DevOptions,
  terminal: Terminal,
): Promise<void> {
  // An invalid config is waited for; a missing one means a wrong folder.
  findConfig(project, config.config);
  const signal = interruption();
  const session = new DevSession({ project, host, terminal, interruption: signal });
  const watcher = watchAndGenerate({
    cwd: project,
    ...config,
    onStart: (changed) => session.begin(changed),
    needsEntry: true,
    onGenerated: (result, alsoWatch) => session.serve(result, alsoWatch),
    onError: (error) => session.complain(error),
  });
  if (!signal.aborted) await once(signal, 'abort');
  session.abandon();
  await watcher.close();
  await session.stop();
}

/** Milliseconds between two attempts to get a port that another program uses. */
const portRetry = 1000;

const openAddress =
  'Other machines reach this server: let it listen on 127.0.0.1 during development, or use svc dev --host.';

interface SessionOptions {
  readonly project: string;
  readonly host: string | true;
  readonly terminal: Terminal;
  /** Aborted when the command has to end. */
  readonly interruption: AbortSignal;
}

class DevSession {
  readonly #project: string;
  readonly #host: string | true;
  readonly #terminal: Terminal;
  readonly #interruption: AbortSignal;
  readonly #server: DevServer;
  #begin = 0;
  #retry: NodeJS.Timeout | null = null;
  /** What is being served: the server is not restarted if a change leaves this the same. */
  #served = '';

  constructor({ project, host, terminal, interruption }: SessionOptions) {
    this.#project = project;
    this.#host = host;
    this.#terminal = terminal;
    this.#interruption = interruption;
    this.#server = new DevServer({
      host,
      onOutput: (line, stream) => this.#show(line, stream),
      onCrash: (how) => void this.#crashed(how),
    });
  }

  begin(changed: readonly string[]): void {
    this.#forgetRetry();
    this.#begin = performance.now();
    loadDotEnv(this.#project);
    if (changed.length === 0) return;
    const { colours, line } = this.#terminal;
    line(`${colours.cyan('↻')} ${changed.map((file) => shownPath(file)).join(', ')} changed`);
  }

  /**
   * Serves the generated code. If it cannot start, the previous server continues and the reason is thrown.
   */
  async serve(result: GenerateResult, alsoWatch: AlsoWatch): Promise<void> {
    const { output, entry, written, removed } = result;
    if (written.length + removed.length > 0) {
      printSum({ ...result, milliseconds: performance.now() - this.#begin }, this.#terminal);
    }
    const outfile = join(this.#project, '.svc/dev/server.mjs');
    // Known before the bundle is, so that an entry with an error is watched too.
    if (entry !== null) alsoWatch([entry]);
    const bundle = await bundleServer({ entry: entry ?? join(output, 'server.ts'), outfile });
    if (entry !== null) alsoWatch(bundle.inputs.filter((file) => isOwnSource(file, output)));
    // Files that the server reads once, beside its code.
    const read = ['openapi.json', 'admin.json', 'brand.json'].map((name) => textOrNull(join(output, name)));
    const toServe = JSON.stringify([bundle.code, read, Object.entries(process.env).sort()]);
    if (this.#server.serving && toServe === this.#served) {
      this.#terminal.line('The server keeps running: nothing changed for it.');
      return;
    }
    if (this.#interruption.aborted) return;
    writeBundle(outfile, bundle);
    await this.#start({ outfile, entry, toServe, hasDashboard: existsSync(join(output, 'admin.json')) });
  }

  async #start(built: BuiltServer): Promise<void> {
    try {
      const serving = await this.#server.replace(built);
      this.#served = built.toServe;
      this.#announce(serving, built);
    } catch (error) {
      // A program that is ending, such as a previous svc dev, frees its port soon.
      if (error instanceof PortTaken && !this.#interruption.aborted)
        this.#retry = setTimeout(() => void this.#tryAgain(built), portRetry);
      throw error;
    }
  }

  async #tryAgain(built: BuiltServer): Promise<void> {
    try {
      await this.#start(built);
    } catch (error) {
      if (!(error instanceof PortTaken)) await this.complain(error);
    }
  }

  #forgetRetry(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
  }

  /**
   * Reports an error; none after an interruption: what the signal has ended beside this process (the bundler,
   * a starting server) is no error.
   */
  async complain(error: unknown): Promise<void> {
    if (await isInterrupted(this.#interruption)) return;
    const { errorColours, line } = this.#terminal;
    for (const text of errorLines(error)) this.#terminal.error(errorColours.red(text));
    if (process.env['SVC_DEBUG'] && error instanceof Error) this.#terminal.error(error.stack ?? '');
    const awaited = error instanceof PortTaken ? 'the port, or for a change' : 'a change';
    line(
      this.#server.serving ? 'The server keeps running; waiting for a change.' : `Waiting for ${awaited}.`,
    );
  }

  /** Gives up what is not served yet: it may wait for a database. */
  abandon(): void {
    this.#forgetRetry();
    this.#server.abandon();
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  #announce({ url, isService, isOpen }: Serving, { entry, hasDashboard }: BuiltServer): void {
    const { colours, line } = this.#terminal;
    const took = colours.dim(`(${durationText(performance.now() - this.#begin)})`);
    if (!isService) {
      // Only the entry knows at which path it has mounted the service.
      line(`${colours.green('✓')} Serving   ${colours.bold(url)} by ${shownPath(entry ?? '')} ${took}`);
      if (isOpen && this.#host !== true) line(colours.yellow(`  ${openAddress}`));
      return;
    }
    line(`${colours.green('✓')} Serving   ${colours.bold(`${url}/api`)} ${took}`);
    if (hasDashboard) line(`  Dashboard ${url}/admin`);
    line(`  Reference ${url}/api/docs`);
    line(`  Health    ${url}/health/ready`);
  }

  #show(line: string, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stderr') this.#terminal.error(line);
    else this.#terminal.line(this.#terminal.interactive ? prettyLogLine(line, this.#terminal.colours) : line);
  }

  async #crashed(how: string): Promise<void> {
    this.#served = '';
    if (await isInterrupted(this.#interruption)) return;
    this.#terminal.error(`error: the server ended unexpectedly (${how}); waiting for a change.`);
  }
}

/** A bundle on disk, ready to be served. */
interface BuiltServer extends ServedBundle {
  /** Differs between bundles that behave differently. */
  readonly toServe: string;
  readonly hasDashboard: boolean;
}

/** Whether a change of a bundled file is one of the project: packages and generated code are not. */
function isOwnSource(file: string, output: string): boolean {
  return !file.startsWith(output + sep) && !file.includes(`${sep}node_modules${sep}`);
}

function writeBundle(outfile: string, { code, map }: { readonly code: string; readonly map: string }): void {
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, code);
  writeFileSync(`${outfile}.map`, map);
}

function textOrNull(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
