import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { english } from '../../errors/reasons/english.js';
import { reason } from '../../errors/reasons/reason.js';
import { say } from '../../errors/reasons/say.js';
import type { Issue } from '../../errors/service-error.js';
import { isStored } from '../../fields/writable.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import { nearTo } from '../../util/near-miss.js';
import type { StoredDocument } from '../document-model.js';
import { completeFields } from '../write/complete-value.js';
import { builtInKeys } from '../write/validate-data.js';

export interface ReadChange {
  readonly fields: readonly FieldDescriptor[];
  /** The document as it is stored. */
  readonly stored: StoredDocument;
  /** The document that the hooks returned. */
  readonly changed: JsonObject;
  /** `afterRead of posts`, for messages. */
  readonly name: string;
}

/**
 * The document that `afterRead` hooks made, if it still fits its collection: the OpenAPI document and the
 * types of the SDK promise its keys and their types to every client. A field that a hook leaves out reads as
 * empty, and what clients address and compare documents by stays as it is stored
 * (docs/spec/contract.md#hooks).
 *
 * @throws Error that names the hook and the first fields that do not fit.
 */
export function checkRead({ fields, stored, changed, name }: ReadChange): StoredDocument {
  const own: Record<string, JsonValue> = { ...changed };
  const builtIn: Record<string, JsonValue> = {};
  for (const key of builtInKeys) {
    delete own[key];
    const value = stored[key];
    if (value !== undefined) builtIn[key] = value;
  }
  const found = [...keyIssues(fields, { data: own, prefix: '' })];
  if (found.length > 0) throw misfit(name, found);
  const { data, issues } = completed(fields, own, name);
  if (issues.length > 0) {
    // Drafts and old versions may lack what is required; a hook must not remove a value that was there.
    const known = new Set(completed(fields, stored, name).issues.map(({ path }) => path));
    const lost = issues.filter(({ path }) => !known.has(path));
    if (lost.length > 0)
      throw misfit(
        name,
        lost.map(({ path, message }) => `${path}: ${message}`),
      );
  }
  return { ...builtIn, ...data };
}

/** Keys that no field describes, values that are not options of their select, and rows without an id. */
function* keyIssues(
  fields: readonly FieldDescriptor[],
  {
    data,
    prefix,
    own = [],
  }: { readonly data: JsonObject; readonly prefix: string; readonly own?: readonly string[] },
): Iterable<string> {
  const byName = new Map(fields.flatMap((field) => (isStored(field) ? [[field.name, field]] : [])));
  for (const [key, value] of Object.entries(data)) {
    const field = byName.get(key);
    const path = `${prefix}${key}`;
    if (field !== undefined) yield* valueIssues(field, value, path);
    else if (!own.includes(key)) {
      yield `${path}: ${say(english, reason('field.unknown', nearTo(key, [...byName.keys()])))}`;
    }
  }
}

function* valueIssues(field: FieldDescriptor, value: JsonValue, path: string): Iterable<string> {
  if (field.type === 'group' && isJsonObject(value))
    yield* keyIssues(field.fields, { data: value, prefix: `${path}.` });
  if (field.type === 'select') {
    for (const one of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
      if (typeof one === 'string' && !field.options.includes(one))
        yield `${path}: ${JSON.stringify(one)} is none of its options.`;
    }
  }
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return;
  for (const [position, row] of (value as readonly JsonValue[]).entries()) {
    if (!isJsonObject(row)) continue;
    const at = `${path}.${position}.`;
    if (typeof row['id'] !== 'string') yield `${at}id: A row has an id, which is text.`;
    if (field.type === 'array') yield* keyIssues(field.fields, { data: row, prefix: at, own: ['id'] });
    else {
      const block = field.blocks.find(({ slug }) => slug === row['blockType']);
      yield* keyIssues(block?.fields ?? [], { data: row, prefix: at, own: ['id', 'blockType'] });
    }
  }
}

interface Completed {
  /** Every field in the order of the config. */
  readonly data: Readonly<Record<string, JsonValue>>;
  readonly issues: readonly Issue[];
}

function completed(fields: readonly FieldDescriptor[], data: JsonObject, name: string): Completed {
  const collected: Issue[] = [];
  try {
    return {
      data: completeFields(fields, { data, prefix: '', completion: { ids: () => '', issues: collected } }),
      issues: collected,
    };
  } catch (error) {
    throw misfit(name, [error instanceof Error ? error.message : String(error)]);
  }
}

const maxShownIssues = 3;

function misfit(name: string, issues: readonly string[]): Error {
  const shown = issues.slice(0, maxShownIssues).join(' ');
  return new Error(`The hook ${name} returned a document that does not fit its collection. ${shown}`);
}
