/** From the JSON of a filter to checked nodes. Contract, section 5. */
import { statusField } from '../../codegen/built-in-fields.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { type Operator, operators, operatorsOf } from '../../codegen/operators.js';
import { ServiceError } from '../../errors/service-error.js';
import { echo, inputFault, kindOfValue } from '../../fields/input-fault.js';
import { readOperand } from '../../fields/operand.js';
import { didYouMean, nearestName } from '../../util/near-miss.js';
import type { ConditionNode, RelatedArm, RowsArm, StatusNode, Target, TestNode, WhereNode } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { type HiddenFields, nothingHidden, refuseHidden } from './hidden-fields.js';
import { joinPaths } from './join-paths.js';
import { type PathNode, resolvePath } from './resolve-path.js';

/** Levels of `AND` and `OR` inside each other. */
const mostLevels = 10;
/** Field conditions in one filter. */
const mostConditions = 100;

const knownOperators: ReadonlySet<string> = new Set(operators);

interface Reading {
  readonly scope: QueryScope;
  readonly hidden: HiddenFields;
  conditions: number;
}

type Tests = Readonly<Record<string, unknown>>;

export interface WhereOptions {
  /** What the places in messages begin with. Default `where`. */
  readonly path?: string;
  /** Fields that the filter must not name. Default: none. */
  readonly hidden?: HiddenFields;
}

/**
 * Reads a filter on documents of a collection (or on a global): null where it asks for nothing.
 * Throws a `BAD_USER_INPUT` that names the place in the filter, or a `FORBIDDEN` that names the hidden field.
 */
export function parseWhere(
  collection: DocumentDescriptor,
  filter: unknown,
  scope: QueryScope,
  { path = 'where', hidden = nothingHidden }: WhereOptions = {},
): WhereNode | null {
  return readFilter(collection, filter, { path, level: 0 }, { scope, hidden, conditions: 0 });
}

interface Position {
  readonly path: string;
  readonly level: number;
}

function readFilter(
  collection: DocumentDescriptor,
  filter: unknown,
  { path, level }: Position,
  reading: Reading,
): WhereNode | null {
  if (!isObject(filter))
    throw inputFault(path, `must be an object of conditions, not ${kindOfValue(filter)}`);
  const conditions: WhereNode[] = [];
  const combinations: WhereNode[] = [];
  for (const key of Object.keys(filter)) {
    const place = `${path}.${echo(key)}`;
    if (key === 'AND' || key === 'OR') {
      const combination = { operator: key, filters: filter[key] } as const;
      const node = readCombination(collection, combination, { path: place, level }, reading);
      if (node !== null) combinations.push(node);
    } else {
      conditions.push(readCondition(collection, { key, value: filter[key] }, place, reading));
    }
  }
  return combine([...joinPaths(conditions), ...combinations]);
}

function readCombination(
  collection: DocumentDescriptor,
  { operator, filters }: { readonly operator: 'AND' | 'OR'; readonly filters: unknown },
  { path, level }: Position,
  reading: Reading,
): WhereNode | null {
  if (level >= mostLevels) throw inputFault(path, `AND and OR nest deeper than ${mostLevels} levels`);
  if (!Array.isArray(filters))
    throw inputFault(path, `must be a list of filters, not ${kindOfValue(filters)}`);
  if (filters.length === 0) throw inputFault(path, 'must not be empty');
  const nodes = filters.map((filter: unknown, index) =>
    readFilter(collection, filter, { path: `${path}.${index}`, level: level + 1 }, reading),
  );
  const asking = nodes.filter((node) => node !== null);
  if (operator === 'AND') return combine(asking);
  // An empty filter among the alternatives holds for every document.
  if (asking.length < nodes.length) return null;
  return asking.length === 1 ? (asking[0] ?? null) : { kind: 'or', nodes: asking };
}

function combine(nodes: readonly WhereNode[]): WhereNode | null {
  return nodes.length > 1 ? { kind: 'and', nodes } : (nodes[0] ?? null);
}

function readCondition(
  collection: DocumentDescriptor,
  { key, value }: { readonly key: string; readonly value: unknown },
  place: string,
  reading: Reading,
): WhereNode {
  reading.conditions += 1;
  if (reading.conditions > mostConditions) {
    throw inputFault(place, `the filter has more than ${mostConditions} conditions`);
  }
  const way = resolvePath(collection, key, reading.scope);
  if (typeof way === 'string') throw inputFault(place, way + combinatorHint(key));
  refuseHidden({ document: collection, path: key, place }, reading.hidden, reading.scope);
  return build(way, value, place);
}

function combinatorHint(key: string): string {
  const upper = key.toUpperCase();
  return upper === 'AND' || upper === 'OR' ? ` (${upper} is written in capitals)` : '';
}

function build(way: PathNode, value: unknown, place: string): WhereNode {
  switch (way.kind) {
    case 'value':
      return valueNode(way.target, readTests(way.target.field, value, place));
    case 'related': {
      const nodes = buildArms(way.arms, value, place);
      const arms = way.arms.map(
        ({ collection }, index): RelatedArm => ({ collection, node: nodes[index] ?? null }),
      );
      return { kind: 'related', target: way.target, arms, holdsOnEmpty: arms.some(holdsOnEmptyArm) };
    }
    case 'rows': {
      const nodes = buildArms(way.arms, value, place);
      const arms = way.arms.map(({ blocks }, index): RowsArm => ({ blocks, node: nodes[index] ?? null }));
      return { kind: 'rows', target: way.target, arms, holdsOnEmpty: arms.some(holdsOnEmptyArm) };
    }
  }
}

