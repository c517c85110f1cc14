import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import { defineConfig } from '../config/index.js';
import { parseWhere } from './parse/where.js';
import type { WhereNode } from './plan.js';
import { createQueryScope } from './scope.js';
import { both, conjuncts, relatedCollections, seeing } from './visible.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'author', type: 'relationship', to: 'people' },
          { name: 'owner', type: 'relationship', to: ['people', 'firms'] },
          {
            name: 'lines',
            type: 'array',
            fields: [
              { name: 'label', type: 'text' },
              { name: 'seller', type: 'relationship', to: 'firms' },
            ],
          },
        ],
      },
      {
        slug: 'people',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'firm', type: 'relationship', to: 'firms' },
        ],
      },
      { slug: 'firms', fields: [{ name: 'name', type: 'text' }] },
    ],
  }),
);
const scope = createQueryScope(contract);
const [posts, people, firms] = contract.collections as [
  CollectionDescriptor,
  CollectionDescriptor,
  CollectionDescriptor,
];

function parse(filter: object, collection = posts): WhereNode {
  const node = parseWhere(filter, { collection, scope });
  if (node === null) throw new Error('The filter has conditions.');
  return node;
}

const one = parse({ title: 'x' });
const other = parse({ id: 'y' });

test('both filters hold, as one list of conditions', () => {
  expect(both(null, null)).toBeNull();
  expect(both(one, null)).toBe(one);
  expect(both(null, other)).toBe(other);
  expect(both(one, other)).toEqual({ kind: 'and', nodes: [one, other] });
  const pair = parse({ title: 'x', id: 'y' });
  expect(both(pair, one)).toEqual({ kind: 'and', nodes: [...conjuncts(pair), one] });
  const either = parse({ OR: [{ title: 'x' }, { id: 'y' }] });
  expect(both(one, either)).toEqual({ kind: 'and', nodes: [one, either] });
});

test.each<[object, readonly string[]]>([
  [{ title: 'x', _status: 'draft' }, []],
  [{ author: 'x' }, []],
  [{ 'author.name': 'x' }, ['people']],
  [{ 'author.firm.name': 'x' }, ['firms', 'people']],
  [{ 'owner.name': 'x' }, ['firms', 'people']],
  // The firms have no firm, and are looked up all the same.
  [{ 'owner.firm': 'x' }, ['firms', 'people']],
  [{ 'lines.label': 'x' }, []],
  [{ 'lines.seller.name': 'x' }, ['firms']],
  [
    { OR: [{ title: 'x' }, { AND: [{ 'author.name': 'x' }, { 'lines.seller.name': 'y' }] }] },
    ['firms', 'people'],
  ],
])('the filter %j reads %j', (filter, slugs) => {
  const found = [...relatedCollections(parse(filter))].map(({ slug }) => slug);
  expect(found.sort()).toEqual(slugs);
});

test('what a filter of visible documents reads is read as well', () => {
  const visible = new Map([[people, parse({ 'firm.name': 'x' }, people)]]);
  const seen = seeing(parse({ 'author.name': 'x' }), visible);
  expect([...relatedCollections(seen)].map(({ slug }) => slug)).toEqual(['people', 'firms']);
});

test('a row without a pending draft reads no related documents', () => {
  const node = { kind: 'no-pending-draft', pending: 'posts__pending' } as const;
  expect(relatedCollections(node).size).toBe(0);
  expect(seeing(node, new Map([[firms, one]]))).toBe(node);
});

test('related documents that are not visible are left out at every step, and no others', () => {
  const mine = parse({ name: 'mine' }, firms);
  const visible = new Map([[firms, mine]]);
  const seen = (filter: object): unknown => seeing(parse(filter), visible);
  expect(seen({ 'owner.name': 'x' })).toMatchObject({
    branches: [
      { collection: { slug: 'people' }, node: { kind: 'condition' } },
      { collection: { slug: 'firms' }, node: { kind: 'condition' }, visible: mine },
    ],
  });
  expect(seen({ 'author.firm.name': 'x' })).toMatchObject({
    branches: [{ collection: { slug: 'people' }, node: { branches: [{ visible: mine }] } }],
  });
  expect(seen({ 'lines.seller.name': 'x' })).toMatchObject({
    kind: 'rows',
    branches: [{ blocks: null, node: { kind: 'related', branches: [{ visible: mine }] } }],
  });
  expect(seen({ title: 'x', 'owner.name': 'y' })).toMatchObject({
    kind: 'and',
    nodes: [{ kind: 'condition' }, { kind: 'related', branches: [{}, { visible: mine }] }],
  });
  const author = seeing(parse({ 'author.name': 'x' }), visible);
  expect(author.kind === 'related' && author.branches.every((branch) => !('visible' in branch))).toBe(true);
});
