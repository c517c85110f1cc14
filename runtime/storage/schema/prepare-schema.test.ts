import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDocuments } from '../../../tests/support/documents.js';
import { scratchFolder } from '../../../tests/support/emitted.js';
import { openTestDriver, testDialect } from '../../../tests/support/test-database.js';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionConfig } from '../../config/collection-config.js';
import type { FieldConfig } from '../../config/field-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { Driver } from '../driver.js';
import { prepareSchema, type SchemaMode, type SchemaReport } from './prepare-schema.js';

const title: FieldConfig = { name: 'title', type: 'text' };

function posts(...fields: readonly FieldConfig[]): CollectionConfig {
  return { slug: 'posts', drafts: false, fields };
}

function config(...collections: readonly CollectionConfig[]): ServiceConfig {
  return { collections };
}

interface Stand {
  readonly driver: Driver;
  /** Prepares the database for a config. */
  prepare(config: ServiceConfig, mode?: SchemaMode): Promise<SchemaReport>;
  run(sql: string): Promise<number>;
  /** The values of one column of a query. */
  column(sql: string): Promise<readonly unknown[]>;
}

async function stand(first: ServiceConfig, path = ':memory:'): Promise<Stand> {
  const driver = await openTestDriver({ path });
  onTestFinished(() => driver.close());
  const one: Stand = {
    driver,
    prepare: (next, mode = 'extend') => prepareSchema(driver, { contract: describeConfig(next), mode }),
    run: (sql) => driver.run(sql, []),
    column: async (sql) => (await driver.all(sql, [])).map((row) => Object.values(row)[0]),
  };
  await one.prepare(first, 'create');
  return one;
}

interface Catalogue {
  /** Inserts a post with an id of its own. */
  readonly insertPost: string;
  readonly tables: string;
  columnsOf(table: string): string;
  indexesOf(table: string): string;
  triggersOf(table: string): string;
  /** The actions of foreign keys when the referenced row is deleted. */
  readonly actionsOfPosts: string;
}

const catalogues: Readonly<Record<typeof testDialect, Catalogue>> = {
  sqlite: {
    insertPost: `INSERT INTO posts (id, title, _doc) VALUES (hex(randomblob(4)), 'a', '{}')`,
    tables: `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
    columnsOf: (table) => `SELECT name FROM pragma_table_info('${table}')`,
    indexesOf: (table) =>
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = '${table}' AND sql IS NOT NULL ORDER BY name`,
    triggersOf: (table) => `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '${table}'`,
    actionsOfPosts: `SELECT on_delete FROM pragma_foreign_key_list('posts')`,
  },
  postgres: {
    insertPost: `INSERT INTO posts (id, title, _doc) VALUES (gen_random_uuid()::text, 'a', '{}')`,
    tables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
    columnsOf: (table) =>
      `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '${table}'`,
    indexesOf: (table) =>
      `SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND tablename = '${table}' ORDER BY indexname`,
    triggersOf: (table) =>
      `SELECT tgname FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal`,
    actionsOfPosts: `SELECT CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
      FROM pg_constraint WHERE conrelid = 'posts'::regclass AND contype = 'f'`,
  },
};

const {
  insertPost,
  tables: tableNames,
  columnsOf,
  indexesOf,
  triggersOf,
  actionsOfPosts,
} = catalogues[testDialect];

