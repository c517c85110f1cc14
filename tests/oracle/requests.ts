/** Arbitrary valid filters and sorts of the zoo. */
import fc from 'fast-check';
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import { filterBudget, filterCost } from '../../runtime/query/cost.js';
import { parseWhere } from '../../runtime/query/parse/where.js';
import { createQueryScope } from '../../runtime/query/scope.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { memberOf, zoo } from './zoo.js';

const scope = createQueryScope(zoo);

interface PathToField {
  readonly path: string;
  readonly field: FieldDescriptor;
}

const builtIn: readonly FieldDescriptor[] = [
  { type: 'text', name: 'id', path: 'id' },
  { type: 'date', time: true, name: 'createdAt', path: 'createdAt' },
  { type: 'select', name: '_status', path: '_status', options: ['draft', 'published'] },
];
const rowId: FieldDescriptor = { type: 'text', name: 'id', path: 'id' };
const blockType: FieldDescriptor = {
  type: 'select',
  name: 'blockType',
  path: 'blockType',
  options: ['hero', 'quote', 'rule'],
};

function fieldsOf(slug: string): readonly FieldDescriptor[] {
  return [...builtIn, ...(zoo.collections.find((collection) => collection.slug === slug)?.fields ?? [])];
}

/** Follows random choices from a collection to a field. */
function walkPath(
  fields: readonly FieldDescriptor[],
  choices: readonly number[],
  relations: number,
): PathToField | null {
  const [choice = 0, stop = 0, ...rest] = choices;
  // Every other step prefers fields that have inner fields, because most fields have none.
  const open = choice % 2 === 0 ? fields.filter((one) => innerFields(one, relations, 0) !== null) : [];
  const candidates = open.length === 0 ? fields : open;
  const field = candidates[Math.floor(choice / 2) % candidates.length];
  if (field === undefined || field.type === 'join') return null;
  const inner = innerFields(field, relations, rest[0] ?? 0);
  const goesOn = field.type === 'group' || (inner !== null && stop % 4 !== 0 && rest.length > 0);
  if (!goesOn || inner === null) return field.type === 'group' ? null : { path: field.name, field };
  const next = walkPath(inner.fields, rest, relations + (field.type === 'relationship' ? 1 : 0));
  return next === null ? null : { path: `${field.name}.${inner.prefix}${next.path}`, field: next.field };
}

interface Inner {
  readonly fields: readonly FieldDescriptor[];
  readonly prefix: string;
}

function innerFields(field: FieldDescriptor, relations: number, choice: number): Inner | null {
  switch (field.type) {
    case 'group':
      return { fields: field.fields, prefix: '' };
    case 'array':
      return { fields: [rowId, ...field.fields], prefix: '' };
    case 'blocks': {
      const block = field.blocks[choice % field.blocks.length];
      const named = { fields: block?.fields ?? [], prefix: `${block?.slug}.` };
      const shared = field.blocks.flatMap(({ fields }) => fields);
      return choice % 2 === 0 ? named : { fields: [rowId, blockType, ...shared], prefix: '' };
    }
    case 'relationship': {
      if (relations >= 3) return null;
      const slug = field.to[choice % field.to.length] ?? '';
      return { fields: fieldsOf(slug), prefix: '' };
    }
    default:
      return null;
  }
}

function pathOf(slug: string): fc.Arbitrary<PathToField> {
  return fc
    .array(fc.nat(1_000), { minLength: 1, maxLength: 14 })
    .map((choices) => walkPath(fieldsOf(slug), choices, 0))
    .filter((path) => path !== null);
}

const dateOperands = ['1999-12-31', '2024-02-29', '2025-06-01'];
const timeOperands = [
  '1999-12-31T23:59:59.999Z',
  '2026-01-01T01:00:00+01:00',
  '2026-01-01',
  '2026-01-01T00:00:00.0015Z',
];
const needles = [
  '',
  'a',
  'K',
  'i',
  'İ',
  's',
  'σ',
  'SIL',
  'il',
  '%',
  '_',
  '\\',
  '[',
  '*',
  '?',
  'ß',
  'ss',
  'É',
  '\u{1f600}',
  '\u{10400}',
  "o'",
  '"',
  'LONG '.repeat(16),
  `${'long '.repeat(16)}οδοσ`,
];

function operandOf(field: FieldDescriptor): fc.Arbitrary<JsonValue> {
  if (field.type === 'date') {
    return fc.oneof(memberOf(field), fc.constantFrom(...(field.time ? timeOperands : dateOperands)));
  }
  if (field.type === 'number') return fc.oneof(memberOf(field), fc.constantFrom(-0, 0.5, 1e300));
  return memberOf(field);
}

