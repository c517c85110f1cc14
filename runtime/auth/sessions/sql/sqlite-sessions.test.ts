import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { describeSessionStore, sessionOf } from '../../../../tests/conformance/session-store.js';
import { scratchFolder } from '../../../../tests/support/emitted.js';
import { openSqlSessionStore } from './open-sql-session-store.js';

const newPlace = (): string => join(scratchFolder(), 'sessions.db');

describeSessionStore('SQLite', {
  newPlace,
  open: (path, clock) => openSqlSessionStore({ database: { kind: 'sqlite', path }, clock }),
});

const script = join(import.meta.dirname, '../../../../tests/conformance/session-process.js');

/** The lines that two processes print which do the same work on one file. */
async function linesOfTwo(path: string, work: string, count: number): Promise<readonly string[]> {
  const outputs = [1, 2].map(async () => {
    const child = spawn(process.execPath, [script, path, work, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(code).toBe(0);
    return output.split('\n').filter(Boolean);
  });
  return (await Promise.all(outputs)).flat();
}

test('two processes on one file lose no count', async () => {
  const counts = await linesOfTwo(newPlace(), 'count', 100);
  expect(counts.map(Number).sort((left, right) => left - right)).toEqual(
    Array.from({ length: 200 }, (_, at) => at + 1),
  );
});

test('two processes that rotate one session win every counter once between them', async () => {
  const path = newPlace();
  const store = await openSqlSessionStore({ database: { kind: 'sqlite', path }, clock: Date.now });
  await store.create(sessionOf('ann', { id: 'raced', expiresAt: Date.now() + 3_600_000 }), 50);
  await store.close();
  const won = await linesOfTwo(path, 'rotate', 50);
  expect(won.map(Number).sort((left, right) => left - right)).toEqual(
    Array.from({ length: 50 }, (_, at) => at),
  );
});

test('two processes let five failed logins of an account run between them', async () => {
  expect(await linesOfTwo(newPlace(), 'fail', 50)).toHaveLength(5);
});

test('sessions that were acknowledged survive kill -9', async () => {
  const path = newPlace();
  const acknowledged: string[] = [];
  for (let round = 1; round <= 4; round += 1) {
    const child = spawn(process.execPath, [script, path, 'create', '1000000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (id) => acknowledged.push(id));
    const ended = Promise.all([once(child, 'close'), once(lines, 'close')]);
    await expect
      .poll(() => acknowledged.length, { timeout: 15_000, interval: 3 })
      .toBeGreaterThan(20 * round);
    child.kill('SIGKILL');
    await ended;
  }
  const store = await openSqlSessionStore({ database: { kind: 'sqlite', path }, clock: Date.now });
  onTestFinished(() => store.close());
  const found = await Promise.all(acknowledged.map((id) => store.get(id)));
  expect(found.filter((session) => session === null)).toEqual([]);
});

test('sessions in memory are gone with the store', async () => {
  const session = sessionOf('ann');
  const open = () =>
    openSqlSessionStore({ database: { kind: 'sqlite', path: ':memory:' }, clock: () => session.createdAt });
  const store = await open();
  await store.create(session, 50);
  expect(await store.get(session.id)).toEqual(session);
  await store.close();
  const next = await open();
  onTestFinished(() => next.close());
  expect(await next.get(session.id)).toBeNull();
});

test('the file keeps what it says in typed columns, found by an index', async () => {
  const path = newPlace();
  const store = await openSqlSessionStore({ database: { kind: 'sqlite', path }, clock: Date.now });
  await store.close();
  const database = new Database(path);
  onTestFinished(() => void database.close());
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  const plan = (sql: string): string =>
    (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join('; ');
  expect(plan(`SELECT id FROM _svc_sessions WHERE user_id = 'a' ORDER BY created_at DESC`)).toBe(
    'SEARCH _svc_sessions USING INDEX _svc_sessions_user (user_id=?)',
  );
  expect(plan('SELECT id FROM _svc_sessions WHERE expires_at <= 1 OR last_seen_at <= 1')).not.toMatch(
    /\bSCAN\b/,
  );
});

test('what is purged leaves no row', async () => {
  const path = newPlace();
  const session = sessionOf('ann');
  const store = await openSqlSessionStore({
    database: { kind: 'sqlite', path },
    clock: () => session.createdAt,
  });
  await store.create(session, 50);
  await store.counters.add('seen', 1, 1_000, session.createdAt);
  expect(await store.purge(session.expiresAt, 0)).toBe(1);
  await store.close();
  const database = new Database(path);
  onTestFinished(() => void database.close());
  const rowsOf = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
  expect([rowsOf('_svc_sessions'), rowsOf('_svc_counters')]).toEqual([[], []]);
});

test('a file that is no database is refused with what to do', async () => {
  const path = newPlace();
  writeFileSync(path, 'no database at all'.repeat(100));
  await expect(openSqlSessionStore({ database: { kind: 'sqlite', path }, clock: Date.now })).rejects.toThrow(
    /cannot be opened: .*Is it a SQLite file/,
  );
});
