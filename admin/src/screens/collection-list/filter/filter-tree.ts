import type { Value, Where } from '../../../api/documents.js';
import { fieldTypeOf } from '../../../fields/types/index.js';
import type { ListField } from '../columns.js';

/** One condition of a filter. */
export interface Condition {
  readonly kind: 'condition';
  readonly path: string;
  readonly operator: string;
  /** Undefined while the operand is incomplete. */
  readonly operand: Value | undefined;
}

/** Conditions and groups of which all or any must hold. */
export interface Group {
  readonly kind: 'group';
  readonly join: 'AND' | 'OR';
  readonly items: readonly FilterItem[];
}

export type FilterItem = Condition | Group;

export const emptyFilter: Group = { kind: 'group', join: 'AND', items: [] };

/** Max depth of nested groups. The API accepts ten, but a user can follow three. */
export const deepest = 3;

/** Converts a tree to a filter of the API. Incomplete conditions are left out; null where nothing remains. */
export function whereOf(item: FilterItem): Where | null {
  if (item.kind === 'condition') {
    if (item.operand === undefined) return null;
    const condition: Where = { [item.operator]: item.operand };
    return { [item.path]: condition };
  }
  const parts = item.items.map(whereOf).filter((part) => part !== null);
  if (parts.length === 0) return null;
  return parts.length === 1 && parts[0] ? parts[0] : { [item.join]: parts };
}

/**
 * Converts a filter of the API to a tree; null for one that this editor does not support, for instance
 * through relations. Such a filter is shown as JSON and can only be removed.
 */
export function treeOf(where: Where | null, fields: readonly ListField[]): Group | null {
  if (where === null) return emptyFilter;
  const item = itemOf(where, fields);
  if (item === null) return null;
  return item.kind === 'group' ? item : { ...emptyFilter, items: [item] };
}

function itemOf(where: Where, fields: readonly ListField[]): FilterItem | null {
  const items: FilterItem[] = [];
  for (const [key, value] of Object.entries(where)) {
    const found =
      key === 'AND' || key === 'OR' ? groupOf(key, value, fields) : conditionsOf(key, value, fields);
    if (found === null) return null;
    items.push(...found);
  }
  return items.length === 1 && items[0] ? items[0] : { kind: 'group', join: 'AND', items };
}

function groupOf(join: 'AND' | 'OR', value: unknown, fields: readonly ListField[]): readonly Group[] | null {
  if (!Array.isArray(value)) return null;
  const items = value.map((each: unknown) => (isObject(each) ? itemOf(each, fields) : null));
  const known = items.filter((each) => each !== null);
  return known.length === items.length ? [{ kind: 'group', join, items: known }] : null;
}

function conditionsOf(
  path: string,
  value: unknown,
  fields: readonly ListField[],
): readonly Condition[] | null {
  const field = fields.find((each) => each.path === path);
  if (field === undefined || !isObject(value)) return null;
  const conditions = Object.entries(value).map(
    ([operator, operand]): Condition => ({ kind: 'condition', path, operator, operand: operand as Value }),
  );
  return conditions.every(({ operator }) => field.operators.includes(operator)) ? conditions : null;
}

function isObject(value: unknown): value is Where {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All conditions of a tree, at any depth. */
export function conditionsIn(item: FilterItem): readonly Condition[] {
  return item.kind === 'condition' ? [item] : item.items.flatMap(conditionsIn);
}

/** Returns a tree with the item at a path replaced, or removed for null. */
export function replacedAt(group: Group, place: readonly number[], item: FilterItem | null): Group {
  const [index = 0, ...rest] = place;
  const items = group.items.flatMap((each, position): readonly FilterItem[] => {
    if (position !== index) return [each];
    if (rest.length === 0) return item === null ? [] : [item];
    return each.kind === 'group' ? [replacedAt(each, rest, item)] : [each];
  });
  return { ...group, items };
}

/** A new condition on a field, with its most common operator. */
export function conditionOn(field: ListField): Condition {
  const preferred = ['contains', 'equals', 'within', 'exists'].find((each) => field.operators.includes(each));
  const isText = !field.hasMany && fieldTypeOf(field).isText;
  const operator =
    isText || field.hasMany ? preferred : field.operators.includes('equals') ? 'equals' : preferred;
  return {
    kind: 'condition',
    path: field.path,
    operator: operator ?? field.operators[0] ?? 'exists',
    operand: undefined,
  };
}
