import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import { defineConfig } from '../../config/index.js';
import { ServiceError } from '../../errors/service-error.js';
import { createQueryScope } from '../scope.js';
import { parseListQuery } from './list-query.js';
import { parseWhere } from './where.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'views', type: 'number', integer: true },
          { name: 'live', type: 'boolean' },
          { name: 'day', type: 'date' },
          { name: 'moment', type: 'date', time: true },
          { name: 'kind', type: 'select', options: ['news', 'essay'] },
          { name: 'labels', type: 'text', hasMany: true },
          { name: 'data', type: 'json' },
          { name: 'place', type: 'point' },
          { name: 'author', type: 'relationship', to: 'people' },
          { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
          { name: 'owner', type: 'relationship', to: ['people', 'tags'] },
          { name: 'constructor', type: 'text' },
          { name: 'toString', type: 'group', fields: [{ name: 'valueOf', type: 'text' }] },
          { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text' }] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              {
                slug: 'hero',
                fields: [
                  { name: 'heading', type: 'text' },
                  { name: 'size', type: 'number' },
                ],
              },
              { slug: 'quote', fields: [{ name: 'size', type: 'text' }] },
            ],
          },
        ],
      },
      {
        slug: 'people',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'boss', type: 'relationship', to: 'people' },
          { name: 'posts', type: 'join', collection: 'posts', on: 'author' },
        ],
      },
      { slug: 'tags', fields: [{ name: 'label', type: 'text' }] },
    ],
  }),
);
const scope = createQueryScope(contract);
const [posts] = contract.collections;

function issue(filter: unknown): string {
  if (posts === undefined) throw new Error('no posts');
  try {
    parseWhere(filter, { collection: posts, scope });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [detail] = error.details ?? [];
    expect(error.code).toBe('BAD_USER_INPUT');
    expect(error.message).toBe(`${detail?.path}: ${detail?.message}`);
    return error.message;
  }
  return 'no fault';
}

function short(value: unknown): string {
  return JSON.stringify(value).slice(0, 80);
}

const nested = (levels: number): unknown => (levels === 0 ? { title: 'x' } : { AND: [nested(levels - 1)] });
const many = (count: number): unknown => ({ OR: Array.from({ length: count }, () => ({ title: 'x' })) });
const values = (count: number): unknown => ({ title: { in: Array.from({ length: count }, () => 'x') } });

