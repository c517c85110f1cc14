import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { type Code, code, intersection, key, objectType, raw, string, union } from '../../print/code.js';

/** The type of values that a JSON Schema allows. What refers to itself is `unknown` at the second turn. */
export function schemaType(schema: JsonObject): Code {
  return typeOf(schema, { root: schema, open: [] });
}

interface Place {
  readonly root: JsonObject;
  /** References that are being printed. */
  readonly open: readonly string[];
}

function typeOf(schema: JsonValue | undefined, place: Place): Code {
  if (!isObject(schema)) return raw('unknown');
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return referencedType($ref, place);
  if ('const' in schema && constant !== undefined) return literal(constant);
  if (Array.isArray(values)) return union(values.map((value) => literal(value as JsonValue)));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return union(choices.map((each) => typeOf(each as JsonValue, place)));
  if (Array.isArray(allOf)) return intersection(allOf.map((each) => typeOf(each as JsonValue, place)));
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each }, place)));
  return plainType(schema, place);
}

function plainType(schema: JsonObject, place: Place): Code {
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return raw(schema['type']);
    case 'integer':
      return raw('number');
    case 'array':
      return listType(schema, place);
    case 'object':
      return shapeType(schema, place);
    default:
      return raw('unknown');
  }
}

function listType({ prefixItems, items }: JsonObject, place: Place): Code {
  if (!Array.isArray(prefixItems)) return code`ReadonlyArray<${typeOf(items, place)}>`;
  const parts = prefixItems.map((each) => typeOf(each as JsonValue, place));
  const rest = isObject(items) ? [code`...ReadonlyArray<${typeOf(items, place)}>`] : [];
  const [first = raw(''), ...others] = [...parts, ...rest];
  return code`readonly [${others.reduce((before, part) => code`${before}, ${part}`, first)}]`;
}

function shapeType({ properties, required, additionalProperties }: JsonObject, place: Place): Code {
  const names = Array.isArray(required) ? required : [];
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]) =>
      code`readonly ${key(name)}${raw(names.includes(name) ? '' : '?')}: ${typeOf(schema, place)}${raw(names.includes(name) ? '' : ' | undefined')}`,
  );
  const more = isObject(additionalProperties)
    ? [code`{ readonly [name: string]: ${typeOf(additionalProperties, place)} }`]
    : [];
  if (members.length > 0) return intersection([objectType(members), ...more]);
  return more[0] ?? raw('object');
}

function referencedType(reference: string, { root, open }: Place): Code {
  if (open.includes(reference) || reference === '#') return raw('unknown');
  const name = reference.replace('#/$defs/', '');
  const { $defs } = root;
  return typeOf(isObject($defs) ? $defs[name] : undefined, { root, open: [...open, reference] });
}

function literal(value: JsonValue): Code {
  return typeof value === 'string' ? string(value) : raw(JSON.stringify(value));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