function conditionOf(field: FieldDescriptor): fc.Arbitrary<JsonValue> {
  const operand = operandOf(field);
  const operands = fc.array(operand, { maxLength: 4 });
  const exists = { exists: fc.boolean() };
  const equality = {
    equals: fc.option(operand, { freq: 6 }),
    not_equals: fc.option(operand, { freq: 6 }),
    in: operands,
    not_in: operands,
  };
  const order = { gt: operand, gte: operand, lt: operand, lte: operand };
  const needle = { contains: fc.constantFrom(...needles), not_contains: fc.constantFrom(...needles) };
  const isEmpty = fc.constant<JsonValue>(null);
  if ('hasMany' in field && field.hasMany) {
    return fc.oneof(
      {
        weight: 8,
        arbitrary: some({
          contains: operand,
          not_contains: operand,
          in: operands,
          not_in: operands,
          ...exists,
        }),
      },
      isEmpty,
    );
  }
  switch (field.type) {
    case 'point':
      return some({ within: area, ...exists });
    case 'json':
    case 'richText':
    case 'array':
    case 'blocks':
      return fc.oneof(some(exists), isEmpty);
    case 'number':
    case 'date':
      return fc.oneof(
        {
          weight: 8,
          arbitrary: some({ ...equality, ...order, within: fc.tuple(operand, operand), ...exists }),
        },
        fc.option(operand),
      );
    case 'boolean':
    case 'select':
    case 'color':
    case 'relationship':
      return fc.oneof({ weight: 5, arbitrary: some({ ...equality, ...exists }) }, fc.option(operand));
    default:
      return fc.oneof(
        { weight: 8, arbitrary: some({ ...equality, ...order, ...needle, ...exists }) },
        fc.option(operand),
      );
  }
}

/** One or two of the operators. */
function some(operators: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> {
  return fc
    .subarray(Object.keys(operators), { minLength: 1, maxLength: Math.min(2, Object.keys(operators).length) })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, operators[name] ?? fc.constant(null)]))),
    );
}

const coordinate = fc.constantFrom(-180, -10, 0, 5, 10, 180);
const latitude = fc.constantFrom(-90, -10, 0, 5, 10, 45, 90);
const area: fc.Arbitrary<JsonValue> = fc.oneof(
  fc
    .tuple(coordinate, latitude, coordinate, latitude)
    .map(([west, south, east, north]) => [west, Math.min(south, north), east, Math.max(south, north)]),
  fc.record({
    center: fc.tuple(coordinate, latitude),
    radius: fc.constantFrom(0, 60_000, 600_000, 2_000_000, 9_999_999, 30_000_000),
  }),
  fc.constantFrom<JsonValue>(
    polygon([
      [-10, -10],
      [10, -10],
      [10, 10],
      [-10, 10],
    ]),
    polygon([
      [0, 0],
      [10, 0],
      [0, 10],
    ]),
    polygon(
      [
        [-10, -10],
        [10, -10],
        [10, 10],
        [-10, 10],
      ],
      [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
      ],
    ),
    polygon([
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
    ]),
  ),
);

function polygon(...rings: readonly (readonly (readonly [number, number])[])[]): JsonValue {
  return { type: 'Polygon', coordinates: rings.map((ring) => [...ring, ring[0] ?? [0, 0]]) };
}

function condition(slug: string): fc.Arbitrary<JsonObject> {
  return pathOf(slug).chain(({ path, field }) => conditionOf(field).map((value) => ({ [path]: value })));
}

/** Two conditions whose paths start with the same field, for example into one row or one related document. */
function neighbours(slug: string): fc.Arbitrary<readonly JsonObject[]> {
  const choices = (minLength: number, maxLength: number): fc.Arbitrary<number[]> =>
    fc.array(fc.nat(1_000), { minLength, maxLength });
  return fc
    .tuple(choices(3, 7), choices(1, 7), choices(1, 7))
    .map(([way, one, other]) => [one, other].map((end) => walkPath(fieldsOf(slug), [...way, ...end], 0)))
    .chain((paths) =>
      fc.tuple(
        ...paths.flatMap((path) =>
          path === null ? [] : [conditionOf(path.field).map((value) => ({ [path.path]: value }))],
        ),
      ),
    )
    .filter((conditions) => conditions.length > 0);
}

/** Filters of a few conditions, with nested `AND` and `OR`, within the max cost of a filter. */
export function filterOf(slug: string): fc.Arbitrary<JsonObject> {
  const filters = fc.letrec<{ filter: JsonObject }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 3, arbitrary: condition(slug) },
      {
        weight: 1,
        arbitrary: fc.tuple(condition(slug), condition(slug)).map(([one, other]) => ({ ...one, ...other })),
      },
      {
        weight: 2,
        arbitrary: neighbours(slug).map((conditions) => Object.assign({}, ...conditions) as JsonObject),
      },
      { weight: 1, arbitrary: neighbours(slug).map((conditions) => ({ OR: [...conditions] })) },
      { weight: 1, arbitrary: neighbours(slug).map((conditions) => ({ AND: [...conditions] })) },
      {
        weight: 1,
        arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((list) => ({ AND: list })),
      },
      {
        weight: 1,
        arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((list) => ({ OR: list })),
      },
    ),
  })).filter;
  const collection = zoo.collections.find((one) => one.slug === slug);
  return filters.filter(
    (filter) =>
      collection !== undefined &&
      filterCost(parseWhere(filter, { collection, scope, trusted: true })) <= filterBudget,
  );
}

const sortFields = [
  'name',
  'notes',
  'contact',
  'nick',
  'weight',
  'legs',
  'tame',
  'born',
  'fedAt',
  'kind',
  'body.height',
  'body.skin.color',
  'createdAt',
  'updatedAt',
];

/** Sorts of animals by one, two or three fields. */
export const sortOfAnimals: fc.Arbitrary<string> = fc
  .subarray(sortFields, { minLength: 1, maxLength: 3 })
  .chain((fields) => fc.shuffledSubarray(fields, { minLength: fields.length }))
  .chain((fields) =>
    fc.tuple(...fields.map((field) => fc.constantFrom('', '_asc', '_desc').map((suffix) => field + suffix))),
  )
  .map((terms) => terms.join());
