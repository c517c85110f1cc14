/**
 * The cost of a filter. The unit is a row that is read with a simple comparison. The numbers were measured
 * with SQLite (300,000 rows, Node 20), where a row takes a third of a microsecond. They only need to have the
 * right order of magnitude.
 */

import { isRelation } from '../../fields/relation.js';
import { maxPatternLength } from '../compile/linear-search.js';
import { positionsOf } from '../cost.js';
import type {
  ConditionNode,
  RelatedBranch,
  RelatedNode,
  RowsNode,
  SearchNode,
  TestNode,
  WhereNode,
} from '../plan.js';
import type { SizeOf, TableSize } from './table-size.js';

/** The cost of a condition. */
export interface Weight {
  /** For each row on which it is evaluated. */
  readonly perRow: number;
  /** Once per statement: if an index finds the rows from related documents, all of these may be read. */
  readonly once: number;
}

/**
 * Bytes of text that a search for a short text (LIKE), and one for a longer text (a function), reads in one
 * unit.
 */
const likedBytes = 500;
const searchedBytes = 150;
/** Bytes of JSON that are parsed in one unit. */
const parsedBytes = 100;
/** Corners of a polygon that are compared in one unit. */
const corners = 15;
/**
 * Assumed number of rows in an `array` or `blocks` field, and of members in a JSON list, which are not
 * counted.
 */
const usualRows = 5;
/** A document in the list of a term. */
const postings = 0.1;
/** An index lookup of a row in another table. */
const lookUp = 3;

/** The cost of a filter on the rows of a table. */
export function filterWeight(node: WhereNode, { size, sizeOf }: Sizes): Weight {
  switch (node.kind) {
    case 'and':
    case 'or':
      return sum(node.nodes.map((inner) => filterWeight(inner, { size, sizeOf })));
    case 'condition':
      return conditionWeight(node, size);
    case 'status':
      return { perRow: 0.2, once: 0 };
    case 'no-pending-draft':
      return { perRow: lookUp, once: 0 };
    case 'unreferenced':
      return { perRow: lookUp * node.by.length, once: 0 };
    case 'search':
      return searchWeight(node, { size, sizeOf });
    case 'rows':
      return rowsWeight(node, { size, sizeOf });
    case 'related':
      return relatedWeight(node, { size, sizeOf });
  }
}

function sum(weights: readonly Weight[]): Weight {
  let perRow = 0;
  let once = 0;
  for (const weight of weights) {
    perRow += weight.perRow;
    once += weight.once;
  }
  return { perRow, once };
}

function conditionWeight({ target, tests }: ConditionNode, { rowBytes }: TableSize): Weight {
  const { field, keys } = target;
  const isList = 'hasMany' in field && field.hasMany === true;
  let perRow = keys === null ? 0 : 1;
  if (isList) perRow += isRelation(field) && keys === null ? lookUp : 1 + rowBytes / parsedBytes;
  let once = 0;
  const longest = 'maxLength' in field && typeof field.maxLength === 'number' ? field.maxLength : rowBytes;
  for (const test of tests) {
    perRow += testWeight(test, Math.min(rowBytes, longest));
    once += valuesIn(test);
  }
  return { perRow, once };
}

function testWeight({ operand }: TestNode, textBytes: number): number {
  switch (operand.kind) {
    case 'needle':
      return needleWeight(operand.text.length, textBytes);
    case 'area':
      return operand.area.kind === 'polygon' ? 1 + positionsOf(operand) / corners : 2;
    case 'values':
    case 'references':
      return 1;
    default:
      return 0.3;
  }
}

/** A pattern may match partially at every character of a text. */
function needleWeight(length: number, textBytes: number): number {
  if (length > maxPatternLength) return 0.5 + textBytes / searchedBytes;
  return 0.3 + (textBytes / likedBytes) * (1 + length / 16);
}

/** Lists of values are first built into an index. */
function valuesIn({ operand }: TestNode): number {
  if (operand.kind === 'values') return operand.values.length;
  return operand.kind === 'references' ? operand.references.length : 0;
}

/** Every document may have the words. The index is read once for each of them. */
function searchWeight({ query }: SearchNode, { size }: Sizes): Weight {
  const words = query.required.length + query.excluded.length;
  return { perRow: 0.2, once: size.rows * postings * words };
}

/** The JSON of the rows is parsed for each document. */
function rowsWeight({ branches }: RowsNode, { size, sizeOf }: Sizes): Weight {
  const inner = sum(
    branches.flatMap(({ node }) => (node === null ? [] : [filterWeight(node, { size, sizeOf })])),
  );
  return { perRow: 1 + size.rowBytes / parsedBytes + usualRows * inner.perRow, once: inner.once };
}

function relatedWeight(node: RelatedNode, { size, sizeOf }: Sizes): Weight {
  const { target, holdsOnEmpty } = node;
  const perDocument = target.field.hasMany === true ? listLength(node, { size, sizeOf }) : 1;
  return sum(
    node.branches.map((branch) => {
      const related = sizeOf(branch.collection.table);
      const inner = branchWeight(branch, { size: related, sizeOf });
      // One more lookup finds out if there are none.
      const times = holdsOnEmpty ? perDocument * 2 : perDocument;
      return {
        perRow: lookUp + times * (lookUp + inner.perRow),
        once: inner.once + (holdsOnEmpty ? 0 : documentsRead(branch, related) * (1 + inner.perRow)),
      };
    }),
  );
}
export interface Sizes {
  readonly size: TableSize;
  readonly sizeOf: SizeOf;
}

function branchWeight({ node, visible }: RelatedBranch, { size: related, sizeOf }: Sizes): Weight {
  return sum(
    [node, visible].flatMap((one) => (one == null ? [] : [filterWeight(one, { size: related, sizeOf })])),
  );
}

/** The average number of documents in a list of relations. */
function listLength({ target }: RelatedNode, { size, sizeOf }: Sizes): number {
  const { table } = target.field;
  if (table === undefined || target.keys !== null) return usualRows;
  return Math.max(1, sizeOf(table, 'links').rows / Math.max(1, size.rows));
}

/** The number of related documents that are read if they lead to the rows. */
function documentsRead({ node, collection }: RelatedBranch, related: TableSize): number {
  if (node === null) return 0;
  return documentsNamed(node, collection.indexes) ?? related.rows;
}

interface Index {
  readonly columns: readonly string[];
  readonly unique?: true;
}

/**
 * The max number of documents that meet a filter because it names them by unique values; null if it does not.
 */
export function documentsNamed(where: WhereNode, indexes: readonly Index[]): number | null {
  if (where.kind === 'and') {
    const counts = where.nodes.flatMap((node) => documentsNamed(node, indexes) ?? []);
    return counts.length === 0 ? null : Math.min(...counts);
  }
  if (where.kind !== 'condition' || where.target.keys !== null) return null;
  const { field } = where.target;
  const column = 'column' in field ? field.column : undefined;
  const isUnique =
    column === 'id' ||
    indexes.some(({ columns, unique }) => unique === true && columns.length === 1 && columns[0] === column);
  if (!isUnique || column === undefined) return null;
  for (const { operator, operand } of where.tests) {
    if (operator === 'equals') return 1;
    if (operator === 'in' && operand.kind === 'values') return operand.values.length;
  }
  return null;
}
