/**
 * The shape of a filter: a key that is equal for filters with the same SQL, and the parameters of that SQL. The order here is the
 * order of the placeholders in `where.ts` and `operator-sql.ts`.
 */
import type { StoredValue } from '../../fields/operand.js';
import type { RelatedNode, TestNode, WhereNode } from '../plan.js';
import { areaTest } from './area.js';
import type { Dialect } from './dialect.js';
import type { Parameter } from './statement.js';

export interface Shape {
  readonly dialect: Dialect;
  key: string;
  readonly parameters: Parameter[];
}

export function shapeOf(where: WhereNode | null, dialect: Dialect): Shape {
  const shape: Shape = { dialect, key: '', parameters: [] };
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
      shape.key += `${node.target.id} ${node.rows} ${node.published} ${node.draft} ${node.holdsOnEmpty};`;
      return;
    case 'settled':
      shape.key += '!';
      return;
    case 'related':
      addRelated(node, shape);
      return;
    default:
      // The ids of the values at the end of the path tell the way to them, and the brackets what one row must meet.
      shape.key += '{';
      for (const { node: inner } of node.arms) if (inner !== null) addNode(inner, shape);
      shape.key += '}';
  }
}

function addRelated({ arms, target, holdsOnEmpty }: RelatedNode, shape: Shape): void {
  const isManyOrEmpty = target.field.hasMany === true && holdsOnEmpty;
  const isRestricted = arms.some(({ visible }) => visible !== undefined);
  shape.key += '{';
  for (const { node, visible } of arms) {
    if (node !== null) addNode(node, shape);
    if (isRestricted) shape.key += '|';
    // Without a condition nobody looks at the documents of this arm, but to see that there are none.
    if (visible !== undefined && (node !== null || isManyOrEmpty)) addNode(visible, shape);
    if (isRestricted) shape.key += ',';
  }
  shape.key += '}';
  if (!isManyOrEmpty) return;
  for (const { visible } of arms) if (visible !== undefined) addNode(visible, shape);
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
function jsonList(values: readonly StoredValue[], { infinities }: Dialect): string {
  if (!values.some((value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)) {
    return JSON.stringify(values);
  }
  return `[${values.map((value) => (Number.isFinite(value) ? value : infinities[Number(value) < 0 ? 0 : 1])).join()}]`;
}
