import type { WhereNode } from './plan.js';

/** Returns the same text for filters that differ only in the order of their conditions. */
export function canonical(node: WhereNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${node.nodes.map(canonical).sort().join()})`;
    case 'condition': {
      const tests = node.tests.map(
        ({ operator, operand }) => `${operator}${JSON.stringify(operand, writeInfinity)}`,
      );
      return `${node.target.field.path}[${tests.sort().join()}]`;
    }
    case 'status':
      return `${node.target.field.path}[${node.published},${node.changed},${node.draft},${node.holdsOnEmpty}]`;
    case 'search':
      return `search ${JSON.stringify(node.text)} ${node.readable}`;
    case 'no-pending-draft':
    case 'unreferenced':
      // A cursor is bound to the requested filter, whatever view is read.
      return '';
    case 'related':
      return `${node.target.field.path}>(${node.branches.map((branch) => branch.node && canonical(branch.node)).join()})`;
    case 'rows': {
      const branches = node.branches.map(
        (branch) => `${branch.blocks ?? ''}:${branch.node && canonical(branch.node)}`,
      );
      return `${node.target.field.path}*(${branches.join()})`;
    }
  }
}

/** Parsed JSON may contain infinite numbers (`1e999`), which JSON text cannot express. */
function writeInfinity(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? String(value) : value;
}
