/** A schema with every field type and all kinds of relations, and arbitrary documents of it. */
import fc from 'fast-check';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type {
  ContractDescriptor,
  FieldDescriptor,
  RelationshipField,
} from '../../runtime/codegen/descriptors.js';
import { defineConfig } from '../../runtime/config/index.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';

export const zooConfig: ServiceConfig = defineConfig({
  collections: [
    {
      slug: 'animals',
      defaultSort: 'name_asc',
      indexes: [{ fields: ['kind', 'weight'] }],
      fields: [
        { name: 'name', type: 'text', index: true },
        { name: 'notes', type: 'textarea' },
        { name: 'contact', type: 'email' },
        { name: 'homepage', type: 'url' },
        { name: 'nick', type: 'slug' },
        { name: 'weight', type: 'number', index: true },
        { name: 'legs', type: 'number', integer: true },
        { name: 'tame', type: 'boolean' },
        { name: 'born', type: 'date' },
        { name: 'fedAt', type: 'date', time: true },
        { name: 'kind', type: 'select', options: ['cat', 'dog', 'Dog'] },
        { name: 'coat', type: 'color', index: true },
        { name: 'names', type: 'text', hasMany: true },
        { name: 'scores', type: 'number', hasMany: true },
        { name: 'colors', type: 'select', hasMany: true, options: ['red', 'blue'] },
        { name: 'extra', type: 'json' },
        { name: 'story', type: 'richText' },
        { name: 'place', type: 'point' },
        { name: 'keeper', type: 'relationship', to: 'people' },
        { name: 'parent', type: 'relationship', to: 'animals' },
        { name: 'friends', type: 'relationship', to: 'animals', hasMany: true },
        { name: 'owner', type: 'relationship', to: ['people', 'parks'] },
        { name: 'visitors', type: 'relationship', to: ['people', 'parks'], hasMany: true },
        { name: 'constructor', type: 'text' },
        {
          name: 'body',
          type: 'group',
          fields: [
            { name: 'height', type: 'number' },
            { name: 'doctor', type: 'relationship', to: 'people' },
            { name: 'skin', type: 'group', fields: [{ name: 'color', type: 'text' }] },
          ],
        },
        {
          name: 'meals',
          type: 'array',
          fields: [
            { name: 'dish', type: 'text' },
            { name: 'grams', type: 'number' },
            { name: 'fresh', type: 'boolean' },
            { name: 'day', type: 'date' },
            { name: 'moment', type: 'date', time: true },
            { name: 'spices', type: 'text', hasMany: true },
            { name: 'data', type: 'json' },
            { name: 'spot', type: 'point' },
            { name: 'cook', type: 'relationship', to: 'people' },
            { name: 'guests', type: 'relationship', to: 'animals', hasMany: true },
            { name: 'payer', type: 'relationship', to: ['people', 'parks'] },
            { name: 'payers', type: 'relationship', to: ['people', 'parks'], hasMany: true },
            { name: 'plate', type: 'group', fields: [{ name: 'size', type: 'number' }] },
            { name: 'courses', type: 'array', fields: [{ name: 'title', type: 'text' }] },
          ],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            {
              slug: 'hero',
              fields: [
                { name: 'title', type: 'text' },
                { name: 'level', type: 'number' },
                { name: 'who', type: 'relationship', to: 'people' },
              ],
            },
            {
              slug: 'quote',
              fields: [
                { name: 'title', type: 'text' },
                { name: 'level', type: 'text' },
              ],
            },
            { slug: 'rule', fields: [{ name: 'wide', type: 'boolean' }] },
          ],
        },
      ],
    },
    {
      slug: 'people',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'age', type: 'number' },
        { name: 'boss', type: 'relationship', to: 'people' },
        { name: 'park', type: 'relationship', to: 'parks' },
        { name: 'pets', type: 'relationship', to: 'animals', hasMany: true },
        { name: 'nick', type: 'slug' },
      ],
    },
    {
      slug: 'parks',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'area', type: 'number' },
        { name: 'signs', type: 'array', fields: [{ name: 'label', type: 'text' }] },
      ],
    },
  ],
});

export const zoo: ContractDescriptor = describeConfig(zooConfig);

/**
 * Few values, so that filters often match documents; unusual ones, on which databases and JavaScript may
 * disagree.
 */
