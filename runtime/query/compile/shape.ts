/**
 * The shape of a filter: a key that is equal for filters with the same SQL, and the parameters of that SQL.
 * The order here is the order of the placeholders in `where.ts` and `operator-sql.ts`.
 */
import type { StoredValue } from '../../fields/operand.js';
import type { RelatedNode, SearchNode, TestNode, WhereNode } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { areaTest } from './area.js';
import { searchSql } from './search.js';
import { isRequestedAsSet } from './where.js';

export interface Shape {
  readonly dialect: SqlDialect;
  key: string;
  readonly parameters: Parameter[];
  /** As in {@link SqlContext}. */
  lists: number;
}

export function shapeOf(where: WhereNode | null, dialect: SqlDialect): Shape {
  const shape: Shape = { dialect, key: '', parameters: [], lists: 0 };
  if (where !== null) addNode(where, shape);
  return shape;
}

function addNode(node: WhereNode, shape: Shape): void {
  switch (node.kind) {
    case 'and':
    case 'or':
      shape.key += node.kind === 'and' ? '(' : '[';
      for (const inner of node.nodes) addNode(inner, shape);
      shape.key += ')';
      return;
    case 'condition':
      shape.key += `${node.target.id}`;
      for (const test of node.tests) addTest(test, shape);
      shape.key += ';';
      return;
    case 'status':
      shape.key += `${node.target.id} ${node.rows} ${node.published} ${node.changed} ${node.draft} ${node.holdsOnEmpty};`;
      return;
    case 'no-pending-draft':
      shape.key += '!';
      return;
    case 'unreferenced':
      shape.key += JSON.stringify(node.by.map(({ table, target, sql }) => [table, target, sql]));
      shape.parameters.push(...node.by.flatMap(({ parameters }) => parameters));
      return;
    case 'related':
      addRelated(node, shape);
      return;
    case 'search':
      addSearch(node, shape);
      return;
    default:
      // The brackets contain the conditions on one row. Without conditions, only the id of the path is in the
      // key.
      shape.key += `{${node.target.id}`;
      shape.key += node.holdsOnEmpty ? '?' : ':';
      for (const { node: inner } of node.branches) if (inner !== null) addNode(inner, shape);
      shape.key += '}';
  }
}

function addSearch(node: SearchNode, shape: Shape): void {
  const { sql, parameters } = searchSql(node, 'id', shape.dialect);
  shape.key += `${sql};`;
  shape.parameters.push(...parameters);
}

function addRelated({ branches, target, holdsOnEmpty }: RelatedNode, shape: Shape): void {
  const isManyOrEmpty = target.field.hasMany === true && holdsOnEmpty;
  const isRequestedTwice = isManyOrEmpty && !isRequestedAsSet(target, shape);
  const isRestricted = branches.some(({ visible }) => visible !== undefined);
  if (target.field.hasMany) shape.lists += 1;
  shape.key += `{${target.id}${holdsOnEmpty ? '?' : ':'}`;
  for (const { node, visible } of branches) {
    if (node !== null) addNode(node, shape);
    if (isRestricted) shape.key += '|';
    // Without a condition, the documents of this branch are only read to find out that there are none.
    if (visible !== undefined && (node !== null || isManyOrEmpty)) addNode(visible, shape);
    if (isRestricted) shape.key += ',';
  }
  shape.key += '}';
  if (isRequestedTwice)
    for (const { visible } of branches) if (visible !== undefined) addNode(visible, shape);
  if (target.field.hasMany) shape.lists -= 1;
}

function addTest({ operator, operand }: TestNode, shape: Shape): void {
  shape.key += ` ${operator}`;
  const { dialect, parameters } = shape;
  switch (operand.kind) {
    case 'value':
      parameters.push(operand.value);
      return;
    case 'needle': {
      const search = dialect.searchFor(operand.text);
      shape.key += search;
      parameters.push(...dialect.containsParameters(operand.text, search));
      return;
    }
    case 'values':
      parameters.push(jsonList(operand.values, dialect));
      return;
    case 'reference':
      parameters.push(operand.reference.id, operand.reference.collection);
      return;
    case 'references':
      parameters.push(JSON.stringify(operand.references.map(({ id, collection }) => [id, collection])));
      return;
    case 'exists':
      shape.key += operand.value ? '+' : '-';
      return;
    case 'range':
      parameters.push(operand.from, operand.to);
      return;
    case 'area': {
      const test = areaTest(operand.area, dialect);
      shape.key += `${test.kind}${test.crosses}`;
      parameters.push(...test.parameters);
    }
  }
}

/** `JSON.stringify` writes infinite numbers as null, which would make `NOT IN` unknown for every row. */
function jsonList(values: readonly StoredValue[], { infinities }: SqlDialect): string {
  if (!values.some((value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)) {
    return JSON.stringify(values);
  }
  return `[${values.map((value) => (Number.isFinite(value) ? value : infinities[Number(value) < 0 ? 0 : 1])).join()}]`;
}