const refused: readonly (readonly [filter: unknown, message: string])[] = [
  [[], 'where: must be an object of conditions such as {"title":{"equals":"x"}}, not a list'],
  ['x', 'where: must be an object of conditions such as {"title":{"equals":"x"}}, not the text "x"'],
  [null, 'where: must be an object of conditions such as {"title":{"equals":"x"}}, not null'],
  [7, 'where: must be an object of conditions such as {"title":{"equals":"x"}}, not 7'],
  [
    { AND: [{ title: { contians: 'x' } }] },
    'where.AND.0.title.contians: unknown operator, did you mean "contains"?',
  ],
  [{ titel: 'x' }, 'where.titel: unknown field, did you mean "title"?'],
  [{ __proto__x: 'x' }, 'where.__proto__x: unknown field'],
  [JSON.parse('{"__proto__":{"equals":"x"}}'), 'where.__proto__: unknown field'],
  [{ hasOwnProperty: 'x' }, 'where.hasOwnProperty: unknown field'],
  [{ title: { constructor: 'x' } }, 'where.title.constructor: unknown operator'],
  [JSON.parse('{"title":{"__proto__":"x"}}'), 'where.title.__proto__: unknown operator'],
  [{ '': 'x' }, 'where.: unknown field'],
  [{ 'author..name': 'x' }, 'where.author..name: unknown field "" of people'],
  [{ and: [{ title: 'x' }] }, 'where.and: unknown field (AND is written in capitals)'],
  [{ Or: [{ title: 'x' }] }, 'where.Or: unknown field (OR is written in capitals)'],
  [{ $or: [{ title: 'x' }] }, 'where.$or: unknown field, did you mean "OR"?'],
  [{ title: { $eq: 'x' } }, 'where.title.$eq: unknown operator, did you mean "equals"?'],
  [{ title: { _neq: 'x' } }, 'where.title._neq: unknown operator, did you mean "not_equals"?'],
  [{ title: { like: 'x' } }, 'where.title.like: unknown operator, did you mean "contains"?'],
  [{ AND: [] }, 'where.AND: must not be empty'],
  [{ OR: [] }, 'where.OR: must not be empty'],
  [{ AND: { title: 'x' } }, 'where.AND: must be a list of filters, not an object'],
  [
    { OR: ['x'] },
    'where.OR.0: must be an object of conditions such as {"title":{"equals":"x"}}, not the text "x"',
  ],
  [{ title: {} }, 'where.title: has no operator: write one, such as {"equals":"x"}'],
  [{ title: ['x'] }, 'where.title: must be a text, not a list'],
  [{ title: 5 }, 'where.title: must be a text, not 5'],
  [{ title: { equals: { a: 1 } } }, 'where.title.equals: must be a text, not an object'],
  [{ title: { equals: 'a\0b' } }, 'where.title.equals: must not contain the character NUL'],
  [{ title: { contains: '\ud800' } }, 'where.title.contains: must not contain half of a surrogate pair'],
  [{ title: { in: 'x' } }, 'where.title.in: must be a list, not the text "x"'],
  [{ title: { in: ['x', null] } }, 'where.title.in.1: must be a text, not null'],
  [{ title: { gt: null } }, 'where.title.gt: must be a text, not null'],
  [values(501), 'where.title.in: has 501 values; at most 500 are allowed'],
  [{ title: { exists: 'true' } }, 'where.title.exists: must be true or false, not the text "true"'],
  [
    { title: { within: ['a', 'b'] } },
    'where.title.within: within does not fit the text field "title"; these do: equals, not_equals, in, not_in, exists, contains, not_contains, gt, gte, lt, lte',
  ],
  [{ views: '5' }, 'where.views: must be a number, not the text "5"'],
  [{ views: { within: [1] } }, 'where.views.within: must be a range [from, to], not a list'],
  [{ views: { within: [1, '2'] } }, 'where.views.within.1: must be a number, not the text "2"'],
  [{ live: 1 }, 'where.live: must be true or false, not 1'],
  [{ live: 'true' }, 'where.live: must be true or false, not the text "true"'],
  [{ day: '2026-02-30' }, 'where.day: must be a date such as "2026-01-31", not the text "2026-02-30"'],
  [
    { day: '2026-01-01T00:00:00Z' },
    'where.day: must be a date such as "2026-01-31", not the text "2026-01-01T00:00:00Z"',
  ],
  [
    { moment: { gt: '2026-01-01T00:00:00' } },
    'where.moment.gt: must be a timestamp with its zone such as "2026-01-31T09:00:00Z", not the text "2026-01-01T00:00:00"',
  ],
  [
    { createdAt: { gt: 5 } },
    'where.createdAt.gt: must be a timestamp with its zone such as "2026-01-31T09:00:00Z", not 5',
  ],
  [
    { kind: { contains: 'n' } },
    'where.kind.contains: contains does not fit the select field "kind"; these do: equals, not_equals, in, not_in, exists',
  ],
  [
    { labels: 'x' },
    'where.labels: equals does not fit the text field "labels" with hasMany; these do: contains, not_contains, in, not_in, exists',
  ],
  [
    { labels: { equals: null } },
    'where.labels.equals: equals does not fit the text field "labels" with hasMany; these do: contains, not_contains, in, not_in, exists',
  ],
  [{ data: { equals: 1 } }, 'where.data.equals: equals does not fit the json field "data"; these do: exists'],
  [{ 'data.a': 1 }, 'where.data.a: "data" is of type json, nothing is inside it'],
  [
    { items: { contains: 'x' } },
    'where.items.contains: contains does not fit the array field "items"; these do: exists',
  ],
  [{ items: { label: 'x' } }, 'where.items.label: unknown operator; write a path with dots: "items.label"'],
  [{ author: { name: 'x' } }, 'where.author.name: unknown operator; write a path with dots: "author.name"'],
  [{ author: 5 }, 'where.author: must be the id of a document, not 5'],
  [{ 'author.nam': 'x' }, 'where.author.nam: unknown field "nam" of people, did you mean "name"?'],
  [{ 'author.posts': 'x' }, 'where.author.posts: "posts" is a join, which filters cannot use'],
  [
    { 'author.boss.boss.boss.name': 'x' },
    'where.author.boss.boss.boss.name: the path goes through more than 3 relations',
  ],
  [{ toString: 'x' }, 'where.toString: "toString" is a group: filter one of its fields (valueOf)'],
  [
    { 'toString.valueof': 'x' },
    'where.toString.valueof: unknown field "valueof" in the group "toString", did you mean "valueOf"?',
  ],
  [{ owner: 'x' }, 'where.owner: must be an object { collection, id }, not the text "x"'],
  [
    { owner: { collection: 'persons', id: 'x' } },
    'where.owner.collection: is none of the collections people, tags',
  ],
  [{ owner: { collection: 'people' } }, 'where.owner: must be an object { collection, id } of two texts'],
  [
    { owner: { equals: { collection: 'people', id: 'x', y: 1 } } },
    'where.owner.equals: must be an object { collection, id } of two texts',
  ],
  [{ 'owner.colour': 'x' }, 'where.owner.colour: unknown field "colour" of people'],
  [{ 'items.lable': 'x' }, 'where.items.lable: unknown field "lable" in the rows, did you mean "label"?'],
  [
    { 'content.headin': 'x' },
    'where.content.headin: unknown field "headin" in the blocks of "content", did you mean "heading"?',
  ],
  [{ 'content.hero': 'x' }, 'where.content.hero: "hero" is a block: filter one of its fields'],
  [{ 'content.size': true }, 'where.content.size: must be a number, not true'],
  [{ place: [1, 2] }, 'where.place: equals does not fit the point field "place"; these do: within, exists'],
  [{ place: { within: [1, 2, 3] } }, 'where.place.within: a box is [west, south, east, north] in degrees'],
  [
    { place: { within: [0, 10, 1, 5] } },
    'where.place.within: the south of a box must not lie north of its north',
  ],
  [
    { place: { within: [0, 0, 1, 91] } },
    'where.place.within: a box is [west, south, east, north] in degrees',
  ],
  [
    { place: { within: { center: [0, 0] } } },
    'where.place.within.radius: must be a number of metres, 0 or more, not nothing',
  ],
  [
    { place: { within: { center: [0], radius: 1 } } },
    'where.place.within.center: must be [longitude, latitude] in degrees',
  ],
  [
    { place: { within: { center: [0, 0], radius: -1 } } },
    'where.place.within.radius: must be a number of metres, 0 or more, not -1',
  ],
  [
    { place: { within: { centre: [0, 0], radius: 1 } } },
    'where.place.within: must be a GeoJSON Polygon { type, coordinates }, { center, radius } or a box',
  ],
  [
    { place: { within: { type: 'Point', coordinates: [0, 0] } } },
    'where.place.within.type: must be "Polygon", not the text "Point"',
  ],
  [
    { place: { within: { type: 'Polygon', coordinates: [] } } },
    'where.place.within.coordinates: must be a list of rings, the outline first',
  ],
  [
    {
      place: {
        within: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ],
          ],
        },
      },
    },
    'where.place.within.coordinates.0: must end at the position where it begins',
  ],
  [
    {
      place: {
        within: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [0, 0],
            ],
          ],
        },
      },
    },
    'where.place.within.coordinates.0: must have at least four positions',
  ],
  [nested(11), `where${'.AND.0'.repeat(10)}.AND: AND and OR nest deeper than 10 levels`],
  [many(101), 'where.OR.100.title: the filter has more than 100 conditions'],
];

