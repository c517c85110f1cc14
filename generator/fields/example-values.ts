/** Values in the examples of the OpenAPI document. */
import type { FieldDescriptor, NumberField, PatternDescriptor } from '../../runtime/codegen/descriptors.js';
import type { JsonValue } from '../../runtime/util/json.js';

/** An id in the form that the service creates. */
export const exampleId = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';
/** A plain date. */
export const exampleDate = '2026-05-17';
/** A timestamp. */
export const exampleTime = '2026-05-17T09:30:00.000Z';

interface ListRules extends Pick<FieldDescriptor, 'type'> {
  readonly hasMany?: true;
  readonly minRows?: number;
}

/** The value of a field, repeated as often as a list needs; null if that is too often for an example. */
export function repeated({ hasMany, minRows = 1 }: ListRules, value: JsonValue | null): JsonValue | null {
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
export function exampleText(text: string, rules: TextRules): string | null {
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

/** A number that the rules allow; null if none is known. */
export function exampleNumber({
  integer,
  min,
  max,
}: Pick<NumberField, 'integer' | 'min' | 'max'>): number | null {
  const wanted = Math.min(Math.max(integer ? 5 : 4.5, min ?? -Infinity), max ?? Infinity);
  return integer && !Number.isInteger(wanted) ? null : wanted;
}
