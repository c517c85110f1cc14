/** Parses the JSON of a filter to checked nodes: docs/spec/contract.md#filters. */
import { changedField, isStateField } from '../../codegen/built-in-fields.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { type Operator, operators, operatorsOf } from '../../codegen/operators.js';
import { isReason, type Reason, reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { echo, inputIssue, wrongType } from '../../fields/input-issue.js';
import type { StoredValue } from '../../fields/operand.js';
import { readOperand } from '../../fields/read-operand.js';
import { isRelation } from '../../fields/relation.js';
import { nearestName, suggested } from '../../util/near-miss.js';
import type {
  ConditionNode,
  RelatedBranch,
  RowsBranch,
  StatusNode,
  Target,
  TestNode,
  WhereNode,
} from '../plan.js';
import type { QueryScope } from '../scope.js';
import { createFilterLimits, type FilterLimits, noFilterLimits } from './filter-limits.js';
import { type HiddenFields, nothingHidden, refuseHidden } from './hidden-fields.js';
import { joinAlternatives, joinParts, joinPaths } from './join-paths.js';
import { type PathNode, resolvePath } from './resolve-path.js';
import { combinatorOfOthers, operatorOfOthers } from './words-of-others.js';

/** Max nesting of `AND` and `OR`. */
const maxLevels = 10;
/** Max number of field conditions in a filter. */
const maxConditions = 100;

const knownOperators: ReadonlySet<string> = new Set(operators);

interface Reading {
  readonly collection: DocumentDescriptor;
  readonly scope: QueryScope;
  readonly hidden: HiddenFields;
  readonly limits: FilterLimits;
  conditions: number;
}

type Tests = Readonly<Record<string, unknown>>;

/** What a filter is about, and how it is read. */
export interface FilterContext {
  readonly collection: DocumentDescriptor;
  readonly scope: QueryScope;
  /** Prefix of the positions in messages. Default `where`. */
  readonly path?: string;
  /** Fields that the filter must not use. Default: none. */
  readonly hidden?: HiddenFields;
  /** The filter is from the config and has no cost limits. Default: false. */
  readonly trusted?: boolean;
}

/**
 * Parses a filter on documents of a collection (or on a global). Returns null if it has no effect.
 *
 * @throws ServiceError BAD_USER_INPUT, with the position in the filter; FORBIDDEN, with the hidden field.
 */
export function parseWhere(
  filter: unknown,
  { collection, scope, path = 'where', hidden = nothingHidden, trusted = false }: FilterContext,
): WhereNode | null {
  const limits = trusted ? noFilterLimits : createFilterLimits();
  const reading = { collection, scope, hidden, limits, conditions: 0 };
  const where = readFilter(filter, { path, level: 0, reading });
  limits.checkWhole(where);
  return where;
}

interface Position {
  readonly path: string;
  readonly level: number;
  readonly reading: Reading;
}

function readFilter(filter: unknown, { path, level, reading }: Position): WhereNode | null {
  if (!isObject(filter)) throw wrongType(path, 'conditions', filter);
  const conditions: WhereNode[] = [];
  const combinations: WhereNode[] = [];
  for (const key of Object.keys(filter)) {
    const place = `${path}.${echo(key)}`;
    if (key === 'AND' || key === 'OR') {
      const combination = { operator: key, filters: filter[key] } as const;
      const node = readCombination(combination, { path: place, level, reading });
      if (node !== null) combinations.push(node);
    } else {
      conditions.push(readCondition({ key, value: filter[key], place }, reading));
    }
  }
  const own = joinPaths(conditions);
  return combine(combinations.length === 0 ? own : joinParts([...own, ...combinations]));
}

function readCombination(
  { operator, filters }: { readonly operator: 'AND' | 'OR'; readonly filters: unknown },
  { path, level, reading }: Position,
): WhereNode | null {
  if (level >= maxLevels) throw inputIssue(path, reason('filter.tooDeep', { max: maxLevels }));
  if (!Array.isArray(filters)) throw wrongType(path, 'filters', filters);
  if (filters.length === 0) throw inputIssue(path, reason('input.empty'));
  const nodes = filters.map((filter: unknown, index) =>
    readFilter(filter, { path: `${path}.${index}`, level: level + 1, reading }),
  );
  const asking = nodes.filter((node) => node !== null);
  if (operator === 'AND') return combine(joinParts(asking));
  // An empty filter among the alternatives holds for every document.
  if (asking.length < nodes.length) return null;
  const alternatives = joinAlternatives(asking);
  const [only] = alternatives;
  return alternatives.length === 1 && only !== undefined ? only : { kind: 'or', nodes: alternatives };
}

function combine(nodes: readonly WhereNode[]): WhereNode | null {
  return nodes.length > 1 ? { kind: 'and', nodes } : (nodes[0] ?? null);
}

function readCondition(
  { key, value, place }: { readonly key: string; readonly value: unknown; readonly place: string },
  reading: Reading,
): WhereNode {
  const { collection, scope, hidden } = reading;
  reading.conditions += 1;
  if (reading.conditions > maxConditions) {
    throw inputIssue(place, reason('filter.tooManyConditions', { max: maxConditions }));
  }
  const way = resolvePath(collection, key, scope);
  if (isReason(way)) throw inputIssue(place, withCombinator(way, key));
  refuseHidden({ document: collection, path: key, place }, { hidden, scope });
  const node = build(way, { value, place });
  reading.limits.add(node, place);
  return node;
}

function withCombinator(issue: Reason, key: string): Reason {
  const combinator = combinatorOfOthers(key);
  if (combinator === null) return issue;
  return key.length === combinator.length
    ? reason('filter.combinatorCapitals', { issue, combinator })
    : reason('filter.combinatorMeant', { issue, combinator });
}

/** What a filter says of a path, and where. */
interface Condition {
  readonly value: unknown;
  readonly place: string;
}

function build(way: PathNode, { value, place }: Condition): WhereNode {
  switch (way.kind) {
    case 'value':
      return valueNode(way.target, readTests(way.target.field, { value, place }));
    case 'related': {
      const nodes = buildArms(way.branches, { value, place });
      const branches = way.branches.map(
        ({ collection }, index): RelatedBranch => ({ collection, node: nodes[index] ?? null }),
      );
      return {
        kind: 'related',
        target: way.target,
        branches,
        holdsOnEmpty: branches.some(holdsOnEmptyBranch),
      };
    }
    case 'rows': {
      const nodes = buildArms(way.branches, { value, place });
      const branches = way.branches.map(
        ({ blocks }, index): RowsBranch => ({ blocks, node: nodes[index] ?? null }),
      );
      return { kind: 'rows', target: way.target, branches, holdsOnEmpty: branches.some(holdsOnEmptyBranch) };
    }
  }
}

function valueNode(target: Target, tests: readonly TestNode[]): ConditionNode | StatusNode {
  if (!isStateField(target.field)) return { kind: 'condition', target, tests };
  const meets = (state: StoredValue): boolean => tests.every((test) => testHoldsOn(test, state));
  const states =
    target.field === changedField
      ? { published: meets(0), changed: meets(1), draft: meets(0) }
      : { published: meets('published'), changed: meets('published'), draft: meets('draft') };
  const isEmptyToo = tests.every(testHoldsOnEmpty);
  return { kind: 'status', target, rows: 'published', ...states, holdsOnEmpty: isEmptyToo };
}

/** Whether a test whose operand fits a choice holds for that choice. */
function testHoldsOn({ operator, operand }: TestNode, choice: StoredValue): boolean {
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
 * Builds the branches of a condition, which must fit at least one of the collections or blocks. Where it does
 * not fit the field (a number in one block and a text in another), the field counts as empty, as if it did
 * not exist.
 */
function buildArms(
  branches: readonly { readonly next: PathNode | null }[],
  { value, place }: Condition,
): readonly (WhereNode | null)[] {
  let issue: ServiceError | null = null;
  const nodes = branches.map(({ next }) => {
    if (next === null) return null;
    try {
      return build(next, { value, place });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      issue ??= error;
      return null;
    }
  });
  if (issue !== null && nodes.every((node) => node === null)) throw issue;
  return nodes;
}

function holdsOnEmptyBranch({ node }: { readonly node: WhereNode | null }): boolean {
  return node !== null && holdsOnEmpty(node);
}

/** Whether a node holds for a document or row that does not exist, whose fields are all empty. */
function holdsOnEmpty(node: WhereNode): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every(holdsOnEmpty);
    case 'or':
      return node.nodes.some(holdsOnEmpty);
    case 'condition':
      return node.tests.every(testHoldsOnEmpty);
    case 'no-pending-draft':
    case 'unreferenced':
      return true;
    case 'search':
      return false;
    default:
      return node.holdsOnEmpty;
  }
}

