import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { describeDriver } from '../../../../tests/conformance/driver.js';
import { refusal } from '../../../../tests/support/documents.js';
import { scratchFolder } from '../../../../tests/support/emitted.js';
import { type Connection, type Driver, UniqueViolation } from '../../driver.js';
import { unsoundPair } from './better-sqlite3.js';
import { createSqliteDriver, type SqliteDriverOptions } from './sqlite-driver.js';
import { StatementCache } from './statement-cache.js';

const createTable =
  'CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, other TEXT, UNIQUE (name, other)) STRICT';

describe('the SQLite driver', () => {
  describeDriver((limits) => createSqliteDriver({ path: ':memory:', ...limits }), createTable);
});

async function openDriver(options: Partial<SqliteDriverOptions> = {}): Promise<Driver> {
  const driver = await createSqliteDriver({ path: ':memory:', ...options });
  onTestFinished(() => driver.close());
  await driver.run(createTable, []);
  return driver;
}

const insert = 'INSERT INTO t (name) VALUES (?)';
const count = 'SELECT count(*) AS n FROM t';

async function rows(driver: Driver): Promise<unknown> {
  return (await driver.get(count, []))?.['n'];
}

/** While `fails` is set, statements with such a text fail as they do on a broken disk. */
function failingStatements(text: RegExp): { fails: boolean } {
  const disk = { fails: false };
  const memory = new Database(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Database.Statement;
  memory.close();
  const { run } = prototype;
  vi.spyOn(prototype, 'run').mockImplementation(function faulty(this: Database.Statement, ...parameters) {
    if (disk.fails && text.test(this.source))
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    return Reflect.apply(run, this, parameters) as Database.RunResult;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return disk;
}

/** A promise and the function that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a transaction whose end fails does not stop the ones after it', async () => {
  const driver = await openDriver();
  const disk = failingStatements(/^(COMMIT|ROLLBACK)$/);
  const failed = driver.transaction(async (connection) => {
    await connection.run(insert, ['a']);
    disk.fails = true;
  });
  expect(await refusal(failed)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  disk.fails = false;
  expect(await rows(driver)).toBe(0);
  await driver.transaction((connection) => connection.run(insert, ['b']));
  expect(await driver.all('SELECT name FROM t', [])).toEqual([{ name: 'b' }]);
});

describe('a read outside of transactions', () => {
  test('is refused when it would write, whether one is open or not', async () => {
    const driver = await openDriver();
    const writing = (): Promise<unknown> => driver.get(`${insert} RETURNING id`, ['a']);
    await expect(writing()).rejects.toThrow('A read must not write');
    await driver.transaction(async () => {
      await expect(writing()).rejects.toThrow('A read must not write');
    });
    expect(await rows(driver)).toBe(0);
  });

  test('sees what this process and another have committed, and nothing else', async () => {
    const path = join(scratchFolder(), 'data.db');
    const driver = await openDriver({ path });
    const other = await createSqliteDriver({ path });
    onTestFinished(() => other.close());
    const seen: unknown[] = [];
    const look = async (): Promise<void> => void seen.push(await rows(driver));
    await driver.run(insert, ['a']);
    await look();
    await other.run(insert, ['b']);
    await look();
    await driver.transaction(async (connection) => {
      await connection.run(insert, ['c']);
      await look();
    });
    await look();
    const undone = driver.transaction(async (connection) => {
      await connection.run(insert, ['d']);
      throw new Error('No.');
    });
    await expect(undone).rejects.toThrow('No.');
    await look();
    expect(seen).toEqual([1, 2, 2, 3, 3]);
  });

  test('can tell that something was committed, by this process or another', async () => {
    const path = join(scratchFolder(), 'data.db');
    const driver = await openDriver({ path });
    const other = await createSqliteDriver({ path });
    onTestFinished(() => other.close());
    const before = await driver.dataVersion();
    await rows(driver);
    expect(await driver.dataVersion()).toBe(before);
    const versions = [before];
    for (const writer of [driver, other, driver, driver, other]) {
      await writer.run(insert, [null]);
      versions.push(await driver.dataVersion());
    }
    expect(new Set(versions).size).toBe(6);
    await driver.transaction(async (connection) => {
      await connection.run(insert, [null]);
      expect(await driver.dataVersion()).toBe(versions.at(-1));
    });
    expect(versions).not.toContain(await driver.dataVersion());
  });
});

describe('a transaction', () => {
  test('waits for the one before', async () => {
    const driver = await openDriver();
    const order: string[] = [];
    const work = (name: string): Promise<void> =>
      driver.transaction(async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${name} ends`);
      });
    await Promise.all(['a', 'b', 'c'].map(work));
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  test('behind one that is stuck comes through; behind several it is refused with 503', async () => {
    const driver = await openDriver({ transactionTimeout: 60, busyTimeout: 30 });
    const stuck = (): Promise<void> => driver.transaction(() => new Promise<void>(() => undefined));
    const outcomes = await Promise.allSettled([
      stuck(),
      driver.run(insert, ['a']),
      stuck(),
      driver.run(insert, ['b']),
    ]);
    expect(outcomes).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringContaining('took longer') }),
      },
      { status: 'fulfilled', value: 1 },
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringContaining('took longer') }),
      },
      { status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 1 }) },
    ]);
    expect(await driver.run(insert, ['c'])).toBe(1);
  });
});

describe('brief transactions', () => {
  /** Inserts a row; the work of a brief transaction. */
  const inserting =
    (name: string) =>
    async (connection: Connection): Promise<string> => {
      await connection.run(insert, [name]);
      return name;
    };

  test('that come at the same time share a commit, and nobody is answered before it', async () => {
    const driver = await openDriver();
    const answered: string[] = [];
    const works = ['a', 'b', 'c'].map(async (name) => {
      answered.push(await driver.briefTransaction(inserting(name)));
    });
    await Promise.resolve();
    expect(await rows(driver)).toBe(0);
    expect(answered).toEqual([]);
    await Promise.all(works);
    expect(answered).toEqual(['a', 'b', 'c']);
    expect(await rows(driver)).toBe(3);
  });

  test('see each other, and one that fails takes back its own changes only', async () => {
    const driver = await openDriver();
    const failing = (at: string) => async (connection: Connection) => {
      await connection.run(insert, [at]);
      throw new Error(at);
    };
    const outcomes = await Promise.allSettled([
      driver.briefTransaction(failing('first')),
      driver.briefTransaction(inserting('a')),
      driver.briefTransaction(failing('middle')),
      driver.briefTransaction((connection) => connection.get(count, [])),
      driver.briefTransaction(inserting('b')),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
    ).toEqual(['Error: first', 'a', 'Error: middle', { n: 1 }, 'b']);
    expect(await driver.all('SELECT name FROM t', [])).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  test('are committed before one that may wait begins', async () => {
    const driver = await openDriver();
    const { opened, open } = gate();
    const brief = driver.briefTransaction(inserting('a'));
    const long = driver.transaction(async (connection) => {
      await connection.run(insert, ['b']);
      await opened;
    });
    const later = driver.briefTransaction(inserting('c'));
    await brief;
    expect(await driver.all('SELECT name FROM t', [])).toEqual([{ name: 'a' }]);
    open();
    await Promise.all([long, later]);
    expect(await rows(driver)).toBe(3);
  });

  test('are all refused when their commit fails, and later ones go on', async () => {
    const driver = await openDriver();
    await driver.run('CREATE TABLE child (parent INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)', []);
    const dangling = (connection: Connection): Promise<number> =>
      connection.run('INSERT INTO child VALUES (9)', []);
    const works = [driver.briefTransaction(inserting('a')), driver.briefTransaction(dangling)];
    for (const outcome of await Promise.allSettled(works)) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: 'FOREIGN KEY constraint failed' },
      });
    }
    expect(await rows(driver)).toBe(0);
    expect(await driver.briefTransaction(inserting('b'))).toBe('b');
  });

  test('are all lost when the disk is full, and all are told', async () => {
    const driver = await openDriver();
    await driver.transaction((connection) => connection.all('PRAGMA max_page_count = 1', []));
    const filling = async (connection: Connection): Promise<void> => {
      for (let line = 0; line < 100; line += 1) await connection.run(insert, [`${line}`.padEnd(4000)]);
    };
    const full = { status: 503, code: 'UNAVAILABLE', message: 'The disk of the database is full.' };
    const [small, large] = [driver.briefTransaction(inserting('a')), driver.briefTransaction(filling)];
    const outcomes = await Promise.all([refusal(small), refusal(large)]);
    expect(outcomes).toEqual([full, full]);
    expect(await rows(driver)).toBe(0);
  });

  test('that cannot be taken back are lost together, and later ones go on', async () => {
    const driver = await openDriver();
    const disk = failingStatements(/^(INSERT.*|ROLLBACK.*)$/);
    const works = [
      driver.briefTransaction(inserting('a')),
      driver.briefTransaction(async (connection) => {
        await connection.run(insert, ['b']);
        disk.fails = true;
        await connection.run(insert, ['c']);
      }),
    ];
    for (const outcome of await Promise.allSettled(works))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    disk.fails = false;
    expect(await rows(driver)).toBe(0);
    expect(await driver.briefTransaction(inserting('d'))).toBe('d');
    expect(await driver.all('SELECT name FROM t', [])).toEqual([{ name: 'd' }]);
  });

  test('are committed in time when they keep coming', async () => {
    const driver = await openDriver();
    const all = Array.from({ length: 350 }, (_, index) => driver.briefTransaction(inserting(`n${index}`)));
    await all[0];
    expect(Number(await rows(driver))).toBeLessThan(350);
    await Promise.all(all);
    expect(await rows(driver)).toBe(350);
  });

  test('are committed when the driver is closed', async () => {
    const path = join(scratchFolder(), 'data.db');
    const driver = await openDriver({ path });
    const work = driver.briefTransaction(inserting('a'));
    await driver.close();
    expect(await work).toBe('a');
    const again = await createSqliteDriver({ path });
    onTestFinished(() => again.close());
    expect(await rows(again)).toBe(1);
  });
});

