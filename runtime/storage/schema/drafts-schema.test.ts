import { describe, expect, onTestFinished, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionConfig } from '../../config/collection-config.js';
import type { FieldConfig } from '../../config/field-config.js';
import { createSqliteDriver } from '../dialects/sqlite/sqlite-driver.js';
import type { Driver } from '../driver.js';
import { prepareSchema, type SchemaMode, type SchemaReport } from './prepare-schema.js';

const title: FieldConfig = { name: 'title', type: 'text', unique: true };
const tags: FieldConfig = { name: 'tags', type: 'relationship', to: 'posts', hasMany: true };
const rows: FieldConfig = {
  name: 'rows',
  type: 'array',
  fields: [{ name: 'to', type: 'relationship', to: 'posts' }],
};

function posts(options: Partial<CollectionConfig>, ...fields: readonly FieldConfig[]): CollectionConfig {
  return { slug: 'posts', fields, ...options };
}

interface Stand {
  readonly driver: Driver;
  prepare(collection: CollectionConfig, mode?: SchemaMode): Promise<SchemaReport>;
  names(type: 'table' | 'index'): Promise<readonly unknown[]>;
  columns(table: string): Promise<readonly unknown[]>;
}

async function stand(collection: CollectionConfig): Promise<Stand> {
  const driver = await createSqliteDriver({ path: ':memory:' });
  onTestFinished(() => driver.close());
  const values = async (sql: string): Promise<readonly unknown[]> =>
    (await driver.all(sql, [])).map((row) => Object.values(row)[0]);
  const one: Stand = {
    driver,
    prepare: (next, mode = 'extend') =>
      prepareSchema(driver, { contract: describeConfig({ collections: [next] }), mode }),
    names: (type) =>
      values(
        `SELECT name FROM sqlite_schema WHERE type = '${type}' AND name LIKE 'posts%' AND sql IS NOT NULL ORDER BY name`,
      ),
    columns: (table) => values(`SELECT name FROM pragma_table_info('${table}')`),
  };
  await one.prepare(collection, 'create');
  return one;
}

describe('pending drafts', () => {
  test('have the tables and indexes of what is published, and say what is pending', async () => {
    const { names, columns } = await stand(posts({ versions: true }, title, tags, rows));
    expect(await names('table')).toEqual([
      'posts',
      'posts__pending',
      'posts__pending__refs',
      'posts__refs',
      'posts__tags',
      'posts__tags__pending',
      'posts__versions',
    ]);
    expect(await columns('posts__pending')).toEqual([
      ...['id', 'createdAt', 'updatedAt', '_revision', '_live', '_fields', 'title', 'rows', '_doc'],
    ]);
    const indexes = (await names('index')).map(String);
    for (const name of ['posts__createdAt_id_idx', 'posts__title_key']) {
      expect(indexes).toContain(name);
      expect(indexes).toContain(`${name}__pending`);
    }
  });

  test('are none where drafts are switched off', async () => {
    const { names } = await stand(posts({ drafts: false }, title, tags, rows));
    expect(await names('table')).toEqual(['posts', 'posts__refs', 'posts__tags']);
  });

  test('follow the fields of the config, and are told of once', async () => {
    const { prepare, columns, driver } = await stand(posts({}, title));
    await driver.run(`INSERT INTO posts__pending (id, title, _doc) VALUES ('1', 'a', '{}')`, []);
    const rank: FieldConfig = { name: 'rank', type: 'number', required: true, default: 3 };
    expect((await prepare(posts({}, title, rank, tags))).changes).toEqual([
      'posts.rank is new',
      'posts.tags is new',
    ]);
    expect(await columns('posts__pending')).toContain('rank');
    expect(await driver.all('SELECT "title", "rank", "_doc" FROM posts__pending', [])).toEqual([
      { title: 'a', rank: 3, _doc: null },
    ]);
    await expect(prepare(posts({}, { name: 'title', type: 'number' }))).rejects.toThrow(
      /^The database keeps values that do not fit the config:\n {2}- posts\.title was text and is now number\n(?! {2}- )/,
    );
  });

  test('come back when drafts are switched on again, but none of a document that has changed or is gone', async () => {
    const { prepare, driver } = await stand(posts({}, title, tags));
    const [then, since] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    for (const [id, updatedAt] of [
      ['kept', then],
      ['changed', since],
    ] as const)
      await driver.run('INSERT INTO posts (id, title, updatedAt) VALUES (?, ?, ?)', [id, id, updatedAt]);
    for (const [id, live] of [
      ['kept', 1],
      ['changed', 1],
      ['deleted', 1],
      ['fresh', 0],
    ] as const) {
      await driver.run('INSERT INTO posts__pending (id, title, updatedAt, _live) VALUES (?, ?, ?, ?)', [
        id,
        `${id} draft`,
        then,
        live,
      ]);
      await driver.run('INSERT INTO posts__tags__pending (parent, position, target) VALUES (?, 0, ?)', [
        id,
        'kept',
      ]);
    }
    const plain = await prepare(posts({ drafts: false }, title, tags));
    expect(plain.changes).toContain('posts._status is gone');
    expect(plain.left).toEqual([]);
    expect((await prepare(posts({}, title, tags))).changes.at(-1)).toBe(
      'the drafts of posts are back, except those of documents that were changed or deleted since',
    );
    const ids = async (sql: string): Promise<readonly unknown[]> =>
      (await driver.all(sql, [])).map((row) => row['id']);
    expect(await ids('SELECT "id" FROM posts__pending ORDER BY "id"')).toEqual(['fresh', 'kept']);
    expect(await ids('SELECT "parent" AS "id" FROM posts__tags__pending ORDER BY 1')).toEqual([
      'fresh',
      'kept',
    ]);
  });

  test('get their tables at the next start of a server whose database is from before them', async () => {
    const collection = posts({ versions: { max: 3 } }, title);
    const { prepare, names, driver } = await stand(collection);
    await driver.schemaChange(async (connection) => {
      for (const table of ['posts__pending', 'posts__versions'])
        await connection.run(`DROP TABLE ${table}`, []);
      const row = await connection.get('SELECT "schema" FROM _svc_schema', []);
      const schema = JSON.parse(String(row?.['schema'])) as { tables: { name: string }[] };
      schema.tables = schema.tables.filter(({ name }) => name === 'posts');
      await connection.run(`UPDATE _svc_schema SET "schema" = ?, "contract" = 'of another layout'`, [
        JSON.stringify(schema),
      ]);
    });
    expect(await prepare(collection, 'create')).toEqual({ created: false, changes: [], left: [] });
    expect(await names('table')).toEqual(['posts', 'posts__pending', 'posts__versions']);
  });
});

test('a history is one table, whatever the fields are', async () => {
  const { prepare, columns } = await stand(posts({ drafts: false }, title));
  await prepare(posts({ drafts: false, versions: true }, title));
  const before = await columns('posts__versions');
  expect(before).toEqual(['id', 'document', 'createdAt', 'createdBy', 'status', 'revision', 'snapshot']);
  await prepare(posts({ drafts: false, versions: true }, title, tags));
  expect(await columns('posts__versions')).toEqual(before);
});
