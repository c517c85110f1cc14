import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { defineConfig } from '../config/index.js';
import type { WhereNode } from '../query/plan.js';
import { createQueryScope } from '../query/scope.js';
import { isConstraint, parseConstraint } from './constraint.js';

const contract = describeConfig(
  defineConfig({
    auth: { secret: undefined },
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'due', type: 'date', time: true },
          { name: 'note', type: 'text', access: { read: ['admin'] } },
        ],
      },
    ],
  }),
);
const [posts] = contract.collections;
if (posts === undefined) throw new Error('The config has a collection.');

const parse = (constraint: object): WhereNode | null =>
  parseConstraint(posts, constraint, createQueryScope(contract));

/** Without the numbers that are counted up from field to field and from parse to parse. */
const comparable = (constraint: object): unknown =>
  JSON.parse(JSON.stringify(parse(constraint), (name, value) => (name === 'id' ? undefined : value)));

test.each<[string, unknown, boolean]>([
  ['an object', { id: 'x' }, true],
  ['an object without a prototype', Object.create(null), true],
  ['an array', [{ id: 'x' }], false],
  ['a Map', new Map(), false],
  ['a Date', new Date(), false],
  ['null', null, false],
  ['a text', 'x', false],
  ['nothing', undefined, false],
])('%s is a filter of a callback: %j %s', (_, answer, expected) => {
  expect(isConstraint(answer)).toBe(expected);
});

test('dates are written as filters write them, at any depth', () => {
  const due = new Date('2026-01-02T03:04:05.000Z');
  const written = due.toISOString();
  expect(comparable({ due: { gt: due } })).toEqual(comparable({ due: { gt: written } }));
  expect(comparable({ OR: [{ due: { in: [due] } }, { id: 'x' }] })).toEqual(
    comparable({ OR: [{ due: { in: [written] } }, { id: 'x' }] }),
  );
});

test('a filter may use a hidden field', () => {
  expect(parse({ note: { equals: 'x' } })).toMatchObject({ kind: 'condition' });
});

test.each<[string, object, string]>([
  ['undefined instead of a value', { note: undefined }, 'note'],
  ['an object of a class instead of a value', { note: new Map() }, 'note'],
  ['an unknown field', { nothing: 'x' }, 'constraint'],
])('a filter with %s is refused, and never dropped', (_, constraint, message) => {
  expect(() => parse(constraint)).toThrow(message);
});

test('the limits on what a request may cost are not those of the config', () => {
  expect(parse({ note: { contains: 'x'.repeat(2_000) } })).toMatchObject({ kind: 'condition' });
});

test('a circular filter is refused', () => {
  const circle: Record<string, unknown> = {};
  circle['AND'] = [circle];
  expect(() => parse(circle)).toThrow('The filter nests too deep.');
  const object: Record<string, unknown> = {};
  object['AND'] = object;
  expect(() => parse(object)).toThrow('The filter nests too deep.');
});
