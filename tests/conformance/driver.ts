/** What every driver promises; each runs this suite on a real database. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Connection, type Driver, UniqueViolation } from '../../runtime/storage/driver.js';
import { refusal } from '../support/documents.js';

export interface DriverLimits {
  readonly transactionTimeout?: number;
  readonly busyTimeout?: number;
}

/** Opens a driver on an empty database of its own. */
export type OpenDriver = (limits?: DriverLimits) => Promise<Driver>;

const insert = 'INSERT INTO t (name) VALUES (?)';
const count = 'SELECT count(*) AS n FROM t';

/** `createTable` makes a table `t` with the columns `id` (counted up by the database), `name` and `other`, the last two unique together. */
export function describeDriver(openEmpty: OpenDriver, createTable: string): void {
  async function openDriver(limits: DriverLimits = {}): Promise<Driver> {
    const driver = await openEmpty(limits);
    onTestFinished(() => driver.close());
    await driver.run(createTable, []);
    return driver;
  }

  async function rows(driver: Driver): Promise<unknown> {
    return (await driver.get(count, []))?.['n'];
  }

  describe('a transaction', () => {
    test('is seen by readers when it is committed, not before', async () => {
      const driver = await openDriver();
      const { opened, open } = gate();
      const inserted = gate();
      const work = driver.transaction(async (connection) => {
        await connection.run(insert, ['a']);
        expect(await connection.get(count, [])).toEqual({ n: 1 });
        inserted.open();
        await opened;
      });
      await inserted.opened;
      expect(await rows(driver)).toBe(0);
      open();
      await work;
      expect(await rows(driver)).toBe(1);
    });

    test('leaves nothing behind when it throws', async () => {
      const driver = await openDriver();
      const work = driver.transaction(async (connection) => {
        await connection.run(insert, ['a']);
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
      expect(await rows(driver)).toBe(0);
      await driver.run(insert, ['b']);
      expect(await rows(driver)).toBe(1);
    });

    test('answers what its work answers', async () => {
      const driver = await openDriver();
      expect(await driver.transaction(async (connection) => connection.run(insert, ['a']))).toBe(1);
    });

    test('runs statements that are asked for at once one after the other', async () => {
      const driver = await openDriver();
      const works = await driver.transaction((connection) =>
        Promise.all(['a', 'b', 'c'].map((name) => connection.run(insert, [name]))),
      );
      expect(works).toEqual([1, 1, 1]);
      expect(await driver.all('SELECT name FROM t ORDER BY id', [])).toEqual([
        { name: 'a' },
        { name: 'b' },
        { name: 'c' },
      ]);
    });

    test('that takes too long is rolled back; its connection is dead, and the next one goes on', async () => {
      const driver = await openDriver({ transactionTimeout: 200 });
      const { opened, open } = gate();
      let late: Promise<unknown> = Promise.resolve();
      const work = driver.transaction(async (connection) => {
        await connection.run(insert, ['a']);
        await opened;
        late = connection.run(insert, ['b']);
        await late;
      });
      expect(await refusal(work)).toEqual({
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The write took longer than 200 ms and was rolled back.',
      });
      await driver.run(insert, ['c']);
      open();
      await new Promise(setImmediate);
      await expect(late).rejects.toThrow(
        'This transaction has ended: its connection cannot be used any more.',
      );
      expect(await driver.all('SELECT name FROM t', [])).toEqual([{ name: 'c' }]);
    });
  });

  describe('brief transactions', () => {
    const inserting =
      (name: string) =>
      async (connection: Connection): Promise<string> => {
        await connection.run(insert, [name]);
        return name;
      };

    test('that come at the same time are each committed when they are answered', async () => {
      const driver = await openDriver();
      const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
      const answered = await Promise.all(
        names.map(async (name) => {
          await driver.briefTransaction(inserting(name));
          return (await driver.get('SELECT name FROM t WHERE name = ?', [name]))?.['name'];
        }),
      );
      expect(answered).toEqual(names);
      expect(await rows(driver)).toBe(60);
    });

    test('that fail take back their own changes only', async () => {
      const driver = await openDriver();
      const failing = (at: string) => async (connection: Connection) => {
        await connection.run(insert, [at]);
        throw new Error(at);
      };
      const outcomes = await Promise.allSettled([
        driver.briefTransaction(failing('first')),
        driver.briefTransaction(inserting('a')),
        driver.briefTransaction(failing('middle')),
        driver.briefTransaction(inserting('b')),
      ]);
      expect(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
      ).toEqual(['Error: first', 'a', 'Error: middle', 'b']);
      expect(await driver.all('SELECT name FROM t ORDER BY name', [])).toEqual([
        { name: 'a' },
        { name: 'b' },
      ]);
    });
  });

  test('a unique index names its columns, in a statement and in a transaction', async () => {
    const driver = await openDriver();
    const twice = 'INSERT INTO t (name, other) VALUES (?, ?)';
    await driver.run(twice, ['a', 'b)=(c']);
    const work = driver.run(twice, ['a', 'b)=(c']);
    await expect(work).rejects.toBeInstanceOf(UniqueViolation);
    await expect(work).rejects.toMatchObject({ columns: ['t.name', 't.other'] });
    await driver.run('INSERT INTO t (id) VALUES (7)', []);
    const inside = driver.transaction((connection) => connection.run('INSERT INTO t (id) VALUES (7)', []));
    await expect(inside).rejects.toMatchObject({ columns: ['t.id'] });
  });

  test('rows hold text, numbers, null and bytes', async () => {
    const driver = await openDriver();
    const text = 'ä 😀 \' " \\ ? $1 \n';
    await driver.run(insert, [text]);
    const sql = `SELECT name, other, id, 'it''s ?' AS literal, 1.5 AS "what?" FROM t -- really?\n WHERE name = ? /* or ? */`;
    expect(await driver.all(sql, [text])).toEqual([
      { name: text, other: null, id: 1, literal: "it's ?", 'what?': 1.5 },
    ]);
  });

  test('statements of any number and text are run', async () => {
    const driver = await openDriver();
    for (let shape = 0; shape < 40; shape += 1) {
      for (let round = 0; round < 3; round += 1) {
        expect(
          await driver.get(`SELECT ${shape} AS n, count(*) AS "all" FROM t WHERE name = ?`, ['a']),
        ).toEqual({
          n: shape,
          all: 0,
        });
      }
    }
  });

  test('a change of tables is committed as one, or not at all', async () => {
    const driver = await openDriver();
    const breaking = driver.schemaChange(async (connection) => {
      await connection.run('CREATE TABLE u (id INTEGER PRIMARY KEY)', []);
      await connection.run('DROP TABLE t', []);
      throw new Error('no');
    });
    await expect(breaking).rejects.toThrow('no');
    expect(await rows(driver)).toBe(0);
    await driver.schemaChange((connection) => connection.run('ALTER TABLE t RENAME TO u', []));
    expect(await driver.get('SELECT count(*) AS n FROM u', [])).toEqual({ n: 0 });
  });

  test('a driver that is closed refuses with 503', async () => {
    const driver = await openDriver();
    await expect(driver.check()).resolves.toBeUndefined();
    const work = driver.transaction(async (connection) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return connection.run(insert, ['a']);
    });
    await new Promise(setImmediate);
    await Promise.all([driver.close(), driver.close()]);
    expect(await work).toBe(1);
    const closed = { status: 503, code: 'UNAVAILABLE', message: 'The server is shutting down.' };
    expect(await refusal(driver.all(count, []))).toEqual(closed);
    expect(await refusal(driver.run(insert, ['b']))).toEqual(closed);
    expect(await refusal(driver.check())).toEqual(closed);
  });
}

/** A promise and what settles it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