describe('an empty database', () => {
  test('gets every table, and is left alone afterwards', async () => {
    const driver = await openTestDriver({ path: ':memory:' });
    onTestFinished(() => driver.close());
    const contract = describeConfig({
      ...config(posts(title, { name: 'tags', type: 'relationship', to: 'posts', hasMany: true })),
      globals: [{ slug: 'site', fields: [title] }],
    });
    expect(await prepareSchema(driver, { contract, mode: 'create' })).toEqual({
      created: true,
      changes: [],
      left: [],
    });
    const tables = await driver.all(tableNames, []);
    expect(tables.map(({ name }) => name)).toEqual([
      ...(testDialect === 'postgres' ? ['_svc_locks'] : []),
      '_svc_schema',
      'globals__site',
      'globals__site__pending',
      'posts',
      'posts__tags',
    ]);
    for (const mode of ['create', 'extend'] as const) {
      expect(await prepareSchema(driver, { contract, mode })).toEqual({
        created: false,
        changes: [],
        left: [],
      });
    }
  });

  test('is made once by several processes that start at the same time', async () => {
    const path = join(scratchFolder(), 'data.db');
    const drivers = await Promise.all(Array.from({ length: 4 }, () => openTestDriver({ path })));
    onTestFinished(async () => void (await Promise.all(drivers.map((driver) => driver.close()))));
    const contract = describeConfig(config(posts(title)));
    const reports = await Promise.all(
      drivers.map((driver) => prepareSchema(driver, { contract, mode: 'create' })),
    );
    expect(reports.filter(({ created }) => created)).toHaveLength(1);
  });

  test('is not one that holds tables of somebody else', async () => {
    const driver = await openTestDriver({ path: ':memory:' });
    onTestFinished(() => driver.close());
    await driver.run('CREATE TABLE invoices (id INTEGER)', []);
    await expect(
      prepareSchema(driver, { contract: describeConfig(config(posts(title))), mode: 'extend' }),
    ).rejects.toThrow(
      'The database has tables that svc did not create (invoices). ' +
        `Choose another ${testDialect === 'sqlite' ? 'file' : 'database'}, or an empty one: see SVC_DATABASE_URL.`,
    );
  });
});

describe('a start that may only create', () => {
  test('refuses a database of another config, naming each difference and what to do', async () => {
    const { prepare } = await stand(config(posts(title), { slug: 'tags', fields: [] }));
    const next = config(posts({ ...title, index: true }, { name: 'text', type: 'text' }), {
      slug: 'pages',
      fields: [],
    });
    await expect(prepare(next, 'create')).rejects.toThrow(
      [
        'The database was created for another version of the config:',
        '  - posts.text is new',
        '  - posts: the index on title, id is new',
        '  - pages is new',
        '  - tags is gone (its table tags stays)',
        'Run "svc dev" once with this database to apply these changes, or change the config back.',
      ].join('\n'),
    );
  });

  test.each<[string, FieldConfig]>([
    ['another order of fields and options', { name: 'text', type: 'text', label: 'T', maxLength: 5 }],
    ['another rule', { name: 'text', type: 'textarea', required: true }],
  ])('takes %s for the same database', async (_, text) => {
    const { prepare } = await stand(config(posts(title, { name: 'text', type: 'text' })));
    expect(await prepare(config(posts(text, title)), 'create')).toEqual({
      created: false,
      changes: [],
      left: [],
    });
  });
});

