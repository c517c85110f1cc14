import type { CollectionDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, type Issue, issueAt } from '../../errors/service-error.js';
import { shownFields } from '../../fields/text-with-blocks.js';
import { isStored } from '../../fields/writable.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { withoutLostBlocks } from './text-blocks.js';

/** A document that is copied. */
export interface CopiedDocument {
  /** The document as the requester reads it, at depth 0. */
  readonly stored: JsonObject;
  /** Values for the copy, which replace those of the document. */
  readonly given: JsonObject;
  /** Whether the requester may read and set a field. */
  readonly isCopied: (field: FieldDescriptor) => boolean;
}

/**
 * The data of a copy of a document. Rows get new ids, except for those that a rich text names by them; unique
 * values are left empty, and slugs get a suffix when they are stored.
 *
 * @throws ServiceError BAD_USER_INPUT that names required unique fields which are not given.
 */
export function copiedData(descriptor: CollectionDescriptor, copy: CopiedDocument): JsonObject {
  const { emptied, issues } = emptiedPaths(descriptor, copy.given);
  if (issues.length > 0) throw badInput(reason('issues.all'), issues);
  const copied = copyFields(descriptor.fields, copy.stored, { isCopied: copy.isCopied, emptied });
  return withoutLostBlocks(
    descriptor.fields,
    withoutGiven(descriptor.fields, copied, copy.given),
    copy.given,
  );
}

/**
 * What the given values do not replace; only groups are merged with them. A text shows the blocks that the
 * copy will have.
 */
function withoutGiven(fields: readonly FieldDescriptor[], copied: JsonObject, given: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(copied)) {
    const other = ownValue(given, name);
    if (other === undefined) kept[name] = value;
    else if (isJsonObject(value) && isJsonObject(other)) {
      const field = fields.find((one) => one.name === name);
      if (field?.type === 'group') kept[name] = withoutGiven(field.fields, value, other);
    }
  }
  return kept;
}

interface Emptied {
  readonly emptied: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

/** Unique values are those of one document. Of several that are unique together, one is emptied. */
function emptiedPaths({ indexes, fields }: CollectionDescriptor, given: JsonObject): Emptied {
  const emptied = new Set<string>();
  const issues: Issue[] = [];
  for (const { unique, paths } of indexes) {
    if (unique !== true || paths.some((path) => isGiven(given, path))) continue;
    const found = paths.flatMap((path) => fieldAt(fields, path.split('.')) ?? []);
    // A slug that is in use gets a suffix.
    if (found.length === 0 || (found.length === 1 && found[0]?.type === 'slug')) continue;
    const optional = found.find((field) => !('required' in field && field.required === true));
    if (optional !== undefined) emptied.add(optional.path);
    else issues.push(...found.map(({ path }) => issueAt(path, reason('duplicate.required'))));
  }
  return { emptied, issues };
}

function isGiven(data: JsonObject, path: string): boolean {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = data;
  for (const name of names) holder = groupData(holder, name);
  return (ownValue(holder, last) ?? null) !== null;
}

function fieldAt(
  fields: readonly FieldDescriptor[],
  [name, ...rest]: readonly string[],
): FieldDescriptor | undefined {
  const field = fields.find((one) => one.name === name);
  return field?.type === 'group' && rest.length > 0 ? fieldAt(field.fields, rest) : field;
}

interface Copying {
  readonly isCopied: CopiedDocument['isCopied'];
  readonly emptied: ReadonlySet<string>;
}

function copyFields(fields: readonly FieldDescriptor[], stored: JsonObject, copying: Copying): JsonObject {
  const copied: Record<string, JsonValue> = {};
  const shown = shownFields(fields);
  for (const field of fields) {
    const value = ownValue(stored, field.name);
    if (value === undefined || !copying.isCopied(field) || copying.emptied.has(field.path)) continue;
    if (field.type === 'group') {
      if (isJsonObject(value)) copied[field.name] = copyFields(field.fields, value, copying);
      continue;
    }
    if (!isStored(field) || field.readOnly === true) continue;
    copied[field.name] = copyValue(field, value, { ...copying, keepsIds: shown.includes(field.name) });
  }
  return copied;
}

function copyValue(
  field: FieldDescriptor,
  value: JsonValue,
  { keepsIds, ...copying }: Copying & { readonly keepsIds: boolean },
): JsonValue {
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return value;
  // Unique values are outside rows.
  const inRow = { ...copying, emptied: new Set<string>() };
  return (value as readonly JsonValue[]).map((row) => {
    if (!isJsonObject(row)) return row;
    if (field.type === 'array') return copyFields(field.fields, row, inRow);
    const blockType = ownValue(row, 'blockType') ?? null;
    const block = field.blocks.find(({ slug }) => slug === blockType);
    const id = keepsIds ? ownValue(row, 'id') : undefined;
    const head = id === undefined ? { blockType } : { id, blockType };
    return { ...head, ...copyFields(block?.fields ?? [], row, inRow) };
  });
}
