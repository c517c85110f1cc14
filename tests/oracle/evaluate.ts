/**
 * The meaning of filters and sorts on plain documents: written only from docs/spec/contract.md#filters and
 * docs/filtering.md, without the parser and the compiler that it checks. Filters must be valid.
 */
import type {
  CollectionDescriptor,
  ContractDescriptor,
  FieldDescriptor,
} from '../../runtime/codegen/descriptors.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import type { World } from './zoo.js';

export interface Oracle {
  /** Ids of the documents that match a filter, in order. */
  list(slug: string, where: JsonValue, sort: string): readonly string[];
}

export function createOracle(contract: ContractDescriptor, world: World): Oracle {
  const collections = new Map(contract.collections.map((collection) => [collection.slug, collection]));
  const documentsOf = (slug: string): readonly JsonObject[] => [...(world.get(slug)?.values() ?? [])];

  function list(slug: string, where: JsonValue, sort: string): readonly string[] {
    const found = documentsOf(slug).filter((document) => meets(document, slug, where as JsonObject));
    return found
      .sort((one, other) => compareDocuments(one, other, sort))
      .map((document) => String(document['id']));
  }

  function meets(document: JsonObject, slug: string, filter: JsonObject): boolean {
    const conditions: Condition[] = [];
    for (const [key, value] of Object.entries(filter)) {
      const list = value as readonly JsonObject[];
      if (key === 'AND' && !list.every((inner) => meets(document, slug, inner))) return false;
      if (key === 'OR' && !list.some((inner) => meets(document, slug, inner))) return false;
      if (key !== 'AND' && key !== 'OR') conditions.push({ names: key.split('.'), value });
    }
    return meetsAll(document, fieldsOf(collections.get(slug)), conditions);
  }

  /**
   * Whether an object meets all conditions. Conditions below one field must hold for the same row or
   * document.
   */
  function meetsAll(
    holder: JsonObject,
    fields: readonly FieldDescriptor[],
    conditions: readonly Condition[],
  ): boolean {
    return [...new Set(conditions.map(({ names }) => names[0] ?? ''))].every((name) => {
      const field = fields.find((one) => one.name === name);
      const value = Object.hasOwn(holder, name) ? (holder[name] ?? null) : missing(holder, name);
      const own = conditions.filter(({ names }) => names[0] === name);
      if (field === undefined) return onNothing(own);
      const ends = own.filter(({ names }) => names.length === 1);
      const deeper = own
        .filter(({ names }) => names.length > 1)
        .map(({ names, value }) => ({ names: names.slice(1), value }));
      return (
        ends.every((end) => holds({ field, value }, end.value)) &&
        (deeper.length === 0 || meetsInside(field, value, deeper))
      );
    });
  }

  /**
   * Whether a value meets conditions on its inner fields. An empty relation or list of rows counts as one
   * object without values.
   */
  function meetsInside(field: FieldDescriptor, value: JsonValue, conditions: readonly Condition[]): boolean {
    switch (field.type) {
      case 'group':
        return meetsAll((value ?? {}) as JsonObject, field.fields, conditions);
      case 'array':
        return someOrNothing(listOf(value), conditions, (row) =>
          meetsAll(row as JsonObject, [rowId, ...field.fields], conditions),
        );
      case 'blocks':
        return someOrNothing(listOf(value), conditions, (row) => {
          const own = row as JsonObject;
          const block = field.blocks.find(({ slug }) => slug === own['blockType']);
          const inBlock = conditions.map((condition) => {
            const { names, value } = condition;
            const named = field.blocks.find(({ slug }) => slug === names[0]);
            if (named === undefined || names.length === 1) return condition;
            return named === block ? { names: names.slice(1), value } : null;
          });
          const elsewhere = conditions.filter((_, at) => inBlock[at] === null);
          const here = inBlock.filter((condition) => condition !== null);
          return onNothing(elsewhere) && meetsAll(own, [rowId, blockType, ...(block?.fields ?? [])], here);
        });
      case 'relationship': {
        const documents = listOf(value).flatMap((reference) => {
          const [slug, id] = isObject(reference)
            ? [String(reference['collection']), String(reference['id'])]
            : [field.to[0] ?? '', String(reference)];
          const document = world.get(slug)?.get(id);
          return document === undefined ? [] : [{ slug, document }];
        });
        return someOrNothing(documents, conditions, ({ slug, document }) =>
          meetsAll(document, fieldsOf(collections.get(slug)), conditions),
        );
      }
      default:
        throw new Error(`Nothing is inside ${field.type}.`);
    }
  }

  return { list };
}