describe('an error of the database', () => {
  test('about a unique index names its columns', async () => {
    const driver = await openDriver();
    const twice = 'INSERT INTO t (name, other) VALUES (?, ?)';
    await driver.run(twice, ['a', 'b']);
    const work = driver.run(twice, ['a', 'b']);
    await expect(work).rejects.toBeInstanceOf(UniqueViolation);
    await expect(work).rejects.toMatchObject({ columns: ['t.name', 't.other'] });
    await driver.run('INSERT INTO t (id) VALUES (7)', []);
    await expect(driver.run('INSERT INTO t (id) VALUES (7)', [])).rejects.toMatchObject({
      columns: ['t.id'],
    });
  });

  test('about a full disk is 503, and the write is gone', async () => {
    const driver = await openDriver();
    await driver.transaction(async (connection) => {
      await connection.all('PRAGMA max_page_count = 1', []);
    });
    const work = driver.transaction(async (connection) => {
      for (let line = 0; line < 100; line += 1) await connection.run(insert, [`${line}`.padEnd(4000)]);
    });
    expect(await refusal(work)).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      message: 'The disk of the database is full.',
    });
    expect(await rows(driver)).toBe(0);
  });

  test('about a damaged file is 503 and names neither file nor statement', async () => {
    const path = join(scratchFolder(), 'data.db');
    const driver = await openDriver({ path });
    for (let line = 0; line < 50; line += 1) await driver.run(insert, [`${line}`.padEnd(2000)]);
    await driver.close();
    const bytes = readFileSync(path);
    bytes.fill(0xee, 4096);
    writeFileSync(path, bytes);
    const damaged = await createSqliteDriver({ path });
    onTestFinished(() => damaged.close());
    expect(await refusal(damaged.all('SELECT * FROM t', []))).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      message: 'The database is damaged.',
    });
  });

  test('in a statement is no more than that', async () => {
    const driver = await openDriver();
    await expect(driver.all('SELECT missing', [])).rejects.toThrow('no such column: missing');
  });
});

