/** Checks whether a constant in the config is a valid value of its field. */
import { isPlainObject, type PlainObject } from './checks.js';
import { fieldEntries } from './field-entries.js';
import { fieldRules } from './field-options.js';
import { quoted, showValue } from './show-value.js';

/**
 * Returns what is wrong with a value for a field, or null. `above` are the enclosing objects, to detect a
 * cycle.
 */
export function issueOfValue(field: PlainObject, value: unknown, above: ReadonlySet<unknown>): string | null {
  const { type } = field;
  if (field['hasMany'] === true) return issueOfList(field, value, (entry) => issueOfSingle(field, entry));
  if (type === 'array')
    return issueOfList(field, value, (row) => issueOfRow(field['fields'], row, ['id'], above));
  if (type === 'blocks') return issueOfList(field, value, (row) => issueOfBlock(field['blocks'], row, above));
  return issueOfSingle(field, value);
}

function issueOfSingle(field: PlainObject, value: unknown): string | null {
  return fieldRules.get(String(field['type']))?.issueOf(field, value) ?? null;
}

function issueOfList(
  { minRows, maxRows, required }: PlainObject,
  value: unknown,
  issueOfEntry: (entry: unknown) => string | null,
): string | null {
  if (!Array.isArray(value)) return `${showValue(value)} is not a list`;
  const { length } = value;
  if (typeof minRows === 'number' && length < minRows && length > 0)
    return `it has ${length} entries, fewer than minRows`;
  if (typeof maxRows === 'number' && length > maxRows) return `it has ${length} entries, more than maxRows`;
  if (required === true && length === 0) return 'a required list is not empty';
  for (const entry of Array.from<unknown>(value)) {
    const issue = issueOfEntry(entry);
    if (issue !== null) return issue;
  }
  return null;
}

function issueOfRow(
  fields: unknown,
  row: unknown,
  extra: readonly string[],
  above: ReadonlySet<unknown>,
): string | null {
  if (!isPlainObject(row) || above.has(row)) return `${showValue(row)} is not a row`;
  const known = fieldsByName(fields);
  const holding = new Set([...above, row]);
  for (const name of Object.keys(row)) {
    const field = known.get(name);
    if (field === undefined && !extra.includes(name)) return `its rows have no field ${quoted(name)}`;
  }
  for (const [name, field] of known) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    const issue = issueOfMember(field, value, holding);
    if (issue !== null) return `in ${quoted(name)}, ${issue}`;
  }
  return null;
}

function issueOfMember(field: PlainObject, value: unknown, above: ReadonlySet<unknown>): string | null {
  if (field['type'] === 'group')
    return value === undefined ? null : issueOfRow(field['fields'], value, [], above);
  if (value !== undefined && value !== null) return issueOfValue(field, value, above);
  const isMissing = field['required'] === true && (value === null || field['default'] === undefined);
  return isMissing ? 'a required value is missing' : null;
}

function issueOfBlock(blocks: unknown, row: unknown, above: ReadonlySet<unknown>): string | null {
  if (!isPlainObject(row)) return `${showValue(row)} is not a row`;
  const block = recordsIn(blocks).find(({ slug }) => slug === row['blockType']);
  if (block === undefined) return `${showValue(row['blockType'])} is not one of its blocks`;
  return issueOfRow(block['fields'], row, ['id', 'blockType'], above);
}

function fieldsByName(fields: unknown): ReadonlyMap<string, PlainObject> {
  return new Map(fieldEntries(fields).map(({ field }) => [String(field['name']), field]));
}

function recordsIn(list: unknown): readonly PlainObject[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : [];
}