describe('svc dev', () => {
  test('adds fields, and documents show them', async () => {
    const path = join(scratchFolder(), 'data.db');
    const before = await openDocuments(config(posts(title)), { path });
    const { id } = await before.create('posts', { title: 'a' });
    await before.driver.close();
    const next = config(
      posts(
        title,
        { name: 'views', type: 'number', index: true },
        { name: 'place', type: 'point' },
        { name: 'about', type: 'relationship', to: ['posts'] },
        { name: 'more', type: 'relationship', to: 'posts', hasMany: true },
        { name: 'seo', type: 'group', fields: [{ name: 'robots', type: 'text' }] },
        { name: 'items', type: 'array', fields: [{ name: 'who', type: 'relationship', to: 'posts' }] },
      ),
    );
    const { prepare, driver } = await stand(config(posts(title)), path);
    expect((await prepare(next)).changes).toEqual([
      'posts.about is new',
      'posts.items is new',
      'posts.items.who is new',
      'posts.more is new',
      'posts.place is new',
      'posts.seo.robots is new',
      'posts.views is new',
      'posts: the index on views, id is new',
      'posts: the index on about, about_collection, createdAt, id is new',
    ]);
    await driver.close();
    const after = await openDocuments(next, { path });
    expect(await after.read('posts', id)).toMatchObject({
      title: 'a',
      views: null,
      place: null,
      about: null,
      more: [],
      seo: { robots: null },
      items: [],
    });
    await after.update('posts', id, { more: [id], items: [{ who: id }] });
    await after.remove('posts', id);
  });

  test('adds fields inside rows: rows that are there have them empty', async () => {
    const items = (...fields: readonly FieldConfig[]): ServiceConfig =>
      config(posts({ name: 'items', type: 'array', fields }));
    const path = join(scratchFolder(), 'data.db');
    const before = await openDocuments(items(title), { path });
    const { id, items: rows } = await before.create('posts', { items: [{ title: 'a' }] });
    await before.driver.close();
    const next = items({ name: 'count', type: 'number' }, title);
    const { prepare, driver } = await stand(items(title), path);
    expect((await prepare(next)).changes).toEqual(['posts.items.count is new']);
    await driver.close();
    const after = await openDocuments(next, { path });
    expect((await after.read('posts', id)).items).toEqual([{ id: rows[0].id, count: null, title: 'a' }]);
  });

  test('renews the documents when drafts, blocks or bare groups come and go', async () => {
    const path = join(scratchFolder(), 'data.db');
    const page = (
      drafts: boolean,
      blocks: readonly string[],
      ...fields: readonly FieldConfig[]
    ): ServiceConfig => ({
      collections: [
        {
          slug: 'pages',
          drafts,
          fields: [
            { name: 'content', type: 'blocks', blocks: blocks.map((slug) => ({ slug, fields: [] })) },
            ...fields,
          ],
        },
      ],
    });
    const meta: FieldConfig = {
      name: 'meta',
      type: 'group',
      fields: [{ name: 'pages', type: 'join', collection: 'pages', on: 'parent' }],
    };
    const parent: FieldConfig = { name: 'parent', type: 'relationship', to: 'pages' };
    const before = await openDocuments(page(true, ['line', 'gap'], parent), { path });
    const { id } = await before.create('pages', { content: [{ blockType: 'gap' }, { blockType: 'line' }] });
    await before.driver.close();
    const { prepare, driver } = await stand(page(true, ['line', 'gap'], parent), path);
    const next = page(false, ['line'], parent, meta);
    expect((await prepare(next)).changes).toEqual([
      'pages.meta is new',
      'pages._status is gone',
      'pages.content.gap is gone',
      'pages: the foreign keys of table pages have changed',
    ]);
    await driver.close();
    const after = await openDocuments(next, { path });
    expect(await after.read('pages', id, 'depth=1')).toEqual({
      id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      _revision: 1,
      content: [{ id: expect.any(String), blockType: 'line' }],
      parent: null,
      meta: { pages: { docs: [], hasNextPage: false } },
    });
  });

  test('leaves the values of removed fields in the database, and finds them when the field is back', async () => {
    const text: FieldConfig = { name: 'text', type: 'text', unique: true };
    const { prepare, run, column } = await stand(config(posts(title, text)));
    await run(`INSERT INTO posts (id, title, text, _doc) VALUES ('1', 'a', 'kept', '{}')`);
    expect(await prepare(config(posts(title)))).toEqual({
      created: false,
      changes: [
        'posts.text is gone (its values stay in the database)',
        'posts: the unique index on text is gone',
      ],
      left: ['posts.text'],
    });
    expect(await column('SELECT text FROM posts')).toEqual(['kept']);
    expect(await column('SELECT _doc FROM posts')).toEqual([null]);
    // The values need no longer be unique.
    await run(`INSERT INTO posts (id, text) VALUES ('2', 'kept')`);
    await run(`DELETE FROM posts WHERE id = '2'`);
    expect((await prepare(config(posts(title, text)))).changes).toEqual([
      'posts.text is back',
      'posts: the unique index on text is new',
    ]);
    expect(await column('SELECT text FROM posts')).toEqual(['kept']);
  });

  test('leaves removed collections and lists, and finds them when they are back', async () => {
    const tags: CollectionConfig = { slug: 'tags', drafts: false, fields: [title] };
    const full = config(
      posts(title, { name: 'tags', type: 'relationship', to: 'tags', hasMany: true }),
      tags,
    );
    const { prepare, run, column } = await stand(full);
    await run(`INSERT INTO tags (id, title) VALUES ('t', 'kept')`);
    await run(insertPost);
    await run(`INSERT INTO posts__tags (parent, position, target) SELECT id, 0, 't' FROM posts`);
    expect(await prepare(config(posts(title)))).toEqual({
      created: false,
      changes: [
        'posts.tags is gone (its values stay in the database)',
        'tags is gone (its table tags stays)',
      ],
      left: ['posts.tags', 'tags'],
    });
    const back = await prepare(full);
    expect(back.changes).toEqual([
      'posts.tags is back',
      'tags is back',
      'tags: the index on createdAt, id is new',
      'posts: the index on target, parent is new',
    ]);
    expect(back.left).toEqual([]);
    expect(await column('SELECT target FROM posts__tags')).toEqual(['t']);
    expect(await column('SELECT title FROM tags')).toEqual(['kept']);
  });

  test('refuses a new unique index on values that are not unique, and applies nothing', async () => {
    const { prepare, run, column } = await stand(config(posts(title)));
    await run(insertPost);
    await run(insertPost);
    const next = config(posts({ ...title, unique: true }, { name: 'views', type: 'number' }));
    await expect(prepare(next)).rejects.toThrow(
      'posts cannot have a unique index on title: 2 documents have title "a". ' +
        'Change these documents first, or leave the field without "unique".',
    );
    expect(await column(columnsOf('posts'))).not.toContain('views');
    await run(`UPDATE posts SET title = id`);
    await prepare(next);
    expect(await column(indexesOf('posts'))).toContain('posts__title_key');
  });

  test('fills a new required field with its default, and refuses one that has none', async () => {
    const { prepare, run, column } = await stand(config(posts(title)));
    const required: FieldConfig = { name: 'kind', type: 'select', options: ['a', 'b'], required: true };
    await run(insertPost);
    await expect(prepare(config(posts(title, required)))).rejects.toThrow(
      'posts.kind is new and required, but 1 document is without it: give it a default, or make it optional first.',
    );
    await prepare(config(posts(title, { ...required, default: 'b' })));
    expect(await column('SELECT kind FROM posts')).toEqual(['b']);
  });

  test('adds a required field without default where there is no document', async () => {
    const { prepare } = await stand(config(posts(title)));
    const { changes } = await prepare(config(posts(title, { name: 'kind', type: 'text', required: true })));
    expect(changes).toEqual(['posts.kind is new']);
  });

  test.each<[string, FieldConfig, FieldConfig]>([
    ['text and is now number', { name: 'a', type: 'text' }, { name: 'a', type: 'number' }],
    [
      'number and is now integer',
      { name: 'a', type: 'number' },
      { name: 'a', type: 'number', integer: true },
    ],
    ['date and is now timestamp', { name: 'a', type: 'date' }, { name: 'a', type: 'date', time: true }],
    [
      'text and is now list of texts',
      { name: 'a', type: 'text' },
      { name: 'a', type: 'text', hasMany: true },
    ],
    [
      'rows and is now blocks',
      { name: 'a', type: 'array', fields: [] },
      { name: 'a', type: 'blocks', blocks: [] },
    ],
    [
      'reference to posts and is now references to posts',
      { name: 'a', type: 'relationship', to: 'posts' },
      { name: 'a', type: 'relationship', to: 'posts', hasMany: true },
    ],
    [
      'reference to posts and is now reference to several collections',
      { name: 'a', type: 'relationship', to: 'posts' },
      { name: 'a', type: 'relationship', to: ['posts'] },
    ],
  ])('refuses a field that was %s', async (change, before, after) => {
    const { prepare } = await stand(config(posts(before)));
    await expect(prepare(config(posts(after)))).rejects.toThrow(
      'The database keeps values that do not fit the config:\n' +
        `  - posts.a was ${change}\n` +
        'Change the config back, give the new field another name, or start with an empty database. Migrations keep the values: ' +
        'change the config back, run "svc migrate dev", make the change again, and run "svc migrate dev --next".',
    );
  });

  test('refuses a new type for a field in rows, and for one that was removed before', async () => {
    const row = (type: 'text' | 'number'): FieldConfig => ({
      name: 'rows',
      type: 'array',
      fields: [{ name: 'a', type } as FieldConfig],
    });
    const { prepare } = await stand(config(posts(row('text'), { name: 'b', type: 'text' })));
    await expect(prepare(config(posts(row('number'))))).rejects.toThrow(
      'posts.rows.a was text and is now number',
    );
    await prepare(config(posts(row('text'))));
    await expect(prepare(config(posts(row('text'), { name: 'b', type: 'number' })))).rejects.toThrow(
      'posts.b: the column posts.b of the removed field posts.b (text) is in its way',
    );
    const list = (to: string | readonly string[]): ServiceConfig =>
      config(posts({ name: 'list', type: 'relationship', to, hasMany: true } as FieldConfig, row('text')));
    await prepare(list('posts'));
    await prepare(config(posts(row('text'))));
    await expect(prepare(list(['posts']))).rejects.toThrow(
      'posts.list: the table posts__list of the removed field posts.list (references to posts) is in its way',
    );
  });

  test('refuses a field that needs the column of a field that goes in the same change', async () => {
    const { prepare, column } = await stand(config(posts(title, { name: 'seo_title', type: 'text' })));
    const next = config(posts(title, { name: 'seo', type: 'group', fields: [title] }));
    await expect(prepare(next)).rejects.toThrow(
      'posts.seo.title: the column posts.seo_title of the removed field posts.seo_title (text) is in its way',
    );
    expect(await column(columnsOf('posts'))).toContain('seo_title');
  });

  test('refuses a field that gets the column of a field that goes, whose values stay', async () => {
    const seo: FieldConfig = { name: 'seo', type: 'group', fields: [title] };
    const { prepare } = await stand(config(posts(seo, { name: 'seo_title', type: 'text' })));
    await expect(prepare(config(posts(seo)))).rejects.toThrow(
      'posts.seo.title: the column posts.seo_title of the removed field posts.seo_title (text) is in its way',
    );
  });

  test('gives a field its column back when another one takes the name', async () => {
    const seo: FieldConfig = { name: 'seo', type: 'group', fields: [title] };
    const { prepare, run, column } = await stand(config(posts(seo)));
    await run(`INSERT INTO posts (id, seo_title) VALUES ('1', 'of the group')`);
    const next = config(posts({ name: 'seo_title', type: 'text' }, seo));
    await prepare(next);
    const [, renamed] = (await column(columnsOf('posts'))).filter((name) =>
      String(name).startsWith('seo_title'),
    );
    const [group] = describeConfig(next).collections[0]?.fields.filter(({ type }) => type === 'group') ?? [];
    const moved =
      group?.type === 'group' && group.fields[0]?.type === 'text' ? group.fields[0].column : undefined;
    expect(await column(`SELECT "${moved}" FROM posts`)).toEqual(['of the group']);
    expect([renamed, 'seo_title']).toContain('seo_title');
    expect(await column('SELECT seo_title FROM posts')).toEqual([null]);
  });

  test('changes foreign keys without losing rows, indexes, triggers or columns made by hand', async () => {
    const authors: CollectionConfig = { slug: 'authors', drafts: false, fields: [title] };
    const author = (onDelete: 'set null' | 'cascade' | 'restrict'): FieldConfig => ({
      name: 'author',
      type: 'relationship',
      to: 'authors',
      onDelete,
    });
    const related: FieldConfig = { name: 'related', type: 'relationship', to: 'posts', hasMany: true };
    const { prepare, run, column } = await stand(config(authors, posts(title, author('set null'), related)));
    await run('ALTER TABLE posts ADD COLUMN by_hand TEXT');
    await run('CREATE VIEW titles AS SELECT title FROM posts');
    await run(`INSERT INTO authors (id, title) VALUES ('a', 'A')`);
    await run(`INSERT INTO posts (id, title, author, by_hand) VALUES ('p', 'P', 'a', 'h')`);
    await run(`INSERT INTO posts__related (parent, position, target) VALUES ('p', 0, 'p')`);
    const indexes = await column(indexesOf('posts'));
    const triggers = triggersOf('posts');
    const before = await column(triggers);
    expect(await column(actionsOfPosts)).toEqual(['SET NULL']);
    expect((await prepare(config(authors, posts(title, author('cascade'), related)))).changes).toEqual([
      'posts: the foreign keys of table posts have changed',
    ]);
    expect(await column(actionsOfPosts)).toEqual(['CASCADE']);
    expect(await column('SELECT by_hand FROM posts')).toEqual(['h']);
    expect(await column('SELECT title FROM titles')).toEqual(['P']);
    expect(await column('SELECT target FROM posts__related')).toEqual(['p']);
    expect(await column(indexesOf('posts'))).toEqual(indexes);
    expect(await column(triggers)).toEqual(before);
    // A removed relation forbids no deletion.
    await prepare(config(authors, posts(title, author('restrict'), related)));
    await prepare(config(authors, posts(title, related)));
    await run(`DELETE FROM authors`);
    expect(await column('SELECT author FROM posts')).toEqual(['a']);
    // When the field is back, it has no dangling pointers.
    await prepare(config(authors, posts(title, author('restrict'), related)));
    expect(await column('SELECT author FROM posts')).toEqual([null]);
    expect(await column(actionsOfPosts)).toEqual(['NO ACTION']);
  });
});

