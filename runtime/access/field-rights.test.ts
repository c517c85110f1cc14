import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { FieldConfig } from '../config/field-config.js';
import { defineConfig } from '../config/index.js';
import { createFieldRights, type FieldRights, hasFieldAccess } from './field-rights.js';

const readers = { access: { read: ['admin'] } };
const writers = { access: { update: ['admin'] } };
const text = (name: string, more: object = {}): FieldConfig => ({ name, type: 'text', ...more });

const contract = describeConfig(
  defineConfig({
    auth: { secret: undefined },
    collections: [
      {
        slug: 'pages',
        fields: [
          text('title'),
          text('note', readers),
          text('state', writers),
          { name: 'meta', type: 'group', ...writers, fields: [text('key'), text('secret', readers)] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'quote', fields: [text('source', writers)] },
              { slug: 'list', fields: [{ name: 'rows', type: 'array', fields: [text('cell', readers)] }] },
            ],
          },
        ],
      },
      { slug: 'plain', fields: [text('title')] },
      { slug: 'nested', fields: [{ name: 'meta', type: 'group', fields: [text('secret', readers)] }] },
    ],
    globals: [{ slug: 'site', fields: [text('name', writers)] }],
  }),
);

function document(slug: string): DocumentDescriptor {
  const found = [...contract.collections, ...contract.globals].find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`There is no ${slug}.`);
  return found;
}

const paths = (fields: Iterable<{ readonly path: string }>): readonly string[] =>
  [...fields].map(({ path }) => path);

// Made in each test: code that runs while a file is loaded is not mutated by `npm run mutate`.
const noRights = (): FieldRights => createFieldRights(contract, () => false);

test('fields without the right to read them are hidden, those without the right to change them are fixed', () => {
  const none = noRights();
  expect(paths(none.hidden)).toEqual(['note', 'meta.secret', 'content.rows.cell', 'meta.secret']);
  expect(paths(none.fixed)).toEqual(['state', 'meta', 'meta.key', 'meta.secret', 'content.source', 'name']);
});

test('documents with fixed fields are known, collections and globals', () => {
  const none = noRights();
  const fixing = ['pages', 'plain', 'site'].filter((slug) => none.fixesIn(document(slug)));
  expect(fixing).toEqual(['pages', 'site']);
  const hiding = ['pages', 'plain', 'nested', 'site'].filter(
    (slug) => none.hiddenIn(document(slug)) !== null,
  );
  expect(hiding).toEqual(['pages', 'nested']);
});

test('only fields with a list are asked about, by document and operation', () => {
  const asked: string[] = [];
  const all = createFieldRights(contract, ({ slug }, { path }, operation) => {
    asked.push(`${slug}.${path}:${operation}`);
    return true;
  });
  expect(asked).toEqual([
    'pages.note:read',
    'pages.state:update',
    'pages.meta:update',
    'pages.meta.secret:read',
    'pages.content.source:update',
    'pages.content.rows.cell:read',
    'nested.meta.secret:read',
    'site.name:update',
  ]);
  expect([all.hidden.size, all.fixed.size, all.fixesIn(document('site'))]).toEqual([0, 0, false]);
});

test.each<[string, readonly FieldConfig[], boolean]>([
  ['a field with readers', [text('a'), text('b', readers)], true],
  ['a field with writers alone', [text('b', writers)], false],
  ['a field in a group', [{ name: 'g', type: 'group', fields: [text('b', readers)] }], true],
  [
    'a field in the second block',
    [
      {
        name: 'c',
        type: 'blocks',
        blocks: [
          { slug: 'one', fields: [text('a')] },
          { slug: 'two', fields: [text('b', readers)] },
        ],
      },
    ],
    true,
  ],
  ['a field in rows without lists', [{ name: 'r', type: 'array', fields: [text('a')] }], false],
])('readers differ in what they see with %s', (_, fields, expected) => {
  const [collection] = describeConfig(
    defineConfig({ auth: { secret: undefined }, collections: [{ slug: 'one', fields }] }),
  ).collections;
  expect(hasFieldAccess(collection?.fields ?? [])).toBe(expected);
});
