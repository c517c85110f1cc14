/** Random valid bodies for the fields of a config. */

import fc from 'fast-check';
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import { mustHaveText } from '../../runtime/codegen/required-text.js';
import { isNeverEmpty } from '../../runtime/fields/never-empty.js';
import { isWritable } from '../../runtime/fields/writable.js';

interface Listed {
  readonly required?: true;
  readonly minRows?: number;
  readonly maxRows?: number;
}

/**
 * Valid bodies of a create request; null if none can be generated (values for a pattern are not computed).
 */
export function validBody(
  fields: readonly FieldDescriptor[],
): fc.Arbitrary<Readonly<Record<string, unknown>>> | null {
  const entries: [string, fc.Arbitrary<unknown>][] = [];
  for (const field of fields) {
    if (!isWritable(field)) continue;
    const value = fieldValue(field);
    if (value)
      entries.push([field.name, isRequired(field) || isNeverEmpty(field) ? value : fc.option(value)]);
    else if (isRequired(field)) return null;
  }
  const keyOf = (name: string, index: number): string => `${index} ${name}`;
  const isNeeded = (name: string): boolean =>
    fields.some((field) => field.name === name && isRequired(field));
  return fc
    .record(Object.fromEntries(entries.map(([name, value], index) => [keyOf(name, index), value])), {
      requiredKeys: entries.flatMap(([name], index) => (isNeeded(name) ? [keyOf(name, index)] : [])),
    })
    .map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name.replace(/^\d+ /, ''), value])),
    );
}

function isRequired(field: FieldDescriptor): boolean {
  if (!isWritable(field)) return false;
  return field.type === 'group' ? field.fields.some(isRequired) : field.required === true;
}

function fieldValue(field: FieldDescriptor): fc.Arbitrary<unknown> | null {
  switch (field.type) {
    case 'group':
      return validBody(field.fields);
    case 'array':
      return listOf(field, validBody(field.fields));
    case 'blocks': {
      const kinds = field.blocks.flatMap(({ slug, fields }) => {
        const body = validBody(fields);
        return body ? [body.map((own) => ({ blockType: slug, ...own }))] : [];
      });
      return listOf(field, kinds.length > 0 ? fc.oneof(...kinds) : null);
    }
    case 'text':
    case 'number':
    case 'select':
    case 'relationship':
    case 'upload':
      return field.hasMany ? listOf(field, singleValue(field)) : singleValue(field);
    default:
      return singleValue(field);
  }
}

function listOf(
  { required, minRows = 0, maxRows = 5 }: Listed,
  item: fc.Arbitrary<unknown> | null,
): fc.Arbitrary<unknown> | null {
  const minLength = Math.max(minRows, required ? 1 : 0);
  if (minLength > maxRows) return null;
  if (item === null) return minLength === 0 ? fc.constant([]) : null;
  return fc.array(item, { minLength, maxLength: maxRows });
}

function singleValue(field: FieldDescriptor): fc.Arbitrary<unknown> | null {
  switch (field.type) {
    case 'text':
    case 'textarea':
      // No text of no characters is required text: the filter below would search for ever.
      if (mustHaveText(field) && field.maxLength === 0) return null;
      return (
        textOf(field, ['a', ' ', '\n', 'ß', '日', '😀', '\u2028', '`', '$', '"'])?.filter(
          (text) => !mustHaveText(field) || /\S/.test(text),
        ) ?? null
      );
    case 'slug': {
      const least = Math.max(1, field.minLength ?? 0);
      return least > (field.maxLength ?? least)
        ? null
        : textOf({ ...field, minLength: least }, ['a', '-', 'ß', '日', '😀', '`', '$', '"']);
    }
    case 'email':
      return fc.constantFrom('ada@example.com', 'a.b+c@x-y.museum');
    case 'url':
      return fc.constantFrom('https://example.com', 'http://localhost:1/?a=b#c');
    case 'number': {
      const { min = -100, max = min + 200, integer } = field;
      if (integer)
        return Math.ceil(min) <= Math.floor(max)
          ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
          : null;
      return fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'date':
      return field.time
        ? fc.constantFrom('2024-02-29T00:00:00Z', '1999-12-31T23:59:59.999+13:00')
        : fc.constantFrom('2024-02-29', '0001-01-01');
    case 'select':
      return fc.constantFrom(...field.options);
    case 'color':
      return fc.constantFrom('#000000', '#1a2b3c80', '#FFEEDD');
    case 'point':
      return fc.tuple(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -90, max: 90, noNaN: true }),
      );
    case 'json':
      return fc.constantFrom<unknown>(0, 'x', [null], { a: { b: [] } });
    case 'richText':
      return fc.constantFrom<unknown>([], { root: {} });
    case 'relationship':
    case 'upload':
      return field.polymorphic
        ? fc.constantFrom(...field.to).map((collection) => ({ collection, id: 'x' }))
        : fc.constant('x');
    default:
      return null;
  }
}

function textOf(
  { minLength = 0, maxLength = 30, pattern }: { minLength?: number; maxLength?: number; pattern?: unknown },
  characters: readonly string[],
): fc.Arbitrary<string> | null {
  if (pattern) return null;
  return fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((text) => text.join(''));
}