describe('a row that is changed by hand', () => {
  const authors: CollectionConfig = { slug: 'authors', drafts: false, fields: [title] };
  const full = config(
    authors,
    posts(
      title,
      { name: 'tags', type: 'text', hasMany: true },
      { name: 'author', type: 'relationship', to: 'authors' },
      { name: 'authors', type: 'relationship', to: 'authors', hasMany: true },
    ),
  );

  test('shows what was changed: columns, lists and what a foreign key does', async () => {
    const docs = await openDocuments(full);
    const [a, b] = [await docs.create('authors', {}), await docs.create('authors', {})];
    const { id } = await docs.create('posts', { title: 'a', author: a.id, authors: [a.id, b.id] });
    await docs.driver.run(`UPDATE posts SET title = 'by hand', tags = '["x"]'`, []);
    expect(await docs.read('posts', id)).toMatchObject({ title: 'by hand', tags: ['x'] });
    await docs.driver.run('UPDATE posts__authors SET position = 5 WHERE position = 0', []);
    expect((await docs.read('posts', id)).authors).toEqual([b.id, a.id]);
    await docs.driver.run('DELETE FROM authors WHERE id = ?', [a.id]);
    expect(await docs.read('posts', id)).toMatchObject({ author: null, authors: [b.id] });
    await docs.driver.run('INSERT INTO posts__authors (parent, position, target) VALUES (?, 9, ?)', [
      id,
      b.id,
    ]);
    expect((await docs.list('posts')).docs[0].authors).toEqual([b.id, b.id]);
  });

  test('can be inserted with an id alone', async () => {
    const docs = await openDocuments(full);
    const id = '01890000-0000-7000-8000-000000000000';
    await docs.driver.run(`INSERT INTO posts (id) VALUES (?)`, [id]);
    const document = await docs.read('posts', id);
    expect(document).toMatchObject({ id, _revision: 1, title: null, tags: [], authors: [] });
    expect(document.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
