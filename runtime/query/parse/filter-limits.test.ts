import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { defineConfig } from '../../config/index.js';
import { createQueryScope } from '../scope.js';
import { parseWhere } from './where.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'place', type: 'point' },
          { name: 'other', type: 'point' },
          { name: 'lines', type: 'array', fields: [{ name: 'label', type: 'text' }] },
          { name: 'author', type: 'relationship', to: ['people', 'posts'] },
          { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
        ],
      },
      {
        slug: 'people',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'place', type: 'point' },
        ],
      },
    ],
  }),
);
const scope = createQueryScope(contract);
const posts = contract.collections[0] as CollectionDescriptor;
const parse = (filter: object): unknown => parseWhere(filter, { collection: posts, scope });

const tooLong = 'must have at most 1000 characters';

test.each<[string, object]>([
  ['title', { title: { contains: 'x'.repeat(1_001) } }],
  ['title', { title: { contains: '\u{1f600}'.repeat(1_001) } }],
  ['title', { title: { contains: 'x'.repeat(3_000) } }],
  ['lines.label', { 'lines.label': { contains: 'x'.repeat(1_001) } }],
  ['author.name', { 'author.name': { contains: 'x'.repeat(1_001) } }],
])('a text that is too long is refused at %s.contains', (path, filter) => {
  expect(() => parse(filter)).toThrow(`where.${path}.contains: ${tooLong}`);
});

test('a text has its length in characters', () => {
  expect(() => parse({ title: { contains: 'x'.repeat(1_000) } })).not.toThrow();
  expect(() => parse({ title: { contains: '\u{1f600}'.repeat(1_000) } })).not.toThrow();
});

/** A polygon with this many positions. */
function around(positions: number): object {
  const ring = Array.from({ length: positions - 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / (positions - 1);
    return [Math.cos(angle), Math.sin(angle)];
  });
  return { within: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
}

test('the positions of all polygons are limited together', () => {
  const message = 'the polygons of the filter have more than 2000 positions together; simplify them';
  const two = [{ place: around(1_000) }, { place: around(1_000) }];
  expect(() => parse({ AND: two })).not.toThrow();
  // A condition without a polygon after them is not the one to blame.
  expect(() => parse({ AND: [...two, { title: 'x' }] })).not.toThrow();
  expect(() => parse({ AND: [...two, { other: around(4) }] })).toThrow(
    `where.AND.2.other.within: ${message}`,
  );
  expect(() => parse({ OR: [...two, { 'related.place': around(4) }] })).toThrow(
    `where.OR.2.related.place.within: ${message}`,
  );
});

test('a path into several collections counts the positions of its polygon once', () => {
  expect(() => parse({ 'author.place': around(1_000), place: around(1_000) })).not.toThrow();
});

test('the condition that costs most is named where all of them cost too much', () => {
  const many: object[] = Array.from({ length: 30 }, (_, at) => ({ title: { contains: `text ${at}` } }));
  const costliest = { 'related.related.related.title': { contains: 'x'.repeat(900) } };
  const message =
    'the filter costs too much, this condition most: use fewer like it, shorter paths or shorter texts';
  expect(() => parse({ OR: many.toSpliced(15, 0, costliest) })).toThrow(
    `where.OR.15.related.related.related.title: ${message}`,
  );
});