const texts = [
  '',
  'a',
  'A',
  'ab',
  'Silk',
  'silk road',
  'SIL\u212a',
  '100%',
  '100_x',
  'back\\slash',
  'o\'clock "quoted"',
  '[set]*?',
  'Straße',
  'STRASSE',
  'ΟΔΟΣ',
  'οδος σ',
  'İstanbul',
  'ISTANBUL',
  'ı',
  'é',
  'É',
  'e\u0301',
  '\u{1f600}',
  '\uffee',
  '\u{10400}',
  '\u{10428}',
  '5',
  'null',
  '[]',
  'toString',
  `${'Long '.repeat(20)}ΟΔΟΣ`,
];
const numbers = [
  0, -1, 1, 2, 2.5, 0.1, 0.30000000000000004, 1e21, -1e-7, 9007199254740991, 1234567890123456800,
];
const dates = ['0001-01-01', '1999-12-31', '2024-02-29', '2026-01-01', '9999-12-31'];
const times = ['1999-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'];
const ids = ['1', '2', '3', '4', '5', '6', '7', 'gone'];
const longitudes = [-180, -179.5, -10, 0, 5, 10, 179.5, 180];
const latitudes = [-90, -10, 0, 5, 10, 45, 90];

/** A value of a field as documents hold it, or an empty value. */
export function anyValueOf(field: FieldDescriptor): fc.Arbitrary<JsonValue> {
  switch (field.type) {
    case 'group':
      return documentOf(field.fields);
    case 'array':
      return fc.array(rowOf(field.fields, {}), { maxLength: 3 });
    case 'blocks':
      return fc.array(
        fc.oneof(...field.blocks.map(({ slug, fields }) => rowOf(fields, { blockType: slug }))),
        { maxLength: 3 },
      );
    case 'json':
    case 'richText':
      return fc.constantFrom<JsonValue>(null, [], {}, 0, false, '', '[]', 'null', [1], { a: [] });
    case 'join':
      return fc.constant(null);
    default:
      return 'hasMany' in field && field.hasMany
        ? fc.array(memberOf(field), { maxLength: 3 })
        : fc.option(memberOf(field), { freq: 3 });
  }
}

function documentOf(fields: readonly FieldDescriptor[]): fc.Arbitrary<JsonObject> {
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, anyValueOf(field)])));
}

function rowOf(fields: readonly FieldDescriptor[], more: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .record({ id: fc.constantFrom('row1', 'row2'), own: documentOf(fields) })
    .map(({ id, own }) => ({ id, ...more, ...own }));
}

/** One value of a field, or one item of its list. */
export function memberOf(field: FieldDescriptor): fc.Arbitrary<JsonValue> {
  switch (field.type) {
    case 'number':
      return field.integer ? fc.constantFrom(0, 1, 2, -5, 9007199254740991) : fc.constantFrom(...numbers);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.constantFrom(...(field.time ? times : dates));
    case 'select':
      return fc.constantFrom(...field.options);
    case 'color':
      return fc.constantFrom('#000000', '#1a2b3c', '#1a2b3c80', '#ffffff');
    case 'point':
      return fc.tuple(fc.constantFrom(...longitudes), fc.constantFrom(...latitudes));
    case 'relationship':
      return referenceOf(field);
    default:
      return fc.constantFrom(...texts);
  }
}

function referenceOf(field: RelationshipField): fc.Arbitrary<JsonValue> {
  const id = fc.constantFrom(...ids);
  return field.polymorphic ? fc.record({ collection: fc.constantFrom(...field.to), id }) : id;
}

/** Documents of every collection by slug and id. */
export type World = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

export function createWorld(seed: number): World {
  return new Map(
    zoo.collections.map(({ slug, fields }) => {
      const contents = fc.sample(documentOf(fields), { seed, numRuns: slug === 'animals' ? 60 : 7 });
      const documents = contents.map((content, index): JsonObject => {
        const createdAt = times[index % times.length] ?? '';
        // Slugs must be unique unless they are empty.
        const nick = 'nick' in content ? { nick: index % 3 === 0 ? null : `nick-${index}` } : {};
        return {
          id: `${index + 1}`,
          createdAt,
          updatedAt: times[(index * 7) % 3] ?? '',
          _status: 'published',
          ...content,
          ...nick,
        };
      });
      return [slug, new Map(documents.map((document) => [String(document['id']), document]))];
    }),
  );
}
