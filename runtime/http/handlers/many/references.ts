/**
 * `{ "$ref": 0 }` in a relation means the document of operation 0 (docs/spec/content-tools.md#many-at-once).
 */
import type { FieldDescriptor } from '../../../codegen/descriptors.js';
import { type Reason, reason } from '../../../errors/reasons/reason.js';
import { badInputAt, type Issue, issueAt } from '../../../errors/service-error.js';
import { rowFields } from '../../../fields/inner-fields.js';
import { isRelation } from '../../../fields/relation.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../../util/json.js';
import type { ManyOperation } from './many-operation.js';

/** What a relation gets instead of a reference. */
type Replace = (reference: JsonValue, relation: RelationAt) => JsonValue;

interface RelationAt {
  readonly path: string;
  /** Slugs of the collections that the field may name. */
  readonly to: readonly string[];
}

function referenceIn(value: JsonValue): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  const inner = ownValue(value, 'id');
  return ownValue(value, '$ref') ?? (isJsonObject(inner) ? ownValue(inner, '$ref') : undefined);
}

/** The data with references replaced: in fields, groups, rows and blocks. */
function replaced(
  fields: readonly FieldDescriptor[],
  data: JsonObject,
  { prefix, replace }: { readonly prefix: string; readonly replace: Replace },
): JsonObject {
  let changed = data;
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value === undefined) continue;
    const next = replacedIn(field, value, { path: `${prefix}${field.name}`, replace });
    if (next !== value) changed = { ...changed, [field.name]: next };
  }
  return changed;
}

function replacedIn(
  field: FieldDescriptor,
  value: JsonValue,
  { path, replace }: { readonly path: string; readonly replace: Replace },
): JsonValue {
  if (isRelation(field)) {
    const one = (member: JsonValue, at: string): JsonValue => {
      const reference = referenceIn(member);
      return reference === undefined ? member : replace(reference, { path: at, to: field.to });
    };
    if (!Array.isArray(value)) return operatorIn(value, path, one) ?? one(value, path);
    return (value as readonly JsonValue[]).map((member, index) => one(member, `${path}.${index}`));
  }
  if (field.type === 'group') {
    return isJsonObject(value) ? replaced(field.fields, value, { prefix: `${path}.`, replace }) : value;
  }
  if ((field.type !== 'array' && field.type !== 'blocks') || !Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((row, index) => {
    if (!isJsonObject(row)) return row;
    return replaced(rowFields(field, row), row, { prefix: `${path}.${index}.`, replace });
  });
}

/** References in the list of `$add` or `$remove`; null for other values. */
function operatorIn(
  value: JsonValue,
  path: string,
  one: (member: JsonValue, at: string) => JsonValue,
): JsonValue | null {
  if (!isJsonObject(value)) return null;
  const [operator = ''] = Object.keys(value);
  const members = ownValue(value, operator);
  if ((operator !== '$add' && operator !== '$remove') || !Array.isArray(members)) return null;
  const list = (members as readonly JsonValue[]).map((member, index) => one(member, `${path}.${index}`));
  return { [operator]: list };
}

/** Issues of the references of one operation, and whether it has any. */
export interface FoundReferences {
  readonly issues: readonly Issue[];
  readonly any: boolean;
}

/**
 * Checks the references of an operation against the earlier ones.
 *
 * @param path - of the data.
 */
export function checkReferences(
  { target, data }: Pick<ManyOperation, 'target' | 'data'>,
  { earlier, path }: { readonly earlier: readonly (ManyOperation | null)[]; readonly path: string },
): FoundReferences {
  const issues: Issue[] = [];
  let any = false;
  const replace: Replace = (reference, relation) => {
    any = true;
    const issue = issueOf(reference, relation, earlier);
    if (issue !== null) issues.push(issueAt(`${path}.${relation.path}`, issue));
    return null;
  };
  if (data !== null) replaced(target.descriptor.fields, data, { prefix: '', replace });
  return { issues, any };
}

function issueOf(
  reference: JsonValue,
  { to }: RelationAt,
  earlier: readonly (ManyOperation | null)[],
): Reason | null {
  if (typeof reference !== 'number' || !Number.isSafeInteger(reference) || !(reference in earlier)) {
    return reason('bulk.referenceMalformed', { count: earlier.length });
  }
  const named = earlier[reference];
  // Its own form has an issue, which is told.
  if (named === null || named === undefined) return null;
  const { descriptor } = named.target;
  if (descriptor.kind === 'global' || !to.includes(descriptor.slug)) {
    return reason('bulk.referenceType', { collection: descriptor.slug, allowed: to });
  }
  return named.op === 'delete' ? reason('bulk.referenceDeleted') : null;
}

/**
 * The data of an operation with the ids of the documents that it refers to.
 *
 * @param idOf - of the document of an earlier operation; null where that has failed.
 * @throws ServiceError BAD_USER_INPUT for a reference to an operation that has failed.
 */
export function resolveReferences(
  { target, data, hasReferences }: ManyOperation,
  {
    operations,
    idOf,
  }: {
    readonly operations: readonly ManyOperation[];
    readonly idOf: (index: number) => string | null;
  },
): JsonObject | null {
  if (data === null || hasReferences !== true) return data;
  return replaced(target.descriptor.fields, data, {
    prefix: '',
    replace(reference, { path, to }) {
      const index = Number(reference);
      const id = idOf(index);
      if (id === null) throw badInputAt(path, reason('bulk.referenceFailed', { index }));
      const slug = operations[index]?.target.descriptor.slug ?? '';
      return to.length > 1 ? { collection: slug, id } : id;
    },
  });
}
