/**
 * Names that other services and drivers have for operators, combinators and parameters. A request that uses
 * one is refused with the name that it has here.
 */
import type { Operator } from '../../codegen/operators.js';

const operators: ReadonlyMap<string, Operator> = new Map([
  ['eq', 'equals'],
  ['is', 'equals'],
  ['ne', 'not_equals'],
  ['neq', 'not_equals'],
  ['not', 'not_equals'],
  ['nin', 'not_in'],
  ['like', 'contains'],
  ['ilike', 'contains'],
  ['icontains', 'contains'],
  ['containsi', 'contains'],
  ['between', 'within'],
  ['greater_than', 'gt'],
  ['greater_than_equal', 'gte'],
  ['less_than', 'lt'],
  ['less_than_equal', 'lte'],
  ['in', 'in'],
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['contains', 'contains'],
  ['exists', 'exists'],
  ['null', 'exists'],
  ['nnull', 'exists'],
]);

const parameters: ReadonlyMap<string, string> = new Map([
  ['filter', 'where'],
  ['filters', 'where'],
  ['populate', 'depth'],
  ['expand', 'depth'],
  ['include', 'depth'],
  ['fields', 'select'],
  ['pageSize', 'limit'],
  ['per_page', 'limit'],
  ['perPage', 'limit'],
  ['take', 'limit'],
  ['offset', 'page'],
  ['skip', 'page'],
  ['order', 'sort'],
  ['orderBy', 'sort'],
  ['order_by', 'sort'],
]);

/** The operator that `$eq`, `_eq` or `like` mean here; null for a name that none of them has. */
export function operatorOfOthers(name: string): Operator | null {
  return operators.get(name.replace(/^[$_]/, '').toLowerCase()) ?? null;
}

/** `AND` or `OR` for `$and`, `_or`, `or` and the like; null for other names. */
export function combinatorOfOthers(name: string): 'AND' | 'OR' | null {
  const upper = name.replace(/^[$_]/, '').toUpperCase();
  return upper === 'AND' || upper === 'OR' ? upper : null;
}

/** The parameter that `filters` or `pageSize` mean here; null for a name that none of them has. */
export function parameterOfOthers(name: string): string | null {
  return parameters.get(name.replace(/\[.*$/s, '')) ?? null;
}
