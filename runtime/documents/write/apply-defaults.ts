import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { HookRequest } from '../../config/hook-request.js';
import { rowFields } from '../../fields/inner-fields.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { CallbackMap } from '../hooks/field-callbacks.js';

/** Gives absent fields their defaults. */
export interface Defaults {
  /** Whether any field has a default. If not, `apply` has nothing to do. */
  readonly any: boolean;
  /**
   * A copy of `data` with defaults. `create` fills the document; `update` only the rows that the data
   * contains, since those are new. A field that is `null` was cleared on purpose and stays so.
   */
  apply(data: JsonObject, operation: 'create' | 'update', req: () => HookRequest): Promise<JsonObject>;
}

export function createDefaults(fields: readonly FieldDescriptor[], callbacks: CallbackMap): Defaults {
  const concerned = new Set<FieldDescriptor>();
  for (const field of fields) mark(field, concerned);
  return {
    any: concerned.size > 0,
    apply: (data, operation, req) =>
      fill(fields, { data, absent: operation === 'create', filling: { concerned, callbacks, req } }),
  };
}

interface Filling {
  /** The fields that have a default themselves or below. */
  readonly concerned: ReadonlySet<FieldDescriptor>;
  readonly callbacks: CallbackMap;
  readonly req: () => HookRequest;
}

function mark(field: FieldDescriptor, concerned: Set<FieldDescriptor>): boolean {
  const below = childrenOf(field).map((child) => mark(child, concerned));
  if (field.default === undefined && field.defaultCallback !== true && !below.includes(true)) return false;
  concerned.add(field);
  return true;
}

function childrenOf(field: FieldDescriptor): readonly FieldDescriptor[] {
  if (field.type === 'group' || field.type === 'array') return field.fields;
  return field.type === 'blocks' ? field.blocks.flatMap((block) => block.fields) : [];
}

async function fill(
  fields: readonly FieldDescriptor[],
  {
    data,
    absent,
    filling,
  }: { readonly data: JsonObject; readonly absent: boolean; readonly filling: Filling },
): Promise<JsonObject> {
  const filled: Record<string, JsonValue> = { ...data };
  for (const field of fields) {
    if (!filling.concerned.has(field)) continue;
    const value = await fillField(field, { value: ownValue(data, field.name), absent, filling });
    if (value !== undefined) filled[field.name] = value;
  }
  return filled;
}

async function fillField(
  field: FieldDescriptor,
  {
    value,
    absent,
    filling,
  }: { readonly value: JsonValue | undefined; readonly absent: boolean; readonly filling: Filling },
): Promise<JsonValue | undefined> {
  if (field.type === 'group') {
    if (isJsonObject(value)) return fill(field.fields, { data: value, absent, filling });
    return absent ? fill(field.fields, { data: {}, absent: true, filling }) : value;
  }
  const present = value === undefined && absent ? await defaultOf(field, filling) : value;
  if (field.type !== 'array' && field.type !== 'blocks') return present;
  return fillRows(present, (row) => rowFields(field, row), filling);
}

async function defaultOf(
  field: FieldDescriptor,
  { callbacks, req }: Filling,
): Promise<JsonValue | undefined> {
  const makeDefault = callbacks.get(field)?.makeDefault;
  if (makeDefault === undefined) return field.default;
  const text: string | undefined = JSON.stringify(await called(field, makeDefault, req()));
  return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
}

async function called(
  field: FieldDescriptor,
  makeDefault: (context: { readonly req: HookRequest }) => unknown,
  req: HookRequest,
): Promise<unknown> {
  try {
    return await makeDefault({ req });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The default of ${field.path} failed: ${reason}`, { cause: error });
  }
}

async function fillRows(
  value: JsonValue | undefined,
  fieldsOf: (row: JsonObject) => readonly FieldDescriptor[],
  filling: Filling,
): Promise<JsonValue | undefined> {
  if (!Array.isArray(value)) return value;
  const rows: JsonValue[] = [];
  for (const row of value as readonly JsonValue[]) {
    rows.push(isJsonObject(row) ? await fill(fieldsOf(row), { data: row, absent: true, filling }) : row);
  }
  return rows;
}