test.each(refused.map((one) => [short(one[0]), ...one] as const))(
  '%s is refused with the place and the reason',
  (_, filter, message) => {
    expect(issue(filter)).toBe(message);
  },
);

const accepted: readonly (readonly [filter: unknown])[] = [
  [nested(10)],
  [many(100)],
  [values(500)],
  [{ constructor: 'x' }],
  [{ 'toString.valueOf': { contains: 'x' } }],
  [{ 'author.boss.boss.name': null }],
  [{ labels: null, data: null, items: null, place: null, tags: null }],
  [{ author: { equals: null }, title: { not_equals: null } }],
  [{ title: '' }],
  [{ title: { in: [] } }],
  [{ views: Number.POSITIVE_INFINITY }],
  [{ 'content.size': 5 }],
  [{ views: { equals: -0, gt: 0.5 } }],
  [{ owner: { collection: 'tags', id: 'x' } }],
  [{ 'owner.label': 'x' }],
  [{ 'content.blockType': 'hero' }],
  [{ 'content.hero.size': 5 }],
  [{ 'content.quote.size': 'x' }],
  [{ 'items.id': 'x' }],
  [{}],
  [{ AND: [{}] }],
];

test.each(accepted.map(([filter]) => [short(filter), filter] as const))('%s is a filter', (_, filter) => {
  expect(issue(filter)).toBe('no fault');
});

