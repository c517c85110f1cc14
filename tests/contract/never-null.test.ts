/** docs/spec/contract.md#empty-values. */
import { expect, onTestFinished, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { prepareSchema } from '../../runtime/storage/schema/prepare-schema.js';
import { anonymous, type Client, openGuarded } from '../access/support/guarded-service.js';
import { openTestDriver } from '../support/test-database.js';

const fields = (
  live?: boolean,
  kind?: string,
): NonNullable<ServiceConfig['collections']>[number]['fields'] => [
  { name: 'title', type: 'text' },
  { name: 'live', type: 'boolean', ...(live === undefined ? {} : { default: live }) },
  { name: 'kind', type: 'select', options: ['a', 'b'], ...(kind === undefined ? {} : { default: kind }) },
  { name: 'open', type: 'boolean' },
  {
    name: 'seo',
    type: 'group',
    fields: [{ name: 'index', type: 'boolean', ...(live === undefined ? {} : { default: live }) }],
  },
];

function configOf(live?: boolean, kind?: string): ServiceConfig {
  return { collections: [{ slug: 'posts', fields: fields(live, kind) }] };
}

async function client(): Promise<Client> {
  return (await openGuarded(configOf(true, 'b'))).as(anonymous);
}

test('null sets a boolean or a select with a constant default back to it, and clears others', async () => {
  const posts = await client();
  const filled = { live: true, kind: 'b', open: null };
  const sent = { live: null, kind: null, open: null };
  expect(await posts.post('/api/posts', sent)).toMatchObject({ status: 201, body: filled });
  expect((await posts.post('/api/posts', {})).body).toMatchObject(filled);
  const { id } = (await posts.post('/api/posts', { live: false, kind: 'a', open: true })).body;
  expect(await posts.patch(`/api/posts/${id}`, sent)).toMatchObject({ status: 200, body: filled });
});

test('it returns to the default where a group is cleared, and in a draft', async () => {
  const posts = await client();
  const { id } = (await posts.post('/api/posts', { live: false, seo: { index: false } })).body;
  expect((await posts.patch(`/api/posts/${id}`, { seo: null })).body.seo).toEqual({ index: true });
  const draft = await posts.patch(`/api/posts/${id}`, { live: null }, { 'x-draft': 'true' });
  expect(draft.body).toMatchObject({ live: true, kind: 'b' });
});

test.each(['create', 'extend'] as const)(
  'documents that are older than the default get it when a server starts: %s',
  async (mode) => {
    const driver = await openTestDriver({ path: ':memory:', transactionTimeout: 10_000 });
    onTestFinished(() => driver.close());
    await prepareSchema(driver, { contract: describeConfig(configOf()), mode: 'create' });
    const no = driver.dialect.name === 'postgres' ? 'FALSE' : '0';
    const head = `'2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1, '{}'`;
    const columns = '"createdAt", "updatedAt", "_revision", "_doc", "id", "live"';
    await driver.run(
      `INSERT INTO "posts" (${columns}) VALUES (${head}, '1', NULL), (${head}, '2', ${no})`,
      [],
    );
    await driver.run(
      `INSERT INTO "posts__pending" (${columns}, "_live", "_fields") VALUES (${head}, '1', NULL, ${no}, '[]')`,
      [],
    );
    await prepareSchema(driver, { contract: describeConfig(configOf(true, 'b')), mode });
    for (const table of ['posts', 'posts__pending']) {
      const found = await driver.all(
        `SELECT "live", "kind", "open", "seo_index", "_doc" FROM "${table}" ORDER BY "id"`,
        [],
      );
      const own = found.map(({ live, kind, open, seo_index, _doc }) => [
        Number(live),
        kind,
        open,
        Number(seo_index),
        _doc,
      ]);
      expect(own).toEqual(
        table === 'posts'
          ? [
              [1, 'b', null, 1, null],
              [0, 'b', null, 1, null],
            ]
          : [[1, 'b', null, 1, null]],
      );
    }
  },
);
