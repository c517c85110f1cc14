/** Private PostgreSQL servers for a test, which it can stop, pause and start again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.js';
import type { Certificate } from './own-authority.js';

export interface OwnServer {
  readonly url: string;
  /** Ends the server without a checkpoint, as in a crash. */
  kill(): Promise<void>;
  /** Starts the server again at the same address. */
  start(): Promise<void>;
  /** Stops the processes: connections stay open, but there are no responses. */
  pause(): void;
  resume(): void;
  /** Closes all connections of clients. */
  cutConnections(): Promise<void>;
}

export interface OwnPostgresOptions {
  /** Default: no password is needed. */
  readonly password?: string;
  /** If given, the server also accepts TLS connections. */
  readonly certificate?: Certificate;
  /** `name=value`, as in its configuration file. */
  readonly settings?: readonly string[];
}

export interface OwnPostgres extends OwnServer {
  /** Starts a standby of this server with streaming replication. */
  startStandby(): Promise<OwnStandby>;
}

export interface OwnStandby extends OwnServer {
  /** Pauses replay: from now on the standby shows no newer data. */
  holdReplay(): Promise<void>;
  goOn(): Promise<void>;
  /** Ends replication, and accepts writes. */
  promote(): Promise<void>;
}

export async function startOwnPostgres(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const { password, certificate, settings = [] } = options;
  const folder = temporaryFolder();
  const user = password === undefined ? 'postgres' : `postgres:${password}`;
  const account = accountFor(folder);
  const passwords = join(tmpdir(), `${basename(folder)}-password`);
  writeFileSync(passwords, password ?? '');
  const asks = password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', '--pwfile', passwords];
  execFileSync(program('initdb'), ['-D', folder, '-U', 'postgres', ...asks, '-E', 'UTF8', '--no-sync'], {
    ...account,
    stdio: 'ignore',
  });
  rmSync(passwords);
  if (certificate !== undefined) keep(certificate, folder, account);
  const all = [...(certificate === undefined ? [] : ['ssl=on']), ...settings];
  const server = await startServer({ folder, account, user, settings: all });
  return { ...server, startStandby: () => startStandbyOf(server) };
}

async function startStandbyOf({ url }: OwnServer): Promise<OwnStandby> {
  const folder = temporaryFolder();
  const account = accountFor(folder);
  const { username, password } = new URL(url);
  const user = password === '' ? username : `${username}:${password}`;
  const options = ['-D', folder, '-d', url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  execFileSync(program('pg_basebackup'), options, { ...account, stdio: 'ignore' });
  const server = await startServer({ folder, account, user, settings: [] });
  return {
    ...server,
    holdReplay: () => query(server.url, 'SELECT pg_wal_replay_pause()'),
    goOn: () => query(server.url, 'SELECT pg_wal_replay_resume()'),
    promote: () => query(server.url, 'SELECT pg_promote()'),
  };
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'svc-postgres-'));
}

interface ServerParts {
  readonly folder: string;
  readonly account: Account;
  /** The user part of its URL, with the password if it needs one. */
  readonly user: string;
  readonly settings: readonly string[];
}

/** Runs the server of a folder until the test ends. */
async function startServer({ folder, account, user, settings }: ServerParts): Promise<OwnServer> {
  const port = await freePort();
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=16MB'];
    const all = [...own, ...settings];
    const args = ['-D', folder, '-p', String(port), ...all.flatMap((each) => ['-c', each])];
    child = spawn(program('postgres'), args, { ...account, stdio: 'ignore' });
    await answering(url);
  }

  async function kill(): Promise<void> {
    const ended = child;
    child = null;
    if (ended === null) return;
    const exit = once(ended, 'exit');
    signal(ended, 'SIGCONT');
    ended.kill('SIGQUIT');
    await exit;
  }

  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url,
    kill,
    start,
    pause: () => signal(child, 'SIGSTOP'),
    resume: () => signal(child, 'SIGCONT'),
    cutConnections: () =>
      query(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      ),
  };
}

/** Copies the files to where the server looks for them. Only its account may read the key. */
function keep({ cert, key }: Certificate, folder: string, { uid, gid }: Account): void {
  for (const [from, name] of [
    [cert, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    const to = join(folder, name);
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    if (uid !== undefined && gid !== undefined) chownSync(to, uid, gid);
  }
}

/** The account that a server runs as; empty: the current one. */
interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** The account `postgres` if this process is root, since PostgreSQL refuses to run as root. */
function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres.');
  chownSync(folder, uid, gid);
  return { uid, gid };
}

/** Finds a program of the server, since distributions do not put it on the PATH. */
function program(name: string): string {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions).sort().reverse() : [];
  const paths = found.map((version) => join(versions, version, 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}

/**
 * Sends a signal to the server and to the process of each connection, which are in process groups of their
 * own.
 */
function signal(child: ChildProcess | null, name: NodeJS.Signals): void {
  if (child?.pid === undefined) return;
  const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
  for (const pid of [child.pid, ...found.trim().split(/\s+/).map(Number)]) send(pid, name);
}

/** Sends a signal; the process may have ended since it was found. */
function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function answering(url: string): Promise<void> {
  for (;;) {
    try {
      return await query(url, 'SELECT 1');
    } catch {
      await delay(50);
    }
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
