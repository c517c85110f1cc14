import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { defineConfig } from '../config/index.js';
import { createFieldRights, type FieldRights, hasFieldAccess } from './field-rights.js';
import { withoutHidden } from './hidden-plan.js';

const listed = { access: { read: ['admin'] } };
const contract = describeConfig(
  defineConfig({
    auth: { secret: undefined },
    collections: [
      {
        slug: 'pages',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'data', type: 'json' },
          { name: 'note', type: 'text', ...listed },
          { name: 'meta', type: 'group', fields: [{ name: 'key', type: 'text', ...listed }] },
          { name: 'whole', type: 'group', ...listed, fields: [{ name: 'inner', type: 'text' }] },
          {
            name: 'rows',
            type: 'array',
            fields: [
              { name: 'label', type: 'text' },
              { name: 'price', type: 'number', ...listed },
              { name: 'more', type: 'array', fields: [{ name: 'price', type: 'number', ...listed }] },
            ],
          },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'quote', fields: [{ name: 'source', type: 'text', ...listed }] },
              { slug: 'rule', fields: [{ name: 'source', type: 'text' }] },
            ],
          },
        ],
      },
      { slug: 'plain', fields: [{ name: 'title', type: 'text' }] },
    ],
  }),
);

const [pages, plain] = contract.collections;
if (pages === undefined || plain === undefined) throw new Error('The config has two collections.');
// Made in each test: code that runs while a file is loaded is not mutated by `npm run mutate`.
const closedRights = (): FieldRights => createFieldRights(contract, () => false);

test('hidden fields are taken out at every level, in the rows and blocks that have them', () => {
  const plan = closedRights().hiddenIn(pages);
  if (plan === null) throw new Error('Something is hidden.');
  const document = {
    id: '1',
    title: 'One',
    data: { note: 'kept' },
    note: 'n',
    meta: { key: 'k' },
    whole: { inner: 'i' },
    rows: [{ id: 'a', label: 'l', price: 1, more: [{ id: 'b', price: 2 }] }],
    content: [
      { id: 'c', blockType: 'quote', source: 's' },
      { id: 'd', blockType: 'rule', source: 'open' },
    ],
  };
  expect(withoutHidden(document, plan)).toEqual({
    id: '1',
    title: 'One',
    data: { note: 'kept' },
    meta: {},
    rows: [{ id: 'a', label: 'l', more: [{ id: 'b' }] }],
    content: [
      { id: 'c', blockType: 'quote' },
      { id: 'd', blockType: 'rule', source: 'open' },
    ],
  });
  expect(document.rows[0]?.price).toBe(1);
});

test('what is left can be changed, whatever the names of its properties', () => {
  const plan = closedRights().hiddenIn(pages);
  if (plan === null) throw new Error('Something is hidden.');
  const left = withoutHidden(JSON.parse('{"title":"One","__proto__":"p"}'), plan);
  expect(Object.entries(left)).toEqual([
    ['title', 'One'],
    ['__proto__', 'p'],
  ]);
  left['title'] = 'Two';
  expect(Reflect.deleteProperty(left, '__proto__')).toBe(true);
  expect(Object.entries(left)).toEqual([['title', 'Two']]);
});

test('values that a hook gave another form are searched all the same', () => {
  const plan = closedRights().hiddenIn(pages);
  if (plan === null) throw new Error('Something is hidden.');
  const odd = { meta: [{ key: 'k', other: 1 }], rows: { label: 'l', price: 1 }, content: null };
  expect(withoutHidden(odd, plan)).toEqual({ meta: [{ other: 1 }], rows: { label: 'l' }, content: null });
});

test('what is inside of a closed field is closed with it', () => {
  const closed = [...closedRights().hidden].map(({ path }) => path);
  expect(closed).toContain('whole');
  expect(closed).toContain('whole.inner');
  expect(closed).not.toContain('title');
});

test('a collection without lists goes out whole', () => {
  expect(closedRights().hiddenIn(plain)).toBeNull();
  expect([hasFieldAccess(pages.fields), hasFieldAccess(plain.fields)]).toEqual([true, false]);
  expect(createFieldRights(contract, () => true).hiddenIn(pages)).toBeNull();
});
