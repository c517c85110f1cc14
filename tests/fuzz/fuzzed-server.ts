/** The fuzzed project as a server of its own: built by the package, on a port, with a new database. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { freePort } from '../support/free-port.js';
import { createSchema } from '../support/tested-databases.js';
import { type ProjectNames, projectNames } from './project-names.js';

export interface Usage {
  /** Milliseconds of CPU since the start. */
  readonly cpu: number;
  /** The same of its reader processes, 0 where the machine has no /proc. */
  readonly readers: number;
  /** Bytes. */
  readonly heap: number;
  readonly rss: number;
  /** Open sockets, timers and files. */
  readonly handles: number;
}

export interface FuzzedServer {
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  readonly openapi: OpenAPIObject;
  readonly project: ProjectNames;
  /** What the server wrote to its log: lines of level `error` and above. */
  readonly log: readonly string[];
  /** Null while the server runs; afterwards its exit code or signal. */
  exit(): number | string | null;
  usage(): Promise<Usage>;
  /** Milliseconds of CPU since the start, in steps of 10 ms where the machine has /proc. Cheap there. */
  cpu(): Promise<number>;
  /** The same after a garbage collection. */
  settledUsage(): Promise<Usage>;
  /** Stops the server, and removes its folder and its tables. */
  close(): Promise<void>;
}

/** The first administrator. No actor of the fuzzer, so that no request takes its rights away. */
export const keeper = { email: 'keeper@example.com', password: 'Correct-Horse-7-Battery' };

/**
 * Generates, builds and starts a project.
 *
 * @param project - its folder, from the root.
 * @throws Error if it does not start, with its output.
 */
export async function startFuzzedServer(
  root: string,
  database: DialectName,
  project = 'tests/fuzz/project',
): Promise<FuzzedServer> {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp/fuzz-'));
  cpSync(join(root, project), folder, { recursive: true });
  const environment = { ...process.env, SVC_SECRET: 'tests/fuzz: 32 bytes and some more of them' };
  execFileSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], { cwd: folder, env: environment });
  const openapi = JSON.parse(readFileSync(join(folder, 'generated/openapi.json'), 'utf8')) as OpenAPIObject;
  const description = JSON.parse(readFileSync(join(folder, 'generated/admin.json'), 'utf8'));
  const tables = database === 'postgres' ? await createSchema(`fuzz_${process.pid}`) : null;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log: string[] = [];
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', join(root, 'tests/fuzz/probe.mjs'), 'dist/server.js'],
    {
      cwd: folder,
      env: {
        ...environment,
        PORT: String(port),
        HOST: '127.0.0.1',
        SVC_BASE_URL: url,
        SVC_DATABASE_URL: tables?.url ?? 'file:data.db',
        SVC_SESSIONS_URL: 'file:sessions.db',
        SVC_LOG_LEVEL: 'error',
        SVC_RATE_LIMIT: 'off',
        SVC_ADMIN_EMAIL: keeper.email,
        SVC_ADMIN_PASSWORD: keeper.password,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => log.push(...String(chunk).split('\n').filter(Boolean)));
  }
  await ready(url, child, log);
  return {
    url,
    openapi,
    project: projectNames(description),
    log,
    exit: () => child.exitCode ?? child.signalCode,
    usage: () => ask(child, 'usage'),
    cpu: async () => cpuOf(child) ?? (await ask(child, 'usage')).cpu,
    settledUsage: () => ask(child, 'collect'),
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
      await tables?.drop();
    },
  };
}

async function ready(url: string, child: ChildProcess, log: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
    const response = await fetch(`${url}/health/ready`).catch(() => null);
    if (response?.ok) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${log.join('\n')}`);
}

/**
 * proc(5): user and system time in clock ticks of 10 ms. Null without /proc, and when the server has ended.
 */
function cpuOf({ pid }: ChildProcess): number | null {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return ((user ?? 0) + (system ?? 0)) * 10;
  } catch {
    return null;
  }
}

async function ask(child: ChildProcess, question: 'usage' | 'collect'): Promise<Usage> {
  child.send(question);
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}
