import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import { defineConfig } from '../config/index.js';
import { canonical } from './canonical.js';
import { parseWhere } from './parse/where.js';
import type { WhereNode } from './plan.js';
import { createQueryScope } from './scope.js';
import { both } from './visible.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'rank', type: 'number' },
          { name: 'author', type: 'relationship', to: 'posts' },
          { name: 'owner', type: 'relationship', to: ['posts', 'people'] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'one', fields: [{ name: 'text', type: 'text' }] },
              {
                slug: 'two',
                fields: [
                  { name: 'text', type: 'text' },
                  { name: 'more', type: 'text' },
                ],
              },
            ],
          },
        ],
      },
      { slug: 'people', fields: [{ name: 'name', type: 'text' }] },
    ],
  }),
);
const scope = createQueryScope(contract);
const posts = contract.collections[0] as CollectionDescriptor;

function parse(filter: unknown): WhereNode {
  const node = parseWhere(filter, { collection: posts, scope });
  if (node === null) throw new Error('The filter has conditions.');
  return node;
}

test.each<[object, object]>([
  [
    { title: 'x', rank: 1 },
    { rank: 1, title: 'x' },
  ],
  [{ rank: { gt: 1, lt: 5 } }, { rank: { lt: 5, gt: 1 } }],
  [{ OR: [{ title: 'x' }, { rank: 1 }] }, { OR: [{ rank: 1 }, { title: 'x' }] }],
  [{ _status: 'draft' }, { _status: { in: ['draft'] } }],
])('%j and %j are one filter', (one, other) => {
  expect(canonical(parse(one))).toBe(canonical(parse(other)));
});

const different: readonly object[] = [
  { title: 'x' },
  { title: 'y' },
  { title: { not_equals: 'x' } },
  { title: { gt: 'x' } },
  { rank: 1 },
  { rank: { gt: 1, lt: 5 } },
  { title: 'x', rank: 1 },
  { OR: [{ title: 'x' }, { rank: 1 }] },
  { _status: 'draft' },
  { _status: 'published' },
  { _status: { not_equals: 'draft' } },
  { _status: { exists: true } },
  { _status: { exists: false } },
  { author: 'x' },
  { 'author.title': 'x' },
  { 'author.title': 'y' },
  { 'author.author.title': 'x' },
  { 'owner.title': 'x' },
  { 'owner.name': 'x' },
  { 'content.text': 'x' },
  { 'content.text': 'y' },
  { 'content.one.text': 'x' },
  { 'content.two.text': 'x' },
  { 'content.more': 'x' },
];

test('filters that ask for something else have texts of their own', () => {
  const texts = different.map((filter) => canonical(parse(filter)));
  expect(new Set(texts).size).toBe(different.length);
});

test('numbers that JSON cannot express are told apart', () => {
  const texts = ['{"rank":{"lt":1e999}}', '{"rank":{"lt":-1e999}}', '{"rank":{"lt":1}}'].map((filter) =>
    canonical(parse(JSON.parse(filter))),
  );
  expect(new Set(texts).size).toBe(3);
});

test('the view does not matter: a cursor of one continues in the other', () => {
  const pending = { kind: 'no-pending-draft', pending: 'posts__pending' } as const;
  expect(canonical(pending)).toBe('');
  expect(canonical({ kind: 'and', nodes: [parse({ title: 'x' }), pending] })).toBe(
    canonical(both(parse({ title: 'x' }), { ...pending, pending: 'other__pending' }) ?? pending),
  );
});
