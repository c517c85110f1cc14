import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.js';

/** A server under measurement, in its own process. */
export interface ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first response. */
  readonly startup: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly name: string;
  readonly cwd: string;
  readonly argv: (port: number) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The program that runs it; default: the Node of this process. */
  readonly node?: string;
  /** The core that it may use, where there is `taskset`. */
  readonly core?: number;
  /** The request whose first response counts as the start; default: a list of one post. */
  readonly first?: { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
}

/** A failed run must not leave its servers running. */
const running = new Set<ChildProcess>();
process.once('exit', endServers);

/** Kills all servers that still run. */
export function endServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

export async function startServer(options: StartOptions): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const [program, ...argv] = onCore(options.core, [options.node ?? process.execPath, ...options.argv(port)]);
  const child = spawn(program, argv, {
    cwd: options.cwd,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (child.pid === undefined) throw new Error(`${options.name} did not start`);
  running.add(child);
  const { path, headers = {} } = options.first ?? { path: '/api/posts?limit=1' };
  await firstAnswer(`${url}${path}`, headers, child);
  return {
    name: options.name,
    url,
    pid: child.pid,
    startup: performance.now() - begin,
    stop: () => stop(child),
  };
}

/** A command that may use one core only. Without `taskset` (Linux has it) it may use all of them. */
export function onCore(core: number | undefined, command: readonly string[]): [string, ...string[]] {
  const [program = '', ...argv] = command;
  if (core === undefined || !hasTaskset()) return [program, ...argv];
  return ['taskset', '--cpu-list', String(core), program, ...argv];
}

let isTasksetThere: boolean | undefined;

/** Whether processes can be kept on a core. */
export function hasTaskset(): boolean {
  isTasksetThere ??= spawnSync('taskset', ['--version']).status === 0;
  return isTasksetThere;
}

async function firstAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  child: ChildProcess,
): Promise<void> {
  for (let tries = 0; tries < 30_000; tries++) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} before it answered`);
    try {
      const response = await fetch(url, { headers });
      const body = await response.text();
      if (response.ok) return;
      throw new Error(`${url} answered ${response.status}: ${body}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await sleep(2);
    }
  }
  throw new Error(`${url} did not answer`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
  running.delete(child);
}

/**
 * Processor time of the threads of a process and its workers so far, in microseconds: as the scheduler of
 * Linux counts it, which is exact also where the machine has other work and a round is short.
 */
export function cpuMicroseconds(pid: number): number {
  return childrenOf(pid).reduce((sum, worker) => sum + cpuMicroseconds(worker), cpuOfOne(pid));
}

/** The processes of a server that handle requests: the server itself if it has no workers. */
export function workersOf(pid: number): readonly number[] {
  const workers = childrenOf(pid);
  return workers.length > 0 ? workers : [pid];
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function cpuOfOne(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.reduce((sum, task) => sum + nanosecondsOf(`/proc/${pid}/task/${task}/schedstat`) / 1000, 0);
}

/** A thread may have ended meanwhile. */
function nanosecondsOf(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0;
}

/** Resident memory of a process and its workers in MiB. */
export function residentMebibytes(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  const own = Number(line?.[1] ?? 0) / 1024;
  return childrenOf(pid).reduce((sum, worker) => sum + residentMebibytes(worker), own);
}
