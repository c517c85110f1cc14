import { statusField } from '../../../runtime/codegen/built-in-fields.js';
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { type Operator, operators, operatorsOf } from '../../../runtime/codegen/operators.js';
import type { Context } from './context.js';
import { closedObject, nullable, type Properties, type Schema, type SchemaOrReference } from './schema.js';

const text: Schema = { type: 'string' };
/** Max length: docs/spec/contract.md#operators. */
const needle: Schema = { type: 'string', maxLength: 1_000 };
const number: Schema = { type: 'number' };
const date: Schema = { type: 'string', format: 'date' };
/** A plain date means its first moment. */
const moment: Schema = { anyOf: [{ type: 'string', format: 'date-time' }, date] };

/** The conditions on a field: its operators, or a plain value if equality is one of them. */
export function fieldFilter(descriptor: FieldDescriptor, { names, components }: Context): SchemaOrReference {
  const make = (): Schema => filterSchema(descriptor);
  const name = filterName(descriptor);
  return name === null ? make() : components.schema(names.shared(name), make);
}

/** Filter on a path through a relation or into rows; the operators depend on the field at its end. */
export function pathFilter({ names, components }: Context): SchemaOrReference {
  return components.schema(names.shared('PathFilter'), () => {
    const tests = operators.map((operator) => [operator, operator === 'exists' ? { type: 'boolean' } : {}]);
    return {
      description:
        'Tests of a field behind a relation or inside rows. Those that fit that field are allowed.',
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        testObject(Object.fromEntries(tests)),
        closedObject({ collection: text, id: text }),
      ],
    };
  });
}

/**
 * Filters that are the same for all fields of a kind are shared; options and targets are specific to a field.
 */
function filterName(descriptor: FieldDescriptor): string | null {
  const many = 'hasMany' in descriptor && descriptor.hasMany ? 'List' : '';
  switch (descriptor.type) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'url':
    case 'slug':
      return `Text${many}Filter`;
    case 'number':
      return `Number${many}Filter`;
    case 'boolean':
      return 'BooleanFilter';
    case 'date':
      return descriptor.time ? 'TimestampFilter' : 'DateFilter';
    case 'relationship':
      return descriptor.polymorphic ? null : `Id${many}Filter`;
    case 'point':
      return 'GeoPointFilter';
    case 'json':
    case 'richText':
    case 'array':
    case 'blocks':
      return 'PresenceFilter';
    default:
      return descriptor === statusField ? 'StatusFilter' : null;
  }
}

function filterSchema(descriptor: FieldDescriptor): Schema {
  const fitting = operatorsOf(descriptor);
  const tests = fitting.map((operator) => [operator, operandSchema(descriptor, operator)]);
  const plain: Schema = { type: 'null' };
  const value = fitting.includes('equals') ? nullable(valueSchema(descriptor)) : plain;
  return { anyOf: [value, testObject(Object.fromEntries(tests))] };
}

function testObject(tests: Properties): Schema {
  return { ...closedObject(tests, []), minProperties: 1 };
}

function operandSchema(descriptor: FieldDescriptor, operator: Operator): SchemaOrReference {
  const value = valueSchema(descriptor);
  switch (operator) {
    case 'equals':
    case 'not_equals':
      return nullable(value);
    case 'in':
    case 'not_in':
      return { type: 'array', items: value, maxItems: 500 };
    case 'exists':
      return { type: 'boolean' };
    case 'within':
      return descriptor.type === 'point' ? area : range(value);
    case 'contains':
    case 'not_contains':
      return 'hasMany' in descriptor && descriptor.hasMany ? value : needle;
    default:
      return value;
  }
}

/** One value to compare with. */
function valueSchema(descriptor: FieldDescriptor): Schema {
  switch (descriptor.type) {
    case 'number':
      return number;
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return descriptor.time ? moment : date;
    case 'select':
      return { type: 'string', enum: [...descriptor.options] };
    case 'relationship':
      return descriptor.polymorphic
        ? closedObject({ collection: { type: 'string', enum: [...descriptor.to] }, id: text })
        : text;
    default:
      return text;
  }
}

function range(value: Schema): Schema {
  return { description: 'From and to, inclusive.', type: 'array', items: value, minItems: 2, maxItems: 2 };
}

const longitude: Schema = { type: 'number', minimum: -180, maximum: 180 };
const latitude: Schema = { type: 'number', minimum: -90, maximum: 90 };

/** Longitude and latitude; GeoJSON allows an altitude after them. */
const position: Schema = { type: 'array', items: number, minItems: 2, maxItems: 3 };

const area: Schema = {
  description: 'A circle (radius in metres), a box `[west, south, east, north]` or a GeoJSON polygon.',
  anyOf: [
    closedObject({ center: position, radius: { type: 'number', minimum: 0 } }),
    {
      type: 'array',
      prefixItems: [longitude, latitude, longitude, latitude],
      items: number,
      minItems: 4,
      maxItems: 4,
    },
    closedObject(
      {
        type: { type: 'string', enum: ['Polygon'] },
        coordinates: { type: 'array', items: { type: 'array', items: position, minItems: 4 }, minItems: 1 },
        bbox: {},
      },
      ['type', 'coordinates'],
    ),
  ],
};
