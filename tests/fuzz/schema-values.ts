/** Random values that a schema of the OpenAPI document allows. */
import fc from 'fast-check';
import type { OpenAPIObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { follow } from '../support/openapi-document.js';
import type { Random } from './random.js';

type Schema = SchemaObject | ReferenceObject;

export interface SchemaValues {
  /** A value for the property or parameter of this name. */
  of(schema: Schema, name?: string): unknown;
}

/** Where a value is in the whole one. */
interface Place {
  /** The nearest property that names a field. */
  readonly name: string;
  readonly depth: number;
}

export interface SchemaValuesOptions {
  readonly document: OpenAPIObject;
  readonly random: Random;
  /** An id for a property or parameter: of a document that exists, in most cases. */
  readonly id: (name: string) => string;
}

/** Deeper, only what is required is filled in: filters and blocks refer to themselves. */
const maxDepth = 4;

/** One that the policy accepts. */
const password = 'Correct-Horse-7-Battery';

/** Keys of conditions in a filter, which are no names of fields. */
const operators = new Set([
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'AND',
  'OR',
  'operations',
  'data',
]);

const texts = ['a', 'Draft of a title', 'Zürich 😀', 'x y z', '100%_\\', "O'Neill", 'ß', '１２'];

/** Creates values, a part of them at the bounds of their schema. */
export function createSchemaValues({ document, random, id }: SchemaValuesOptions): SchemaValues {
  function resolved(schema: Schema): SchemaObject {
    return follow<SchemaObject>(document, { value: schema, pointer: '' }).value;
  }

  function sampleOf(given: Schema, place: Place): unknown {
    const schema = resolved(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return random.pickOr<unknown, null>(schema.enum, null);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return sampleOf(random.pickOr(branches, {}), place);
    if (schema.allOf !== undefined) return mergedValue(schema.allOf, place);
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object'];
    switch (random.pickOr(types, 'null')) {
      case 'string':
        return stringOf(schema, place);
      case 'integer':
        return numberOf(schema, true);
      case 'number':
        return numberOf(schema, false);
      case 'boolean':
        return random.chance(0.5);
      case 'array':
        return arrayOf(schema, place);
      case 'null':
        return null;
      default:
        return objectOf(schema, place);
    }
  }

  function mergedValue(parts: readonly Schema[], place: Place): unknown {
    const values = parts.map((part) => sampleOf(part, place));
    return values.every(isObject) ? Object.assign({}, ...values) : values[0];
  }

  function objectOf({ properties = {}, required = [] }: SchemaObject, place: Place): unknown {
    const { name: field, depth } = place;
    const wanted = random.next();
    const pointer = pointerTo(properties);
    if (pointer !== null) return pointer;
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || (depth < maxDepth && random.chance(wanted)),
    );
    // A filter takes one or two conditions at a time: all of its fields together match nothing.
    const few = required.length === 0 && names.length > 12 ? names.slice(0, 1 + random.int(2)) : names;
    // The operators of a condition belong to the field around them.
    const inner = (name: string): Place => ({ name: operators.has(name) ? field : name, depth: depth + 1 });
    return Object.fromEntries(few.map((name) => [name, sampleOf(properties[name] ?? {}, inner(name))]));
  }

  /** A relation with several target collections names one of them and an id of it. */
  function pointerTo(properties: Readonly<Record<string, Schema>>): unknown {
    const { collection, id: target, ...others } = properties;
    if (collection === undefined || target === undefined || Object.keys(others).length > 0) return null;
    const slug = String(sampleOf(collection, { name: '', depth: 0 }));
    return { collection: slug, id: id(slug) };
  }

  function arrayOf(schema: SchemaObject, place: Place): unknown {
    const { items = {}, minItems = 0, maxItems = 1000, uniqueItems = false } = schema;
    const inner = { ...place, depth: place.depth + 1 };
    const prefix = (schema as { readonly prefixItems?: readonly Schema[] }).prefixItems;
    if (prefix !== undefined) return prefix.map((item) => sampleOf(item, inner));
    const wanted = place.depth >= maxDepth ? minItems : minItems + random.int(3);
    const list = Array.from({ length: Math.min(wanted, maxItems) }, () => sampleOf(items, inner));
    return uniqueItems ? [...new Map(list.map((item) => [JSON.stringify(item), item])).values()] : list;
  }

  function stringOf(
    { format, pattern, minLength = 0, maxLength = minLength + 40 }: SchemaObject,
    { name }: Place,
  ): string {
    const known = ofFormat(format, name);
    if (known !== null) return known;
    if (pattern !== undefined) return matching(pattern);
    if (random.chance(0.1)) return 'x'.repeat(Math.min(maxLength, 100_000));
    if (random.chance(0.1)) return 'x'.repeat(minLength);
    const text = random.pickOr(texts, 'a').slice(0, maxLength);
    return text.padEnd(minLength, 'y');
  }

  function ofFormat(format: string | undefined, name: string): string | null {
    const day = `20${10 + random.int(30)}-0${1 + random.int(8)}-1${random.int(9)}`;
    switch (format) {
      case 'uuid':
        return id(name);
      case 'password':
        return password;
      case 'email':
        return `user.${random.int(50)}@example.org`;
      case 'uri':
        return random.pick(['https://example.com/a?b=c', 'http://example.com', 'https://exämple.org/ü']);
      case 'date':
        return day;
      case 'date-time':
        return `${day}T0${random.int(9)}:30:00${random.pick(['Z', '.123Z', '+02:00'])}`;
      case 'color':
        return random.pick(['#1A2b3c', '#1a2b3c80']);
      default:
        return null;
    }
  }

  function matching(pattern: string): string {
    const [text = ''] = fc.sample(fc.stringMatching(new RegExp(pattern)), {
      numRuns: 1,
      seed: random.int(2 ** 30),
    });
    return text;
  }

  function numberOf({ minimum, maximum }: SchemaObject, isWhole: boolean): number {
    const low = minimum ?? -1000;
    const high = maximum ?? low + 10_000;
    if (random.chance(0.2)) return random.pick([low, high]);
    const value = low + random.next() * Math.min(high - low, 10_000);
    return isWhole ? Math.round(value) : value;
  }

  return { of: (schema, name = '') => sampleOf(schema, { name, depth: 0 }) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
