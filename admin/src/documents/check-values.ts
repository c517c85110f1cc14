import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { FieldError } from './field-errors.js';
import { isWritable } from './field-leaves.js';
import { isEmptyValue, isListField, isRowField, rowFields } from './form-values.js';
import { keyOf, type Path, valueAt } from './path.js';

/** What can be said of a value without asking the service; the catalogues have a sentence for each. */
export type CheckName =
  | 'required'
  | 'minLength'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'integer'
  | 'pattern'
  | 'minRows'
  | 'maxRows';

/** Makes the sentence of a check; `limit` is the number that was missed. */
export type CheckMessage = (name: CheckName, limit: number) => string;

export interface CheckOptions {
  /** Whether the document is to be published: a draft may lack anything. */
  readonly complete: boolean;
  readonly message: CheckMessage;
}

/**
 * The faults that a save would meet, without asking the service, whose answer is the one that counts: this only spares a way. Rows
 * are checked like the document, since the service takes lists whole.
 */
export function checkValues(
  fields: readonly AdminFieldMeta[],
  values: JsonObject,
  options: CheckOptions,
): FieldError[] {
  const errors: FieldError[] = [];
  const walk = (own: readonly AdminFieldMeta[], parent: Path, labels: readonly string[]): void => {
    for (const field of own) {
      if (!isWritable(field)) continue;
      const path = [...parent, field.name];
      const chain = [...labels, field.label];
      if (field.type === 'group') {
        walk(field.fields ?? [], path, chain);
        continue;
      }
      const value = valueAt(values, path);
      const fault = faultOf(field, value, options.complete);
      if (fault !== null) {
        errors.push({
          key: keyOf(values, path),
          label: chain.join(' › '),
          message: options.message(...fault),
        });
      }
      if (!isRowField(field) || !Array.isArray(value)) continue;
      value.forEach((row: JsonValue, index) => {
        walk(rowFields(field, row), [...path, index], [...chain, String(index + 1)]);
      });
    }
  };
  walk(fields, [], []);
  return errors;
}

type Fault = readonly [CheckName, number];

function faultOf(field: AdminFieldMeta, value: JsonValue, complete: boolean): Fault | null {
  if (isEmptyValue(value)) return complete && asksForValue(field) ? ['required', 0] : null;
  if (!isListField(field)) return valueFault(field, value);
  const { minRows = 0, maxRows = Infinity } = field;
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (items.length < minRows) return ['minRows', minRows];
  if (items.length > maxRows) return ['maxRows', maxRows];
  for (const item of items) {
    const fault = valueFault(field, item);
    if (fault !== null) return fault;
  }
  return null;
}

/** A slug with a source is filled by the service. */
function asksForValue({ required, type, from }: AdminFieldMeta): boolean {
  return required === true && !(type === 'slug' && from !== undefined);
}

function valueFault(field: AdminFieldMeta, value: JsonValue): Fault | null {
  if (typeof value === 'number') return numberFault(field, value);
  if (typeof value !== 'string' || field.type === 'select' || field.type === 'relationship') return null;
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  // Characters, as the service counts them: an emoji is one.
  const length = Array.from(value).length;
  if (length < minLength) return ['minLength', minLength];
  if (length > maxLength) return ['maxLength', maxLength];
  return pattern !== undefined && !new RegExp(pattern.source, pattern.flags).test(value)
    ? ['pattern', 0]
    : null;
}

function numberFault(
  { min = -Infinity, max = Infinity, integer }: AdminFieldMeta,
  value: number,
): Fault | null {
  if (integer === true && !Number.isInteger(value)) return ['integer', 0];
  if (value < min) return ['min', min];
  return value > max ? ['max', max] : null;
}
