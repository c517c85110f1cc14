import { isWritable } from '../../../runtime/fields/writable.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { exampleTime } from '../../fields/example-values.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { IrCollection, IrField } from '../../ir/ir.js';

/** Max number of optional fields in an example of a body. */
const shownFields = 5;

/** A filter that fits the collection: on its first text, number or date. */
export function filterExample({ fields }: IrCollection): JsonObject {
  for (const { descriptor } of fields) {
    const test = fieldTypeOf(descriptor).example.test(descriptor);
    if (test) return { [descriptor.path]: test };
  }
  return { createdAt: { gte: exampleTime } };
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
  const written = fields.filter(({ descriptor }) => isWritable(descriptor));
  const others = written.filter((field) => !isTelling(field));
  for (const field of [...written.filter(isTelling), ...others]) {
    const value = exampleValue(field);
    if (value !== null) return { [field.descriptor.name]: value };
  }
  return null;
}

/** Whether a body needs the field: it is required, or a group with a field that is. */
function isNeeded({ descriptor, fields }: IrField): boolean {
  if (descriptor.type === 'group') return fields.some(isNeeded);
  return isWritable(descriptor) && descriptor.required === true;
}

/** Fields of a body whose example is informative. */
function isTelling({ descriptor }: IrField): boolean {
  return isWritable(descriptor) && fieldTypeOf(descriptor).example.isTelling;
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
  return fieldTypeOf(field.descriptor).example.value(field, exampleRow);
}