describe('another process that writes', () => {
  test('is waited for without stopping this one, and not for ever', async () => {
    const path = join(scratchFolder(), 'data.db');
    const driver = await openDriver({ path, busyTimeout: 80 });
    const other = new Database(path);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 5);
    onTestFinished(() => clearInterval(ticking));
    expect(await refusal(driver.run(insert, ['a']))).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      message: 'The database is busy with another write. Try again.',
    });
    expect(turns).toBeGreaterThan(3);
    expect(await rows(driver)).toBe(0);

    setTimeout(() => other.exec('COMMIT'), 20);
    expect(await driver.run(insert, ['a'])).toBe(1);
  });
});

describe('a database file', () => {
  test('is made with its folder, in WAL mode, with foreign keys on', async () => {
    const path = join(scratchFolder(), 'a/b/data.db');
    const driver = await openDriver({ path });
    const settings = await driver.transaction((connection) =>
      connection.all(
        'SELECT journal_mode, foreign_keys, synchronous FROM pragma_journal_mode, pragma_foreign_keys, pragma_synchronous',
        [],
      ),
    );
    expect(settings).toEqual([{ journal_mode: 'wal', foreign_keys: 1, synchronous: 1 }]);
  });

  test("and its log are their owner's alone", async () => {
    const path = join(scratchFolder(), 'data.db');
    await openDriver({ path });
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is whole and alone when the driver is closed, after the transaction that is running', async () => {
    const folder = scratchFolder();
    const driver = await openDriver({ path: join(folder, 'data.db') });
    const work = driver.transaction(async (connection) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await connection.run(insert, ['a']);
    });
    await Promise.all([driver.close(), driver.close()]);
    await work;
    expect(readdirSync(folder)).toEqual(['data.db']);
    const file = new Database(join(folder, 'data.db'), { readonly: true });
    onTestFinished(() => void file.close());
    expect(file.prepare(count).get()).toEqual({ n: 1 });
    const closed = { status: 503, code: 'UNAVAILABLE', message: 'The server is shutting down.' };
    expect(await refusal(driver.all(count, []))).toEqual(closed);
    expect(await refusal(driver.run(insert, ['b']))).toEqual(closed);
    expect(await refusal(driver.check())).toEqual(closed);
  });

  test('takes in its log when nothing is written for a while', async () => {
    const path = join(scratchFolder(), 'data.db');
    const driver = await openDriver({ path, checkpointAfter: 20 });
    await driver.run(insert, ['a']);
    const size = statSync(path).size;
    await driver.run(`CREATE TABLE u (id INTEGER)`, []);
    await expect.poll(() => statSync(path).size).toBeGreaterThan(size);
  });

  test('that is none is refused with what to do', async () => {
    const path = join(scratchFolder(), 'data.db');
    writeFileSync(path, 'hello, this is no database at all. '.repeat(100));
    await expect(createSqliteDriver({ path })).rejects.toThrow(
      `The database ${path} cannot be opened: file is not a database. Is it a SQLite file? Restore a backup, or choose another path.`,
    );
  });

  test('that is a folder, or below a file, is refused with what to do', async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, 'data.db'));
    writeFileSync(join(folder, 'file'), '');
    const advice = 'Check that the path is right and that this user may write the file and its folder.';
    await expect(createSqliteDriver({ path: join(folder, 'data.db') })).rejects.toThrow(advice);
    await expect(createSqliteDriver({ path: join(folder, 'file/data.db') })).rejects.toThrow(advice);
  });

  test('in memory leaves nothing behind', async () => {
    const folder = scratchFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const driver = await createSqliteDriver({ path: ':memory:' });
    expect(
      readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('data.db')),
    ).toHaveLength(1);
    await driver.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is checked while it is open', async () => {
    const driver = await openDriver();
    await expect(driver.check()).resolves.toBeUndefined();
  });
});