test('an empty filter asks for nothing, and among alternatives holds for every document', () => {
  if (posts === undefined) throw new Error('no posts');
  expect(parseWhere({}, { collection: posts, scope })).toBeNull();
  expect(parseWhere({ OR: [{ title: 'x' }, {}] }, { collection: posts, scope })).toBeNull();
});

const refusedTexts: readonly (readonly [text: string, message: string])[] = [
  [
    '{',
    'where: is not valid JSON: write one object, percent-encoded, such as where={"title":{"equals":"x"}}',
  ],
  [
    'title',
    'where: is not valid JSON: write one object, percent-encoded, such as where={"title":{"equals":"x"}}',
  ],
  ['{"title":"x","title":"y"}', 'where: names a key twice in one object'],
  ['{"title":{"equals":"x","equals":"y"}}', 'where: names a key twice in one object'],
  ['{"AND":[{"title":"x"},{"views":1,"views":2}]}', 'where: names a key twice in one object'],
  [`{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'where.title: must be a text, not a list'],
  [
    `${'{"AND":['.repeat(5_000)}{}${']}'.repeat(5_000)}`,
    `where${'.AND.0'.repeat(10)}.AND: AND and OR nest deeper than 10 levels`,
  ],
];

test.each(refusedTexts.map((one) => [short(one[0]), ...one] as const))(
  'the text %s is refused',
  (_, text, message) => {
    if (posts === undefined) throw new Error('no posts');
    expect(() => parseListQuery(`where=${encodeURIComponent(text)}`, { collection: posts, scope })).toThrow(
      message,
    );
  },
);

test('colons in texts and escaped quotes are no keys', () => {
  if (posts === undefined) throw new Error('no posts');
  const text = JSON.stringify({ title: 'a":"b', OR: [{ title: '::\\' }, { title: '"' }] });
  expect(
    parseListQuery(`where=${encodeURIComponent(text)}`, { collection: posts, scope }).where,
  ).not.toBeNull();
});

test('a long name is shortened where it is repeated', () => {
  expect(issue({ ['x'.repeat(100_000)]: 1 })).toBe(`where.${'x'.repeat(100)}...: unknown field`);
  expect(issue({ title: { ['\ud800']: 1 } })).toBe('where.title.\ufffd: unknown operator');
});
