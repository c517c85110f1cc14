import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { defineConfig } from '../../config/index.js';
import { createQueryScope } from '../scope.js';
import { type ManyQuery, parseManyQuery } from './many-query.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      { slug: 'posts', fields: [{ name: 'title', type: 'text', required: true }] },
      { slug: 'plain', drafts: false, fields: [{ name: 'title', type: 'text', required: true }] },
    ],
  }),
);
const scope = createQueryScope(contract);
const [posts, plain] = contract.collections as [CollectionDescriptor, CollectionDescriptor];

const filter = (where: object): string => `where=${encodeURIComponent(JSON.stringify(where))}`;
const parse = (search: string, collection = posts): ManyQuery =>
  parseManyQuery(search, { collection, scope, limit: 500 });
const some = filter({ title: 'x' });

test('the documents that meet the filter are found in the order of their ids', () => {
  expect(parse(some)).toMatchObject({
    plan: {
      collection: posts,
      where: { kind: 'condition', tests: [{ operator: 'equals' }] },
      sort: [{ path: 'id', direction: 'asc' }],
      paging: { kind: 'page', page: 1, limit: 500 },
      count: 'exact',
      shape: { depth: 0, select: null, draft: null },
    },
  });
});

test.each<[string, object]>([
  ['', { expect: null, dryRun: false, atomic: true }],
  ['&expect=0', { expect: 0, dryRun: false, atomic: true }],
  ['&expect=12&dryRun=true&atomic=false', { expect: 12, dryRun: true, atomic: false }],
  ['&dryRun=false&atomic=true', { expect: null, dryRun: false, atomic: true }],
  ['&draft=true', { plan: { shape: { draft: true } } }],
  ['&draft=false', { plan: { shape: { draft: false } } }],
])('the options %s are taken', (options, expected) => {
  expect(parse(`${some}${options}`)).toMatchObject(expected);
});

test.each<[string, string, string]>([
  ['no filter', 'dryRun=true', 'where: must be given: it says which documents are meant'],
  ['an empty parameter', 'where=', 'where: must not be empty'],
  ['an empty filter', filter({}), 'where: must not be empty: an empty filter holds for every document'],
  [
    'a filter without effect',
    filter({ title: { not_in: [] } }),
    'where: must ask for something: by its form',
  ],
  ['an unknown parameter', `${some}&dryrun=true`, 'dryrun: unknown parameter, did you mean "dryRun"?'],
  ['a parameter of lists', `${some}&limit=1`, 'limit: unknown parameter'],
  ['another value of a flag', `${some}&atomic=yes`, 'atomic: must be true or false, not'],
  ['a negative number', `${some}&expect=-1`, 'expect: must be a whole number, 0 or more, not'],
  ['another value of draft', `${some}&draft=1`, 'draft: must be true or false, not'],
])('%s is refused', (_, search, message) => {
  expect(() => parse(search)).toThrow(message);
});

test('that a required field is there asks for something only where documents may be drafts', () => {
  const titled = filter({ title: { exists: true } });
  expect(() => parse(titled)).not.toThrow();
  expect(() => parse(`${titled}&draft=true`)).not.toThrow();
  expect(() => parse(`${titled}&draft=false`)).toThrow('must ask for something');
  expect(() => parse(titled, plain)).toThrow('must ask for something');
});

test('hidden fields are refused', () => {
  const hidden = new Set(posts.fields);
  expect(() => parseManyQuery(some, { collection: posts, scope, hidden, limit: 1 })).toThrow(
    'You may not filter',
  );
});
