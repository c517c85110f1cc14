import { expect, test } from 'vitest';
import { sampleOf } from './sample.js';

const components = {
  schemas: {
    Post: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        author: { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: 'null' }] },
        kind: { type: ['string', 'null'], enum: ['news', null] },
        place: { type: 'array', prefixItems: [{ type: 'number', minimum: -180 }, { type: 'number' }] },
        range: { type: 'array', items: { type: 'integer', minimum: 3 }, minItems: 2 },
        extra: {},
      },
    },
    Author: { type: 'object', properties: { boss: { $ref: '#/components/schemas/Author' } } },
  },
} as const;

test('a value that fits, with the values that are known', () => {
  const known = new Map([['Post', { title: 'By the sea' }]]);
  expect(sampleOf({ $ref: '#/components/schemas/Post' }, { components }, known)).toMatchObject({
    title: 'By the sea',
    kind: 'news',
    place: [1, 1],
    range: [3, 3],
    extra: null,
  });
});

test('a schema that leads to itself ends somewhere', () => {
  expect(JSON.stringify(sampleOf({ $ref: '#/components/schemas/Author' }, { components }))).toMatch(
    /null}+$/,
  );
});
