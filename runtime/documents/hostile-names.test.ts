import { expect, test } from 'vitest';
import { openDocuments, refusal } from '../../tests/support/documents.js';
import type { ServiceConfig } from '../config/service-config.js';

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
