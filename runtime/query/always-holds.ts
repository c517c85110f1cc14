import { isDocumentId } from '../util/ids.js';
import type { TestNode, WhereNode } from './plan.js';

/**
 * Whether a filter holds for every document because of its form, whatever the values. Such a filter has no
 * effect. Conditions that hold for every document only together, such as two opposite ones in an `OR`, are
 * not detected: the requester wrote both on purpose.
 *
 * @param areComplete Whether required fields have values: drafts may lack them.
 */
export function alwaysHolds(node: WhereNode, areComplete: boolean): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((inner) => alwaysHolds(inner, areComplete));
    case 'or':
      return node.nodes.some((inner) => alwaysHolds(inner, areComplete));
    case 'condition': {
      const { field, keys } = node.target;
      const isFilled =
        keys === null && (builtIns.has(field.path) || (areComplete && field.required === true));
      const isId = keys === null && field.path === 'id';
      return node.tests.every((test) => testAlwaysHolds(test, isFilled) || (isId && holdsForIds(test)));
    }
    case 'status':
      return node.published && node.changed && node.draft;
    case 'related':
    case 'rows':
      // Related documents may be drafts, and a row lacks the fields of other blocks.
      return (
        node.holdsOnEmpty &&
        node.branches.every(({ node: inner }) => inner === null || alwaysHolds(inner, false))
      );
    case 'search':
    case 'no-pending-draft':
    case 'unreferenced':
      return false;
  }
}

/** Paths that no field of a config has. */
const builtIns: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);

function testAlwaysHolds({ operator, operand }: TestNode, isFilled: boolean): boolean {
  switch (operand.kind) {
    case 'exists':
      return operand.value && isFilled;
    case 'values':
      return operator === 'not_in' && operand.values.length === 0;
    case 'references':
      return operator === 'not_in' && operand.references.length === 0;
    case 'needle':
      return operator === 'contains' && operand.text === '' && isFilled;
    case 'value':
      // The empty text sorts before every other text.
      return operator === 'gte' && operand.value === '' && isFilled;
    default:
      return false;
  }
}

/** Whether every id meets a condition: one that compares with what is no id asks for nothing. */
function holdsForIds({ operator, operand }: TestNode): boolean {
  switch (operand.kind) {
    case 'values':
      return operator === 'not_in' && !operand.values.some((value) => isDocumentId(String(value)));
    case 'needle':
      return operator === 'not_contains' && !/^[0-9a-f-]{0,36}$/.test(operand.text.toLowerCase());
    case 'value': {
      if (typeof operand.value !== 'string') return false;
      if (operator === 'not_equals') return !isDocumentId(operand.value);
      // Ids are of digits, the letters a to f, and hyphens, and begin with a digit or letter.
      const isBelow = operand.value < '0';
      const isAbove = operand.value >= 'g';
      return operator === 'gt' || operator === 'gte'
        ? isBelow
        : (operator === 'lt' || operator === 'lte') && isAbove;
    }
    default:
      return false;
  }
}
