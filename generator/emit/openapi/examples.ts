import type { FieldDescriptor, PatternDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { IrCollection, IrField } from '../../ir/ir.js';

/** An id in the form that the service creates. */
export const exampleId = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';
const exampleDate = '2026-05-17';
const exampleTime = '2026-05-17T09:30:00.000Z';

/** Max number of optional fields in an example of a body. */
const shownFields = 5;

/** A filter that fits the collection: on its first text, number or date. */
export function filterExample({ fields }: IrCollection): JsonObject {
  for (const { descriptor } of fields) {
    const test = exampleTest(descriptor);
    if (test) return { [descriptor.path]: test };
  }
  return { createdAt: { gte: exampleTime } };
}

function exampleTest(descriptor: FieldDescriptor): JsonObject | null {
  switch (descriptor.type) {
    case 'text':
      return descriptor.hasMany ? null : { contains: 'example' };
    case 'textarea':
    case 'email':
    case 'url':
    case 'slug':
      return { contains: 'example' };
    case 'number':
      return descriptor.hasMany ? null : { gte: descriptor.min ?? 1 };
    case 'date':
      return { gte: descriptor.time ? exampleTime : exampleDate };
    case 'select':
      return descriptor.hasMany ? null : { equals: descriptor.options[0] ?? '' };
    case 'boolean':
      return { equals: true };
    default:
      return null;
  }
}

/** A body that creates a document; null if no example is sure to be valid. */
export function createExample(fields: readonly IrField[]): JsonObject | null {
  const required = new Set(fields.filter(isNeeded));
  const others = fields.filter((field) => !required.has(field) && isTelling(field));
  const shown = new Set([...required, ...others.slice(0, Math.max(0, shownFields - required.size))]);
  return exampleObject(
    fields.filter((field) => shown.has(field)),
    required,
  );
}

/** A body that changes one field; null if there is no example. */
export function updateExample(fields: readonly IrField[]): JsonObject | null {
  const others = fields.filter((field) => !isTelling(field));
  for (const field of [...fields.filter(isTelling), ...others]) {
    const value = exampleValue(field);
    if (value !== null) return { [field.descriptor.name]: value };
  }
  return null;
}

/** Whether a body needs the field: it is required, or a group with a field that is. */
function isNeeded({ descriptor, fields }: IrField): boolean {
  if (descriptor.type === 'group') return fields.some(isNeeded);
  return descriptor.type !== 'join' && descriptor.required === true;
}

/** Fields whose example is informative; a made-up id or structure is not. */
function isTelling({ descriptor: { type } }: IrField): boolean {
  return ['text', 'textarea', 'email', 'url', 'number', 'boolean', 'date', 'select'].includes(type);
}

function exampleObject(fields: readonly IrField[], required: ReadonlySet<IrField>): JsonObject | null {
  const entries: [string, JsonValue][] = [];
  for (const field of fields) {
    const value = exampleValue(field);
    if (value !== null) entries.push([field.descriptor.name, value]);
    else if (required.has(field)) return null;
  }
  return Object.fromEntries(entries);
}

function exampleRow(fields: readonly IrField[]): JsonObject | null {
  const required = fields.filter(isNeeded);
  return exampleObject(
    required.length > 0 ? required : fields.filter(isTelling).slice(0, 2),
    new Set(required),
  );
}

/** A value that the field's rules allow, or null if none is known. */
function exampleValue(field: IrField): JsonValue | null {
  const { descriptor } = field;
  switch (descriptor.type) {
    case 'text':
    case 'textarea':
      return repeated(descriptor, exampleText(field.label, descriptor));
    case 'email':
      return exampleText('name@example.com', descriptor);
    case 'url':
      return exampleText('https://example.com/', descriptor);
    case 'slug':
      return exampleText('an-example', descriptor);
    case 'number':
      return repeated(descriptor, exampleNumber(descriptor));
    case 'boolean':
      return true;
    case 'date':
      return descriptor.time ? exampleTime : exampleDate;
    case 'select':
      return repeated(descriptor, descriptor.options[0] ?? null);
    case 'json':
    case 'richText':
      return {};
    case 'point':
      return [13.4, 52.5];
    case 'relationship': {
      const [collection = ''] = descriptor.to;
      return repeated(descriptor, descriptor.polymorphic ? { collection, id: exampleId } : exampleId);
    }
    case 'join':
      return null;
    case 'group':
      return exampleRow(field.fields);
    case 'array':
      return repeated({ ...descriptor, hasMany: true }, exampleRow(field.fields));
    case 'blocks': {
      const [block] = field.blocks;
      const row = block ? exampleRow(block.fields) : null;
      return repeated(
        { ...descriptor, hasMany: true },
        row && { blockType: block?.descriptor.slug ?? '', ...row },
      );
    }
  }
}

function repeated(
  { hasMany, minRows = 1 }: { readonly hasMany?: true; readonly minRows?: number },
  value: JsonValue | null,
): JsonValue | null {
  if (!hasMany || value === null) return value;
  return minRows <= 3 ? Array.from({ length: Math.max(1, minRows) }, () => value) : null;
}

interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
}

/** Texts in the forms that patterns most often require. */
const candidates = [
  'example',
  'an-example',
  'Example',
  '/example',
  'text/plain',
  '#00aaff',
  '12345',
  'AB-1234',
  'A1',
];

/** The text, or another that the rules allow; null if none is known. */
function exampleText(text: string, rules: TextRules): string | null {
  return (
    [text, ...(rules.pattern ? candidates : [])].find((candidate) => isAllowed(candidate, rules)) ?? null
  );
}

function isAllowed(
  text: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: TextRules,
): boolean {
  const { length } = [...text];
  if (length < minLength || length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern.source, pattern.flags).test(text);
}

function exampleNumber({
  integer,
  min,
  max,
}: {
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
}): number | null {
  const wanted = Math.min(Math.max(integer ? 5 : 4.5, min ?? -Infinity), max ?? Infinity);
  return integer && !Number.isInteger(wanted) ? null : wanted;
}
