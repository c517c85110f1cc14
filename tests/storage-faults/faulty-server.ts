/** The project as a built server on copies of one database, with faults in its storage on demand. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { freePort } from '../support/free-port.js';
import { execute, postgresServer } from '../support/tested-databases.js';

export const faultKinds = ['error', 'late', 'storm', 'kill', 'late-kill'] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface FaultyServer {
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  /** What the server wrote to its log: lines of level `error` and above. */
  readonly log: readonly string[];
  /** Whether the process still runs. */
  isAlive(): boolean;
  /** From now on the `at`th call of the database's driver meets a fault. */
  arm(kind: FaultKind, at: number): Promise<void>;
  /** Ends that; resolves with whether there was a fault. */
  disarm(): Promise<boolean>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface FaultyProject {
  /** Starts a server on the original database, which later copies are made of. */
  startOriginal(): Promise<FaultyServer>;
  /** Starts a server on a new copy. Only while no server runs on the original. */
  startCopy(): Promise<FaultyServer>;
  /** Starts a server on the newest copy, as the server before has left it. */
  startAgain(): Promise<FaultyServer>;
  /** Removes the folder and the databases. */
  remove(): Promise<void>;
}

export const administrator = { email: 'keeper@example.com', password: 'Correct-Horse-7-Battery' };

/** Where the databases are. */
interface Store {
  readonly content: string;
  readonly sessions: string;
}

export async function buildProject(root: string, database: DialectName): Promise<FaultyProject> {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp/faults-'));
  cpSync(join(root, 'tests/storage-faults/project'), folder, { recursive: true });
  const environment = { ...process.env, SVC_SECRET: 'tests/storage-faults: 32 bytes and some more' };
  execFileSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], { cwd: folder, env: environment });
  const databases = database === 'postgres' ? postgresDatabases() : sqliteDatabases(folder);

  async function start({ content, sessions }: Store): Promise<FaultyServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const log: string[] = [];
    const child = spawn(
      process.execPath,
      ['--import', join(root, 'tests/storage-faults/probe.mjs'), 'dist/server.js'],
      {
        cwd: folder,
        env: {
          ...environment,
          PORT: String(port),
          HOST: '127.0.0.1',
          SVC_DATABASE_URL: content,
          SVC_SESSIONS_URL: sessions,
          SVC_LOG_LEVEL: 'error',
          SVC_RATE_LIMIT: 'off',
          SVC_ADMIN_EMAIL: administrator.email,
          SVC_ADMIN_PASSWORD: administrator.password,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    child.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => log.push(String(chunk)));
    await ready(url, child, log);
    return serverOf(child, url, log);
  }

  return {
    startOriginal: async () => start(await databases.original()),
    startCopy: async () => start(await databases.copy()),
    startAgain: () => start(databases.newest()),
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      await databases.remove();
    },
  };
}

function serverOf(child: ChildProcess, url: string, log: readonly string[]): FaultyServer {
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  /** Whether there was a fault: a process that has ended was killed by one. */
  async function ask(message: object): Promise<boolean> {
    if (!isAlive()) return true;
    const stop = new AbortController();
    const { signal } = stop;
    const ended = once(child, 'exit', { signal }).then(() => true);
    const told = once(child, 'message', { signal }).then(
      (messages) => (messages[0] as { readonly fired: boolean }).fired,
    );
    child.send(message, () => undefined);
    try {
      return await Promise.race([told, ended]);
    } finally {
      for (const promise of [told, ended]) promise.catch(() => undefined);
      stop.abort();
    }
  }
  return {
    url,
    log,
    isAlive,
    arm: async (kind, at) => void (await ask({ arm: { kind, at } })),
    disarm: () => ask({ disarm: true }),
    async stop(signal = 'SIGTERM') {
      if (!isAlive()) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function ready(url: string, child: ChildProcess, log: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const response = await fetch(`${url}/health/ready`).catch(() => null);
    if (response?.ok) return;
    await delay(25);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${log.join('')}`);
}

interface Databases {
  original(): Promise<Store>;
  copy(): Promise<Store>;
  newest(): Store;
  remove(): Promise<void>;
}

function sqliteDatabases(folder: string): Databases {
  let copies = 0;
  const at = (name: string): Store => ({
    content: `file:${join(folder, name)}.db`,
    sessions: `file:${join(folder, name)}.sessions.db`,
  });
  return {
    original: async () => at('original'),
    async copy() {
      const before = copies;
      copies += 1;
      for (const end of [
        '.db',
        '.db-wal',
        '.db-shm',
        '.sessions.db',
        '.sessions.db-wal',
        '.sessions.db-shm',
      ]) {
        rmSync(join(folder, `copy${before}${end}`), { force: true });
        const source = join(folder, `original${end}`);
        if (existsSync(source)) copyFileSync(source, join(folder, `copy${copies}${end}`));
      }
      return at(`copy${copies}`);
    },
    newest: () => at(`copy${copies}`),
    // They are in the folder.
    remove: async () => undefined,
  };
}

function postgresDatabases(): Databases {
  const server = postgresServer();
  const names: string[] = [];
  const named = (name: string): Store => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return { content: url.href, sessions: url.href };
  };
  const create = async (name: string, template?: string): Promise<Store> => {
    names.push(name);
    await execute(server, `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
    return named(name);
  };
  const drop = (name: string): Promise<void> =>
    execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const original = `faults_${process.pid}`;
  return {
    original: () => create(original),
    async copy() {
      if (names.length > 1) await drop(String(names.at(-1)));
      return await create(`${original}_${names.length}`, original);
    },
    newest: () => named(String(names.at(-1))),
    async remove() {
      for (const name of names) await drop(name);
    },
  };
}
