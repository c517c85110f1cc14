import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { configNames } from '../../generator/load/find-config.js';
import { packageRoot } from '../../runtime/cli/index.js';
import { CommandError, Interrupted } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import { endedBy } from '../terminal/ended-by.js';
import type { Terminal } from '../terminal/terminal.js';
import { distFolder, outdatedBecause, readRecord } from './build-record.js';

/** Builds if needed, then becomes the server: signals and the exit code are the server's own from then on. */
export async function startProject(
  project: string,
  options: ConfigOptions,
  terminal: Terminal,
): Promise<void> {
  const reason = buildReason(project, options);
  if (reason !== null) {
    terminal.line(`Building first: ${reason}.`);
    await buildInOwnProcess(options);
  }
  const server = join(project, distFolder, 'server.js');
  process.argv.splice(1, process.argv.length, server);
  await import(pathToFileURL(server).href);
}

/** Why `dist/` cannot be run without a build, or null. */
export function buildReason(project: string, options: ConfigOptions): string | null {
  const { config } = options;
  const record = readRecord(project);
  if (record === null) return 'there is no build yet';
  const candidates = config === undefined ? configNames : [relative(project, resolve(project, config))];
  const sources = candidates.filter((name) => existsSync(join(project, name)));
  // Deployed without its sources: there is nothing to compare with, or to build from.
  if (sources.length === 0 && config === undefined) return null;
  const built = sources
    .map((name) => name.split(sep).join('/'))
    .some((name) => Object.hasOwn(record.inputs, name));
  return built ? outdatedBecause(project, record, options) : `it was built from another config`;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * In a process of its own, so that what the build loads (above all the compiler) does not stay in the
 * server's memory.
 */
async function buildInOwnProcess({ config, output }: ConfigOptions): Promise<void> {
  const args = [
    'build',
    ...(config === undefined ? [] : ['-c', config]),
    ...(output === undefined ? [] : ['-o', output]),
  ];
  const child = spawn(process.execPath, [join(packageRoot, 'dist/bin/svc.js'), ...args], {
    stdio: 'inherit',
  });
  let received: NodeJS.Signals | null = null;
  const forward = (signal: NodeJS.Signals): void => {
    received = signal;
    child.kill(signal);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const { code, signal } = await new Promise<Ended>((fulfil, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => fulfil({ code, signal }));
  });
  process.off('SIGINT', forward).off('SIGTERM', forward);
  if (received !== null) return endBy(received);
  if (signal !== null) throw new CommandError(`The build ended by ${endedBy(code, signal)}.`);
  // The build has printed what is wrong.
  if (code !== 0) throw new CommandError([]);
}

/** Ends this process as the signal would have without a listener. */
async function endBy(signal: NodeJS.Signals): Promise<void> {
  process.kill(process.pid, signal);
  // It arrives in a later turn of the event loop. The first process of a container does not get it.
  await pause(200);
  throw new Interrupted(signal);
}