/** The rest of a path from the current object, and what must hold at its end. */
interface Condition {
  readonly names: readonly string[];
  readonly value: JsonValue;
}

function onNothing(conditions: readonly Condition[]): boolean {
  return conditions.every(({ value }) => holds(nothing, value));
}

function someOrNothing<T>(
  list: readonly T[],
  conditions: readonly Condition[],
  meets: (one: T) => boolean,
): boolean {
  return list.length === 0 ? onNothing(conditions) : list.some(meets);
}

interface Place {
  readonly field: FieldDescriptor | null;
  readonly value: JsonValue;
}

const nothing: Place = { field: null, value: null };
const rowId: FieldDescriptor = { type: 'text', name: 'id', path: 'id' };
const blockType: FieldDescriptor = { type: 'text', name: 'blockType', path: 'blockType' };
const builtIn: readonly FieldDescriptor[] = [
  { type: 'text', name: 'id', path: 'id' },
  { type: 'date', time: true, name: 'createdAt', path: 'createdAt' },
  { type: 'date', time: true, name: 'updatedAt', path: 'updatedAt' },
  { type: 'select', name: '_status', path: '_status', options: ['draft', 'published'] },
  { type: 'boolean', name: '_pending', path: '_pending' },
];

/** The published view knows of no pending changes. */
function missing(holder: JsonObject, name: string): JsonValue {
  return name === '_pending' && Object.hasOwn(holder, '_status') ? false : null;
}

