/** Random valid bodies for a project. */
import fc from 'fast-check';
import type { IrField } from '../../generator/ir/ir.js';
import { mustHaveText } from '../../runtime/codegen/required-text.js';
import { isWritable } from '../../runtime/fields/writable.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';

/** Whether required fields must be present: only in `Create`. */
export type BodyOperation = 'Create' | 'Update';

/** Ids for relations to a collection. */
export type IdSource = (slug: string) => fc.Arbitrary<string>;

/** Valid bodies for these fields. */
export function bodyOf(
  fields: readonly IrField[],
  operation: BodyOperation,
  ids: IdSource,
): fc.Arbitrary<JsonObject> {
  return objectOf(fields, { operation, ids });
}

interface BodyContext {
  readonly operation: BodyOperation;
  readonly ids: IdSource;
}

function objectOf(
  fields: readonly IrField[],
  context: BodyContext,
  first: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {},
): fc.Arbitrary<JsonObject> {
  const writable = fields.filter(({ descriptor }) => isWritable(descriptor));
  const model = Object.fromEntries(
    writable.map((field) => [field.descriptor.name, fieldValue(field, context)]),
  );
  const optional = writable.filter(({ descriptor }) => descriptor.type !== 'group' && !descriptor.required);
  const required =
    context.operation === 'Update' ? [] : writable.filter((field) => !optional.includes(field));
  return fc.record(
    { ...first, ...model },
    { requiredKeys: [...Object.keys(first), ...required.map(({ descriptor }) => descriptor.name)] },
  );
}

/** Valid values of a field. */
function fieldValue(field: IrField, context: BodyContext): fc.Arbitrary<JsonValue> {
  const { descriptor } = field;
  const rows: BodyContext = { ...context, operation: 'Create' };
  switch (descriptor.type) {
    case 'text':
    case 'textarea': {
      const { minLength = 0 } = descriptor;
      const least = mustHaveText(descriptor) ? Math.max(1, minLength) : minLength;
      return many(descriptor, textOf({ ...descriptor, minLength: least }));
    }
    case 'slug':
      return textOf({ ...descriptor, minLength: Math.max(1, descriptor.minLength ?? 0) });
    case 'email':
      return fc.nat().map((number) => `a.b+${number}@mail.example.org`);
    case 'url':
      return fc.constantFrom('https://example.com', 'http://example.com/a?b=c#d');
    case 'number':
      return many(descriptor, numberOf(descriptor));
    case 'boolean':
      return fc.boolean();
    case 'date':
      return descriptor.time
        ? fc.constantFrom('2026-05-17T09:30:00Z', '2026-05-17T09:30:00.123+02:00')
        : fc.constantFrom('2026-05-17', '2024-02-29');
    case 'select':
      return many(descriptor, fc.constantFrom(...descriptor.options));
    case 'color':
      return fc.constantFrom('#1a2b3c', '#1a2b3c80');
    case 'json':
      return fc.constantFrom<JsonValue>({ a: [1, null] }, 'text', 1, false, []);
    case 'richText':
      return fc.constantFrom<JsonValue>({ root: [] }, [{ text: 'x' }]);
    case 'point':
      return fc
        .tuple(numberOf({ min: -180, max: 180 }), numberOf({ min: -90, max: 90 }))
        .map((pair) => [...pair]);
    case 'relationship':
    case 'upload': {
      const targets = descriptor.to.map((collection) =>
        descriptor.polymorphic
          ? fc.record({ collection: fc.constant(collection), id: context.ids(collection) })
          : context.ids(collection),
      );
      return many(descriptor, fc.oneof(...targets));
    }
    case 'group':
      return objectOf(field.fields, context);
    case 'array':
      return many({ ...descriptor, hasMany: true }, objectOf(field.fields, rows));
    case 'blocks': {
      const blocks = field.blocks.map(({ descriptor: { slug }, fields }) =>
        objectOf(fields, rows, { blockType: fc.constant(slug) }),
      );
      return many({ ...descriptor, hasMany: true }, fc.oneof(...blocks));
    }
    case 'join':
      throw new Error('A join is read-only.');
  }
}

interface ListRules {
  readonly hasMany?: true;
  readonly required?: true;
  readonly minRows?: number;
  readonly maxRows?: number;
}

function many(
  { hasMany, required, minRows = 0, maxRows = 4 }: ListRules,
  value: fc.Arbitrary<JsonValue>,
): fc.Arbitrary<JsonValue> {
  if (!hasMany) return value;
  const least = Math.max(minRows, required ? 1 : 0);
  return fc.array(value, { minLength: least, maxLength: Math.max(least, Math.min(4, maxRows)) });
}

interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: { readonly source: string; readonly flags: string };
}

/** Lengths are in code points, so a surrogate pair counts as one. */
function textOf({ minLength = 0, maxLength = minLength + 20, pattern }: TextRules): fc.Arbitrary<string> {
  const edges = fc.constantFrom('x'.repeat(maxLength), '😀'.repeat(maxLength), 'x'.repeat(minLength));
  return pattern ? fc.stringMatching(new RegExp(pattern.source, pattern.flags)) : edges;
}

interface NumberRules {
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
}

function numberOf({ integer, min = -1000, max = min + 2000 }: NumberRules): fc.Arbitrary<number> {
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return integer ? whole : fc.oneof(whole, fc.constantFrom(min, max, (min + max) / 2));
}
