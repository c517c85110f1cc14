import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GenerateResult } from '../../generator/generate.js';
import { findConfig } from '../../generator/load/find-config.js';
import { watchAndGenerate } from '../../generator/watch.js';
import { loadDotEnv } from '../../runtime/config/dot-env.js';
import { bundleServer } from '../bundle/bundle-server.js';
import { errorLines } from '../error-lines.js';
import { printSum } from '../generate/generation.js';
import type { ConfigOptions } from '../options.js';
import { durationText } from '../terminal/duration.js';
import { interruption } from '../terminal/interruption.js';
import { shownPath } from '../terminal/shown-path.js';
import type { Terminal } from '../terminal/terminal.js';
import { DevServer } from './dev-server.js';
import { prettyLogLine } from './log-line.js';

/** Generates and serves, and again on every change of the config, its imports and `.env`, until interrupted. */
export async function devProject(project: string, config: ConfigOptions, terminal: Terminal): Promise<void> {
  // A broken config is waited for; none at all is a wrong folder.
  findConfig(project, config.config);
  const signal = interruption();
  const session = new DevSession(project, terminal);
  const watcher = watchAndGenerate({
    cwd: project,
    ...config,
    onStart: (changed) => session.begin(changed),
    onGenerated: (result) => session.serve(result),
    onError: (error) => session.complain(error),
  });
  if (!signal.aborted) await once(signal, 'abort');
  await watcher.close();
  await session.stop();
}

class DevSession {
  readonly #project: string;
  readonly #terminal: Terminal;
  readonly #server: DevServer;
  #begin = 0;
  /** What is being served, to leave the server alone where a change changes nothing. */
  #served = '';

  constructor(project: string, terminal: Terminal) {
    this.#project = project;
    this.#terminal = terminal;
    this.#server = new DevServer({
      onOutput: (line, stream) => this.#show(line, stream),
      onCrash: (code) => this.#crashed(code),
    });
  }

  begin(changed: readonly string[]): void {
    this.#begin = performance.now();
    loadDotEnv(this.#project);
    if (changed.length === 0) return;
    const { colours, line } = this.#terminal;
    line(`${colours.cyan('↻')} ${changed.map((file) => shownPath(file)).join(', ')} changed`);
  }

  /** Serves what was generated; where it cannot start, the server before goes on and the reason is thrown. */
  async serve(result: GenerateResult): Promise<void> {
    const { output, written, removed } = result;
    if (written.length + removed.length > 0) {
      printSum({ ...result, milliseconds: performance.now() - this.#begin }, this.#terminal);
    }
    const outfile = join(this.#project, '.svc/dev/server.mjs');
    const bundle = await bundleServer({ entry: join(output, 'server.ts'), outfile, entryMoves: false });
    const openapi = readFileSync(join(output, 'openapi.json'), 'utf8');
    const toServe = JSON.stringify([bundle.code, openapi, Object.entries(process.env).sort()]);
    if (this.#server.serving && toServe === this.#served) {
      this.#terminal.line('The server goes on: nothing is different for it.');
      return;
    }
    writeBundle(outfile, bundle);
    const url = await this.#server.replace(outfile);
    this.#served = toServe;
    this.#announce(url, existsSync(join(output, 'admin.json')));
  }

  complain(error: unknown): void {
    const { errorColours, line } = this.#terminal;
    for (const text of errorLines(error)) this.#terminal.error(errorColours.red(text));
    if (process.env['SVC_DEBUG'] && error instanceof Error) this.#terminal.error(error.stack ?? '');
    line(
      this.#server.serving ? 'The server goes on as it was; waiting for a change.' : 'Waiting for a change.',
    );
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  #announce(url: string, hasDashboard: boolean): void {
    const { colours, line } = this.#terminal;
    const took = colours.dim(`(${durationText(performance.now() - this.#begin)})`);
    line(`${colours.green('✓')} Serving   ${colours.bold(`${url}/api`)} ${took}`);
    if (hasDashboard) line(`  Dashboard ${url}/admin`);
    line(`  Reference ${url}/api/docs`);
    line(`  Health    ${url}/health/ready`);
  }

  #show(line: string, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stderr') this.#terminal.error(line);
    else this.#terminal.line(this.#terminal.interactive ? prettyLogLine(line, this.#terminal.colours) : line);
  }

  #crashed(code: number | null): void {
    this.#served = '';
    this.#terminal.error(`error: the server ended by itself (exit code ${code}); waiting for a change.`);
  }
}

function writeBundle(outfile: string, { code, map }: { readonly code: string; readonly map: string }): void {
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, code);
  writeFileSync(`${outfile}.map`, map);
}
