import { expect, test } from 'vitest';
import { openDocuments, refusal } from '../../../tests/support/documents.js';
import type { ServiceConfig } from '../../config/service-config.js';

/** Names that every JavaScript object has, and words of SQL. */
const config: ServiceConfig = {
  collections: [
    {
      slug: 'constructor',
      fields: [
        { name: 'constructor', type: 'text', unique: true },
        { name: 'toString', type: 'number', default: 1 },
        { name: 'hasOwnProperty', type: 'relationship', to: 'constructor' },
        { name: 'isPrototypeOf', type: 'relationship', to: ['constructor', 'select'], hasMany: true },
        { name: 'propertyIsEnumerable', type: 'text', hasMany: true },
        { name: 'toLocaleString', type: 'slug', from: 'constructor' },
        {
          name: 'valueOf',
          type: 'group',
          fields: [{ name: 'constructor', type: 'relationship', to: 'constructor' }],
        },
        {
          name: 'rows',
          type: 'array',
          fields: [{ name: 'toString', type: 'relationship', to: 'constructor' }],
        },
        {
          name: 'blocks',
          type: 'blocks',
          blocks: [{ slug: 'constructor', fields: [{ name: 'valueOf', type: 'text', default: 'v' }] }],
        },
      ],
    },
    {
      slug: 'select',
      fields: [
        { name: 'order', type: 'text' },
        { name: 'group', type: 'relationship', to: 'select' },
        { name: 'key', type: 'join', collection: 'select', on: 'group' },
      ],
    },
  ],
  globals: [{ slug: 'table', fields: [{ name: 'constructor', type: 'text' }] }],
};

test('fields named like methods of objects are fields like others', async () => {
  const docs = await openDocuments(config);
  const empty = await docs.create('constructor', {});
  expect(empty).toMatchObject({
    constructor: null,
    toString: 1,
    hasOwnProperty: null,
    isPrototypeOf: [],
    propertyIsEnumerable: [],
    toLocaleString: null,
    valueOf: { constructor: null },
  });
  const { id } = empty;
  const full = await docs.create('constructor', {
    constructor: 'Ctor',
    toString: 5,
    hasOwnProperty: id,
    isPrototypeOf: [{ collection: 'constructor', id }],
    propertyIsEnumerable: ['a'],
    valueOf: { constructor: id },
    rows: [{ toString: id }],
    blocks: [{ blockType: 'constructor' }],
  });
  expect(full).toMatchObject({ toLocaleString: 'ctor', blocks: [{ valueOf: 'v' }] });
  expect(await docs.read('constructor', full.id)).toEqual(full);
  expect(await docs.read('constructor', full.id, 'depth=1')).toEqual({
    ...full,
    hasOwnProperty: empty,
    isPrototypeOf: [{ collection: 'constructor', id, doc: empty }],
    valueOf: { constructor: empty },
    rows: [{ ...full.rows[0], toString: empty }],
  });
  expect(await docs.read('constructor', full.id, 'select=toString,valueOf.constructor')).toEqual({
    id: full.id,
    toString: 5,
    valueOf: { constructor: id },
  });
  expect(await refusal(docs.create('constructor', { constructor: 'Ctor' }))).toMatchObject({
    status: 409,
    details: [{ path: 'constructor' }],
  });
  const changed = await docs.update('constructor', full.id, { valueOf: {}, constructor: null });
  expect(changed).toMatchObject({ constructor: null, valueOf: { constructor: id } });
  await docs.driver.run('UPDATE constructor SET _doc = NULL', []);
  expect(await docs.read('constructor', full.id)).toEqual(changed);
  await docs.remove('constructor', id);
  expect(await docs.read('constructor', full.id)).toMatchObject({
    hasOwnProperty: null,
    isPrototypeOf: [],
    valueOf: { constructor: null },
    rows: [{ toString: null }],
  });
});

test('words of SQL are names like others', async () => {
  const docs = await openDocuments(config);
  const first = await docs.create('select', { order: `'; DROP TABLE "select"; --` });
  const second = await docs.create('select', { group: first.id });
  expect(await docs.read('select', first.id, 'depth=1')).toEqual({
    ...first,
    key: { docs: [second], hasNextPage: false },
  });
  expect(await docs.updateGlobal('table', { constructor: 'x' })).toMatchObject({
    id: 'global',
    constructor: 'x',
  });
});

test('collections and fields may have the names that statements might use for their parts', async () => {
  const slugs = ['span', 'sample', 'size', 'bounds', 'met', 'way', 's0', 's1'];
  const fields = ['n', 'low', 'high', 'counted', 'ids', 'few', 'total', 'rowid'];
  const docs = await openDocuments({
    collections: slugs.map((slug) => ({
      slug,
      fields: [
        ...fields.map((name) => ({ name, type: 'text' as const })),
        { name: 'many', type: 'relationship' as const, to: slug, hasMany: true },
      ],
    })),
  });
  for (const slug of slugs) {
    const first = await docs.create(slug, {
      n: 'a',
      low: '1',
      high: '2',
      counted: '3',
      ids: '4',
      total: '5',
    });
    await docs.create(slug, { n: 'b', many: [first.id] });
    for (const query of [
      'count=estimated',
      'count=estimated&draft=true',
      `count=estimated&where=${JSON.stringify({ n: 'a' })}`,
      `draft=true&sort=n&where=${JSON.stringify({ 'many.n': { contains: 'a' } })}`,
      `draft=false&sort=n&where=${JSON.stringify({ 'many.n': { contains: 'a' } })}`,
    ]) {
      const total = query.includes('where') ? 1 : 2;
      expect(await docs.list(slug, query), `${slug} ${query}`).toMatchObject({ totalDocs: total });
    }
    const sorted = await docs.list(slug, 'cursor=&limit=1&sort=rowid,total');
    const rest = await docs.list(slug, `limit=1&sort=rowid,total&cursor=${sorted.nextCursor}`);
    expect([...sorted.docs, ...rest.docs]).toHaveLength(2);
  }
});