function valueNode(target: Target, tests: readonly TestNode[]): ConditionNode | StatusNode {
  if (target.field !== statusField) return { kind: 'condition', target, tests };
  const meets = (status: string): boolean => tests.every((test) => testHoldsOn(test, status));
  const [published, draft] = [meets('published'), meets('draft')];
  const isEmptyToo = tests.every(testHoldsOnEmpty);
  return { kind: 'status', target, rows: 'published', published, draft, holdsOnEmpty: isEmptyToo };
}

/** Whether a test that fits a choice holds on one. */
function testHoldsOn({ operator, operand }: TestNode, choice: string): boolean {
  switch (operand.kind) {
    case 'exists':
      return operand.value;
    case 'values':
      return operand.values.includes(choice) === (operator === 'in');
    default:
      return (operand.kind === 'value' && operand.value === choice) === (operator === 'equals');
  }
}

/**
 * A condition must fit in one of the collections or blocks at least. Where it does not fit the field (it is a number in one block and a
 * text in another), the field counts as empty, as where there is no such field.
 */
function buildArms(
  arms: readonly { readonly next: PathNode | null }[],
  value: unknown,
  place: string,
): readonly (WhereNode | null)[] {
  let fault: ServiceError | null = null;
  const nodes = arms.map(({ next }) => {
    if (next === null) return null;
    try {
      return build(next, value, place);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      fault ??= error;
      return null;
    }
  });
  if (fault !== null && nodes.every((node) => node === null)) throw fault;
  return nodes;
}

function holdsOnEmptyArm({ node }: { readonly node: WhereNode | null }): boolean {
  return node !== null && holdsOnEmpty(node);
}

/** Whether a node holds on a document that is not there, or a row, of which every field is empty. */
function holdsOnEmpty(node: WhereNode): boolean {
  return node.kind === 'status' ? node.holdsOnEmpty : holdsWithoutValues(node, holdsOnEmpty);
}

/** Whether a node holds on a document that was never written: every field is empty, and nothing is published. */
export function holdsOnUnwritten(node: WhereNode): boolean {
  return node.kind === 'status' ? node.draft : holdsWithoutValues(node, holdsOnUnwritten);
}

function holdsWithoutValues(
  node: Exclude<WhereNode, StatusNode>,
  holds: (inner: WhereNode) => boolean,
): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every(holds);
    case 'or':
      return node.nodes.some(holds);
    case 'condition':
      return node.tests.every(testHoldsOnEmpty);
    case 'settled':
      return true;
    default:
      return node.holdsOnEmpty;
  }
}

function testHoldsOnEmpty({ operator, operand }: TestNode): boolean {
  if (operand.kind === 'exists') return !operand.value;
  return operator === 'not_equals' || operator === 'not_in' || operator === 'not_contains';
}

function readTests(field: FieldDescriptor, value: unknown, place: string): ConditionNode['tests'] {
  if (value === null) return [isEmpty];
  if (!isObject(value) || isPlainReference(field, value)) return [readTest(field, 'equals', value, place)];
  const keys = Object.keys(value);
  if (keys.length === 0) throw inputFault(place, 'has no operator');
  return keys.map((key) => {
    const path = `${place}.${echo(key)}`;
    if (!isOperator(key)) throw inputFault(path, unknownOperator(field, key));
    return readTest(field, key, value[key], path);
  });
}

const isEmpty: TestNode = { operator: 'exists', operand: { kind: 'exists', value: false } };
const isNotEmpty: TestNode = { operator: 'exists', operand: { kind: 'exists', value: true } };

function readTest(field: FieldDescriptor, operator: Operator, value: unknown, path: string): TestNode {
  const fitting = operatorsOf(field);
  if (!fitting.includes(operator)) {
    throw inputFault(path, `${operator} does not fit ${describe(field)}; these do: ${fitting.join(', ')}`);
  }
  if (value === null && operator === 'equals') return isEmpty;
  if (value === null && operator === 'not_equals') return isNotEmpty;
  return { operator, operand: readOperand(field, operator, value, path) };
}

function describe(field: FieldDescriptor): string {
  const many = 'hasMany' in field && field.hasMany ? ' with hasMany' : '';
  return `the ${field.type} field ${JSON.stringify(field.name)}${many}`;
}

/** `{ owner: { collection: 'people', id: '...' } }`: a plain value of a relation to several collections. */
function isPlainReference(field: FieldDescriptor, value: Tests): boolean {
  return (
    field.type === 'relationship' && field.polymorphic === true && ('collection' in value || 'id' in value)
  );
}

function isOperator(key: string): key is Operator {
  return knownOperators.has(key);
}

function unknownOperator(field: FieldDescriptor, key: string): string {
  const operator = nearestName(key, operators);
  if (operator !== null) return `unknown operator${didYouMean(key, operators)}`;
  const inner = innerNames(field);
  return inner
    ? `unknown operator; write a path with dots: ${JSON.stringify(`${field.name}.${echo(key)}`)}`
    : 'unknown operator';
}

function innerNames(field: FieldDescriptor): boolean {
  return field.type === 'relationship' || field.type === 'array' || field.type === 'blocks';
}

function isObject(value: unknown): value is Tests {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