test('a change of tables may break references on the way, but not at its end', async () => {
  const driver = await openDriver();
  await driver.run('CREATE TABLE child (parent INTEGER REFERENCES t (id) ON DELETE CASCADE) STRICT', []);
  await driver.run(insert, ['a']);
  await driver.run('INSERT INTO child VALUES (1)', []);
  await driver.schemaChange(async (connection) => {
    await connection.run('CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT) STRICT', []);
    await connection.run('INSERT INTO u SELECT id, name FROM t', []);
    await connection.run('DROP TABLE t', []);
    await connection.run('ALTER TABLE u RENAME TO t', []);
  });
  expect(await driver.all('SELECT * FROM child', [])).toEqual([{ parent: 1 }]);
  const breaking = driver.schemaChange((connection) => connection.run('DELETE FROM t', []));
  await expect(breaking).rejects.toThrow('Table child has rows that refer to missing rows of t.');
  expect(await driver.all('SELECT * FROM t', [])).toHaveLength(1);
  await driver.run('DELETE FROM t', []);
  expect(await driver.all('SELECT * FROM child', [])).toEqual([]);
});

test('statements are prepared once, and those that are used stay while others come and go', () => {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  const cache = new StatementCache(database, { generationSize: 3 });
  const fixed = cache.prepare('SELECT 0');
  const first = cache.prepare('SELECT 1');
  for (let shape = 1; shape < 50; shape += 1) {
    cache.prepare(`SELECT ${shape}`);
    expect(cache.prepare('SELECT 0')).toBe(fixed);
  }
  expect(cache.prepare('SELECT 1')).not.toBe(first);
});

test('better-sqlite3 12 on Node 24 is refused with what to install', () => {
  expect(unsoundPair('12.11.1', '24.19.0')).toBe(
    'better-sqlite3 12.11.1 is not sound on Node 24.19.0: it can abort the process. ' +
      'Run "npm install better-sqlite3@13", or use Node 20 or 22.',
  );
  expect(unsoundPair('12.11.1', '20.20.2')).toBeNull();
  expect(unsoundPair('12.11.1', '22.22.0')).toBeNull();
  expect(unsoundPair('13.2.0', '24.19.0')).toBeNull();
});