function testHoldsOnEmpty({ operator, operand }: TestNode): boolean {
  if (operand.kind === 'exists') return !operand.value;
  return operator === 'not_equals' || operator === 'not_in' || operator === 'not_contains';
}

function readTests(field: FieldDescriptor, { value, place }: Condition): ConditionNode['tests'] {
  if (value === null) return [isEmpty];
  if (!isObject(value) || isPlainReference(field, value))
    return [readTest({ field, operator: 'equals' }, { value, path: place })];
  const keys = Object.keys(value);
  if (keys.length === 0) throw inputIssue(place, reason('filter.noOperator'));
  return keys.map((key) => {
    const path = `${place}.${echo(key)}`;
    if (!isOperator(key)) throw inputIssue(path, unknownOperator(field, key));
    return readTest({ field, operator: key }, { value: value[key], path });
  });
}

const isEmpty: TestNode = { operator: 'exists', operand: { kind: 'exists', value: false } };
const isNotEmpty: TestNode = { operator: 'exists', operand: { kind: 'exists', value: true } };

function readTest(
  { field, operator }: { readonly field: FieldDescriptor; readonly operator: Operator },
  { value, path }: { readonly value: unknown; readonly path: string },
): TestNode {
  const fitting = operatorsOf(field);
  if (!fitting.includes(operator)) {
    throw inputIssue(path, misfitting(field, operator, fitting));
  }
  if (value === null && operator === 'equals') return isEmpty;
  if (value === null && operator === 'not_equals') return isNotEmpty;
  return { operator, operand: readOperand(field, operator, value, path) };
}

function misfitting(field: FieldDescriptor, operator: Operator, known: readonly Operator[]): Reason {
  const hasMany = 'hasMany' in field && field.hasMany === true;
  return reason('operator.notFitting', { operator, field: field.name, type: field.type, hasMany, known });
}

/** `{ owner: { collection: 'people', id: '...' } }`: a plain value of a relation to several collections. */
function isPlainReference(field: FieldDescriptor, value: Tests): boolean {
  return isRelation(field) && field.polymorphic === true && ('collection' in value || 'id' in value);
}

function isOperator(key: string): key is Operator {
  return knownOperators.has(key);
}

function unknownOperator(field: FieldDescriptor, key: string): Reason {
  const near = operatorOfOthers(key) ?? nearestName(key, operators);
  return near === null && innerNames(field)
    ? reason('operator.unknownUsePath', { path: `${field.name}.${echo(key)}` })
    : reason('operator.unknown', suggested(near));
}

function innerNames(field: FieldDescriptor): boolean {
  return isRelation(field) || field.type === 'array' || field.type === 'blocks';
}

function isObject(value: unknown): value is Tests {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
