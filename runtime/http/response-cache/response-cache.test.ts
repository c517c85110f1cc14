import { expect, onTestFinished, test } from 'vitest';
import { onSqliteOnly, openTestDriver } from '../../../tests/support/test-database.js';
import type { Driver } from '../../storage/driver.js';
import type { ApiRequest, KeptResponse } from '../api.js';
import { createResponseCache, type ResponseCache } from './response-cache.js';

const text =
  (body: string): KeptResponse =>
  () => ({ status: 200, body });

async function opened(): Promise<Driver> {
  const driver = await openTestDriver();
  onTestFinished(() => driver.close());
  await driver.run('CREATE TABLE numbers (n INTEGER)', []);
  return driver;
}

/** The body that is kept; null where none is, or it may not be used. */
async function find(cache: ResponseCache<KeptResponse>, key: string): Promise<unknown> {
  // A response is kept from the second request on.
  await cache.look([key]);
  const { kept } = await cache.look([key]);
  return kept === undefined ? null : kept({} as ApiRequest).body;
}

onSqliteOnly(
  'the version says that something was committed for all databases of a server, and other tests write there',
)('a response is kept until the next commit', async () => {
  const driver = await opened();
  const cache = createResponseCache<KeptResponse>(driver, 10_000);
  const keep = async (body: string): Promise<void> =>
    cache.keep('a', { respond: text(body), bytes: body.length, version: await driver.dataVersion() });
  await keep('one');
  expect(await find(cache, 'a')).toBe('one');
  expect(await find(cache, 'b')).toBeNull();
  await driver.run('INSERT INTO numbers VALUES (1)', []);
  expect(await find(cache, 'a')).toBeNull();
  expect(cache.state().bytes).toBe(0);
  await keep('two');
  expect(await find(cache, 'a')).toBe('two');
});

test('a response is not kept if something was committed after its read had begun', async () => {
  const driver = await opened();
  const cache = createResponseCache<KeptResponse>(driver, 10_000);
  const version = await driver.dataVersion();
  await driver.run('INSERT INTO numbers VALUES (1)', []);
  expect(await find(cache, 'a')).toBeNull();
  cache.keep('a', { respond: text('old'), bytes: 3, version });
  expect(await find(cache, 'a')).toBeNull();
});

test('a transaction that is open changes nothing before its commit', async () => {
  const driver = await opened();
  const cache = createResponseCache<KeptResponse>(driver, 10_000);
  await driver.transaction(async (connection) => {
    await connection.run('INSERT INTO numbers VALUES (1)', []);
    cache.keep('a', { respond: text('before'), bytes: 6, version: await driver.dataVersion() });
  });
  expect(await find(cache, 'a')).toBeNull();
});

test('hits and misses are counted', async () => {
  const cache = createResponseCache<KeptResponse>({ dataVersion: async () => 1, versionSql: null }, 10_000);
  expect(await cache.look(['a'])).toEqual({ kept: undefined, version: null });
  expect(await cache.look(['a'])).toEqual({ kept: undefined, version: 1 });
  cache.keep('a', { respond: text('any'), bytes: 3, version: 1 });
  expect((await cache.look(['a'])).kept).toBeTypeOf('function');
  expect(cache.state()).toMatchObject({ hits: 1, misses: 2 });
});

test('without a version nothing is kept', async () => {
  const cache = createResponseCache<KeptResponse>(
    { dataVersion: async () => null, versionSql: null },
    10_000,
  );
  cache.keep('a', { respond: text('any'), bytes: 3, version: null });
  expect(await find(cache, 'a')).toBeNull();
  expect(cache.state().bytes).toBe(0);
});

test('where the version costs a round trip, it is asked for less often while it changes all the time', async () => {
  let version = 0;
  let asked = 0;
  const source = {
    versionSql: 'version()',
    async dataVersion() {
      asked += 1;
      version += 1;
      return version;
    },
  };
  const cache = createResponseCache<KeptResponse>(source, 10_000);
  for (let read = 0; read < 1_000; read += 1) {
    expect((await cache.look(['a'])).kept).toBeUndefined();
    cache.keep('a', { respond: text('any'), bytes: 3, version: `of read ${read}` });
  }
  expect(asked).toBeLessThan(50);
});

test('where more is requested in turn than there is room for, few of it is kept, and then used', async () => {
  const cache = createResponseCache<KeptResponse>({ dataVersion: () => 1, versionSql: null }, 20_000);
  let kept = 0;
  async function turns(count: number): Promise<void> {
    for (let read = 0; read < count * 300; read += 1) {
      const key = `read ${read % 300}`;
      const looked = await cache.look([key]);
      if (looked.kept !== undefined || looked.version === null) continue;
      cache.keep(key, { respond: text(key), bytes: 400, version: 1 });
      kept += 1;
    }
  }
  await turns(20);
  expect(kept).toBeLessThan(600);
  expect(cache.state().hits).toBeGreaterThan(30);
});

test('what was requested twice is kept at once again when other responses are used', async () => {
  const cache = createResponseCache<KeptResponse>({ dataVersion: () => 1, versionSql: null }, 20_000);
  const read = async (key: string): Promise<boolean> => {
    const looked = await cache.look([key]);
    if (looked.kept === undefined && looked.version !== null)
      cache.keep(key, { respond: text(key), bytes: 400, version: 1 });
    return looked.kept !== undefined;
  };
  for (let turn = 0; turn < 3; turn += 1) for (let key = 0; key < 300; key += 1) await read(`read ${key}`);
  for (let turn = 0; turn < 200; turn += 1) for (let key = 0; key < 5; key += 1) await read(`few ${key}`);
  expect([await read('few 0'), await read('new'), await read('new'), await read('new')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('a read that does not return the version is kept too: it is asked before, once for a request', async () => {
  let asked = 0;
  const dataVersion = async (): Promise<number> => {
    asked += 1;
    return 1;
  };
  const cache = createResponseCache<KeptResponse>({ dataVersion, versionSql: 'version()' }, 10_000);
  await cache.look(['a'], { isAsked: true });
  expect(await cache.look(['a'], { isAsked: true })).toEqual({ kept: undefined, version: 1 });
  expect(await cache.look(['a'])).toEqual({ kept: undefined, version: undefined });
  expect(asked).toBe(1);
  cache.keep('a', { respond: text('any'), bytes: 3, version: 1 });
  expect((await cache.look(['a'], { isAsked: true, version: 1 })).kept).toBeTypeOf('function');
  expect(asked).toBe(1);
});
