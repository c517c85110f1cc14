/**
 * Changes that depend on the stored value: `{ "$inc": 1 }` on numbers, `{ "$add": [...] }` and `{ "$remove":
 * [...] }` on lists as sets (docs/spec/content-tools.md#many-at-once). Outside rows, `json` and `richText`.
 */
import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt, ServiceError } from '../../errors/service-error.js';
import { changeKindOf } from '../../fields/change-operators.js';
import { wrongTypeAt } from '../../fields/input-issue.js';
import {
  groupData,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownValue,
  withSortedKeys,
} from '../../util/json.js';

type Operator = '$inc' | '$add' | '$remove';

interface Operation {
  readonly operator: Operator;
  readonly operand: JsonValue;
}

/** An operator is the only key of its object. Null for other values, and where the field takes none. */
function operationOn(field: FieldDescriptor, value: JsonValue | undefined): Operation | null {
  if (!isJsonObject(value)) return null;
  const [operator, ...others] = Object.keys(value);
  if (operator === undefined || others.length > 0) return null;
  const operand = value[operator] ?? null;
  const kind = changeKindOf(field);
  if (operator === '$inc') return kind === 'increment' ? { operator, operand } : null;
  if (operator === '$add' || operator === '$remove') return kind === 'set' ? { operator, operand } : null;
  return null;
}

/** Whether some value may be an operator, without a look at the fields. */
export function mayHaveOperators(data: JsonObject): boolean {
  return Object.values(data).some(isJsonObject);
}

/** Whether a field is given an operator. */
export function hasOperators(fields: readonly FieldDescriptor[], data: JsonObject): boolean {
  if (!mayHaveOperators(data)) return false;
  return fields.some((field) => {
    const value = ownValue(data, field.name);
    if (value === undefined) return false;
    if (field.type === 'group') return isJsonObject(value) && hasOperators(field.fields, value);
    return operationOn(field, value) !== null;
  });
}

interface Requested {
  readonly data: JsonObject;
  readonly access: DocumentAccess | null;
  /** The requester does not see the document that is changed. */
  readonly isBlind: boolean;
}

/**
 * Refuses operators on values that the requester may not read: whether a bound holds, or a list has a member,
 * would reveal them.
 *
 * @throws ServiceError FORBIDDEN that names the fields.
 */
export function refuseOperators(
  fields: readonly FieldDescriptor[],
  { data, access, isBlind }: Requested,
): void {
  if (access === null) return;
  const refused = hiddenOperators(fields, data, (field) => isBlind || access.fields.hidden.has(field));
  if (refused.length === 0) return;
  throw new ServiceError('FORBIDDEN', reason('operator.hiddenFields', { paths: refused }), {
    details: refused.map((path) => issueAt(path, reason('operator.hidden'))),
  });
}

function hiddenOperators(
  fields: readonly FieldDescriptor[],
  data: JsonObject,
  isHidden: (field: FieldDescriptor) => boolean,
): readonly string[] {
  return fields.flatMap((field) => {
    const value = ownValue(data, field.name);
    if (value === undefined) return [];
    if (field.type === 'group') {
      return isJsonObject(value)
        ? hiddenOperators(field.fields, value, (one) => isHidden(field) || isHidden(one))
        : [];
    }
    return operationOn(field, value) !== null && isHidden(field) ? [field.path] : [];
  });
}

/** The values that operators make of a stored document, and what is wrong with their operands. */
export interface AppliedOperators {
  readonly data: JsonObject;
  readonly issues: readonly Issue[];
}

/** Replaces operators by the values that they make of a stored document. */
export function withOperators(
  fields: readonly FieldDescriptor[],
  { data, base }: { readonly data: JsonObject; readonly base: JsonObject },
): AppliedOperators {
  const issues: Issue[] = [];
  return { data: applied(fields, { data, base, issues }), issues };
}

interface Applying {
  readonly data: JsonObject;
  readonly base: JsonObject;
  readonly issues: Issue[];
}

function applied(fields: readonly FieldDescriptor[], { data, base, issues }: Applying): JsonObject {
  let changed = data;
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value === undefined) continue;
    if (field.type === 'group') {
      if (!isJsonObject(value)) continue;
      const inner = applied(field.fields, { data: value, base: groupData(base, field.name), issues });
      if (inner !== value) changed = { ...changed, [field.name]: inner };
      continue;
    }
    const operation = operationOn(field, value);
    if (operation === null) continue;
    const stored = ownValue(base, field.name) ?? null;
    const made = resultOf(operation, { path: field.path, stored, issues });
    const { [field.name]: _, ...rest } = changed;
    // Without a value, only the issue of the operator is told, and none of a type.
    changed = made === undefined ? rest : { ...rest, [field.name]: made };
  }
  return changed;
}

interface StoredValue {
  readonly path: string;
  readonly stored: JsonValue;
  readonly issues: Issue[];
}

function resultOf(
  { operator, operand }: Operation,
  { path, stored, issues }: StoredValue,
): JsonValue | undefined {
  if (operator === '$inc') {
    if (typeof operand !== 'number' || !Number.isFinite(operand)) {
      issues.push(wrongTypeAt(`${path}.$inc`, 'number', operand));
      return undefined;
    }
    const sum = (typeof stored === 'number' ? stored : 0) + operand;
    if (isRepresentable(sum)) return sum;
    issues.push(issueAt(path, reason('operator.outOfRange')));
    return undefined;
  }
  if (!Array.isArray(operand)) {
    issues.push(wrongTypeAt(`${path}.${operator}`, 'list', operand));
    return undefined;
  }
  const before: readonly JsonValue[] = Array.isArray(stored) ? stored : [];
  const members: readonly JsonValue[] = operand;
  if (operator === '$remove') {
    const removed = new Set(members.map(memberKey));
    return before.filter((member) => !removed.has(memberKey(member)));
  }
  const known = new Set(before.map(memberKey));
  const added = members.filter((member) => {
    const key = memberKey(member);
    return !known.has(key) && known.add(key);
  });
  return [...before, ...added];
}

/** Equal for equal members. Of the members that a body can hold, comparing each with each takes minutes. */
function memberKey(member: JsonValue): string {
  return JSON.stringify(member, (_key, value: unknown) => {
    // Parsed JSON may contain infinite numbers (`1e999`), which JSON text cannot express.
    if (typeof value === 'number' && !Number.isFinite(value)) return { infinite: String(value) };
    return isJsonObject(value) ? withSortedKeys(value) : value;
  });
}

/** Beyond the safe integers a sum may be one that it is not. */
function isRepresentable(sum: number): boolean {
  return Math.abs(sum) <= Number.MAX_SAFE_INTEGER;
}
