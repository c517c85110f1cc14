import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { copiedRow, newRow, rowFields } from '../../documents/form-values.js';

/** A copied row, as it is in the clipboard: text that says what it is. */
interface CopiedRow {
  readonly svc: 'row';
  readonly version: 1;
  /** The form of its fields, to compare it with the list that it is pasted into. */
  readonly forms: Forms;
  readonly row: JsonObject;
}

/** The form of each field, by its name. */
type Forms = Readonly<Record<string, string>>;

/** What pasting a row gives. */
export interface PastedRow {
  readonly row: JsonObject;
  /** Labels of fields whose copied value did not fit. */
  readonly leftOut: readonly string[];
}

/** Returns the text for the clipboard. */
export function textOfRow(field: AdminFieldMeta, row: JsonObject): string {
  const fields = rowFields(field, row);
  const copied: CopiedRow = { svc: 'row', version: 1, forms: formsOf(fields), row };
  return JSON.stringify(copied);
}

/**
 * Returns the row for a list from the text of a clipboard, with new ids. A value is taken if a field of the
 * same name has the same form; null if the text is no row, or none of its values fits.
 */
export function rowOfText(field: AdminFieldMeta, text: string): PastedRow | null {
  const copied = copiedRowOf(text);
  if (copied === null) return null;
  const { row, forms } = copied;
  const blockType = typeof row['blockType'] === 'string' ? row['blockType'] : undefined;
  const isBlock = field.type === 'blocks';
  if (isBlock && !field.blocks?.some(({ slug }) => slug === blockType)) return null;
  const fields = rowFields(field, row);
  const given = fields.filter(({ name, canUpdate }) => canUpdate && hasValue(row[name]));
  const fitting = given.filter((own) => formOf(own) === forms[own.name]);
  const names = new Set(fields.map(({ name }) => name));
  const isOther = Object.keys(forms).some((name) => !names.has(name) && hasValue(row[name]));
  if (fitting.length === 0 && (given.length > 0 || isOther || !isBlock)) return null;
  const values = Object.fromEntries(fitting.map(({ name }) => [name, row[name] ?? null]));
  return {
    row: copiedRow(fields, { ...newRow(fields, isBlock ? blockType : undefined), ...values }),
    leftOut: given.filter((own) => !fitting.includes(own)).map(({ label }) => label),
  };
}

function copiedRowOf(text: string): CopiedRow | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    if (!isJsonObject(value) || value['svc'] !== 'row' || value['version'] !== 1) return null;
    const { row, forms } = value;
    if (!isJsonObject(row ?? null) || !isJsonObject(forms ?? null)) return null;
    return { svc: 'row', version: 1, row: row as JsonObject, forms: forms as Forms };
  } catch {
    // Any other text that was copied.
    return null;
  }
}

function hasValue(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function formsOf(fields: readonly AdminFieldMeta[]): Forms {
  return Object.fromEntries(fields.map((field) => [field.name, formOf(field)]));
}

/**
 * Fields of the same form take each other's values; limits and options are checked when the document is
 * saved.
 */
function formOf({ type, hasMany, polymorphic, to, fields, blocks }: AdminFieldMeta): string {
  const inner = (own: readonly AdminFieldMeta[]): unknown =>
    own.map((field) => [field.name, formOf(field)]).sort();
  return JSON.stringify([
    type,
    hasMany === true,
    polymorphic === true,
    to === undefined ? null : [...to].sort(),
    fields === undefined ? null : inner(fields),
    blocks === undefined ? null : blocks.map((block) => [block.slug, inner(block.fields)]).sort(),
  ]);
}