function fieldsOf(collection: CollectionDescriptor | undefined): readonly FieldDescriptor[] {
  return [...builtIn, ...(collection?.fields ?? [])];
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return value === null ? [] : Array.isArray(value) ? value : [value];
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function holds(whole: Place, condition: JsonValue): boolean {
  const place = fits(whole.field, condition) ? whole : nothing;
  if (!isObject(condition) || 'collection' in condition) return holdsOne(place, 'equals', condition);
  return Object.entries(condition).every(([operator, operand]) => holdsOne(place, operator, operand));
}

/**
 * Whether a condition fits a value. A field that is a number in one block and a text in another counts as
 * empty for conditions of the other type.
 */
function fits(field: FieldDescriptor | null, condition: JsonValue): boolean {
  if (field?.name !== 'level') return true;
  const tests = isObject(condition) ? Object.entries(condition) : [['equals', condition] as const];
  return tests.every(([operator, operand]) => {
    if (operator === 'exists' || operand === null) return true;
    if (operator.endsWith('contains') && field.type === 'number') return false;
    if (operator === 'within' && field.type === 'text') return false;
    return listOf(operand).every((one) => typeof one === (field.type === 'number' ? 'number' : 'string'));
  });
}

function holdsOne({ field, value }: Place, operator: string, operand: JsonValue): boolean {
  const empty = value === null || (Array.isArray(value) && value.length === 0);
  const many = field !== null && 'hasMany' in field && field.hasMany === true;
  const same = (other: JsonValue): boolean => JSON.stringify(value) === JSON.stringify(normal(field, other));
  const member = (other: JsonValue): boolean =>
    listOf(value).some((one) => JSON.stringify(one) === JSON.stringify(normal(field, other)));
  switch (operator) {
    case 'exists':
      return operand === !empty;
    case 'equals':
      return operand === null ? empty : !empty && same(operand);
    case 'not_equals':
      return operand === null ? !empty : empty || !same(operand);
    case 'in':
      return !empty && listOf(operand).some(many ? member : same);
    case 'not_in':
      return empty || !listOf(operand).some(many ? member : same);
    case 'contains':
      return !empty && (many ? member(operand) : containsText(String(value), String(operand)));
    case 'not_contains':
      return empty || !(many ? member(operand) : containsText(String(value), String(operand)));
    case 'gt':
      return !empty && compare(value, normal(field, operand)) > 0;
    case 'gte':
      return !empty && compare(value, normal(field, operand)) >= 0;
    case 'lt':
      return !empty && compare(value, normal(field, operand)) < 0;
    case 'lte':
      return !empty && compare(value, normal(field, operand)) <= 0;
    case 'within':
      return !empty && isWithin(field, value, operand);
    default:
      throw new Error(`No such operator: ${operator}.`);
  }
}

/** Converts an operand to the form in which documents hold such a value. */
function normal(field: FieldDescriptor | null, operand: JsonValue): JsonValue {
  if (field?.type === 'date' && field.time) return new Date(String(operand)).toISOString();
  if (isObject(operand)) return { collection: operand['collection'] ?? null, id: operand['id'] ?? null };
  return operand;
}

/** Compares numbers as numbers, texts by code point, and false before true. */
export function compare(one: JsonValue, other: JsonValue): number {
  if (typeof one === 'string' && typeof other === 'string') {
    const [left, right] = [[...one], [...other]];
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
      const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
      if (difference !== 0) return difference;
    }
    return left.length - right.length;
  }
  const [left, right] = [Number(one), Number(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function containsText(text: string, part: string): boolean {
  const escaped = part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  // The flags `iu` do simple case folding; in addition, the Turkish letters are equal to `i`.
  return new RegExp(escaped.replace(/[iIİı]/g, '[iIİı]'), 'iu').test(text);
}

// --- within

function isWithin(field: FieldDescriptor | null, value: JsonValue, operand: JsonValue): boolean {
  if (field?.type !== 'point') {
    const [from, to] = listOf(operand).map((one) => normal(field, one));
    return compare(value, from ?? null) >= 0 && compare(value, to ?? null) <= 0;
  }
  const [longitude, latitude] = value as readonly [number, number];
  if (Array.isArray(operand)) {
    const [west, south, east, north] = operand as unknown as readonly [number, number, number, number];
    const inLongitude =
      west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
    return inLongitude && latitude >= south && latitude <= north;
  }
  const { center, radius, coordinates } = operand as unknown as {
    readonly center?: readonly [number, number];
    readonly radius?: number;
    readonly coordinates?: readonly (readonly (readonly [number, number])[])[];
  };
  if (center !== undefined) return metresBetween(center, [longitude, latitude]) <= (radius ?? 0) + 1e-6;
  return isInRings([longitude, latitude], coordinates ?? []);
}

/** Uses the angle between the two vectors, unlike the haversine formula under test. */
function metresBetween(one: readonly [number, number], other: readonly [number, number]): number {
  const vector = ([longitude, latitude]: readonly [number, number]): readonly [number, number, number] => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [[ax, ay, az], [bx, by, bz]] = [vector(one), vector(other)];
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return 6_371_008.8 * Math.atan2(cross, ax * bx + ay * by + az * bz);
}

/** Uses the winding number (sum of angles) of the outer ring and of the holes. */
function isInRings(
  point: readonly [number, number],
  rings: readonly (readonly (readonly [number, number])[])[],
): boolean {
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, index) => [ring[index] ?? to, to] as const));
  const onEdge = edges.some(([from, to]) => {
    const cross = (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
    const dot = (point[0] - from[0]) * (point[0] - to[0]) + (point[1] - from[1]) * (point[1] - to[1]);
    return Math.abs(cross) < 1e-9 && dot <= 0;
  });
  if (onEdge) return true;
  return rings.filter((ring) => Math.abs(windingOf(point, ring)) % 2 === 1).length % 2 === 1;
}

function windingOf(point: readonly [number, number], ring: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [from, to] = [ring[index - 1] ?? point, ring[index] ?? point];
    let turn =
      Math.atan2(to[1] - point[1], to[0] - point[0]) - Math.atan2(from[1] - point[1], from[0] - point[0]);
    if (turn > Math.PI) turn -= 2 * Math.PI;
    if (turn < -Math.PI) turn += 2 * Math.PI;
    sum += turn;
  }
  return Math.round(sum / (2 * Math.PI));
}

// --- order

function compareDocuments(one: JsonObject, other: JsonObject, sort: string): number {
  const terms = sort.split(',').map((term) => ({
    names: term.replace(/_(asc|desc)$/, '').split('.'),
    down: term.endsWith('_desc'),
  }));
  const last = terms.at(-1)?.down ?? false;
  for (const { names, down } of [...terms, { names: ['id'], down: last }]) {
    const [left, right] = [valueAt(one, names), valueAt(other, names)];
    if (left === null && right === null) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    const difference = compare(left, right);
    if (difference !== 0) return down ? -difference : difference;
  }
  return 0;
}

function valueAt(document: JsonObject, names: readonly string[]): JsonValue {
  return names.reduce<JsonValue>((value, name) => (isObject(value) ? (value[name] ?? null) : null), document);
}
