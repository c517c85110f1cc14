import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  const child = spawn(process.execPath, options.argv(port), {
    cwd: options.cwd,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (child.pid === undefined) throw new Error(`${options.name} did not start`);
  running.add(child);
  await firstAnswer(`${url}/api/posts?limit=1`, child);
  return {
    name: options.name,
    url,
    pid: child.pid,
    startup: performance.now() - begin,
    stop: () => stop(child),
  };
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 5000; tries++) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} before it answered`);
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.ok) return;
      throw new Error(`${url} answered ${response.status}`);
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
 * Processor time of a process and its workers so far, user and system, in microseconds (Linux counts in
 * hundredths of a second).
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
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory of a process in MiB. */
export function residentMebibytes(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}
