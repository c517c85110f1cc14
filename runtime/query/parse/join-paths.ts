/**
 * Conditions of one object that lead into the same rows or the same relation ask for a single row or document that meets them all
 * (contract, section 5): what was read path by path is joined here. Conditions in different objects of an `AND` stay apart.
 */
import type { RelatedArm, RelatedNode, RowsArm, RowsNode, Target, WhereNode } from '../plan.js';

type Fork = RelatedNode | RowsNode;

/** Holds on nothing. */
const never: WhereNode = { kind: 'or', nodes: [] };

/** The same conditions, those with a common way as one node. */
export function joinPaths(nodes: readonly WhereNode[]): readonly WhereNode[] {
  if (nodes.length < 2) return nodes;
  const joined: WhereNode[] = [];
  for (const node of nodes) {
    const at = isFork(node) ? joined.findIndex((other) => isFork(other) && isSameWay(other, node)) : -1;
    const other = joined[at];
    if (other === undefined) joined.push(node);
    else joined[at] = both(other as Fork, node as Fork);
  }
  return joined;
}

function isFork(node: WhereNode): node is Fork {
  return node.kind === 'related' || node.kind === 'rows';
}

function isSameWay({ target: one }: Fork, { target: other }: Fork): boolean {
  return one.field === other.field && keysOf(one) === keysOf(other);
}

function keysOf({ keys }: Target): string {
  return JSON.stringify(keys);
}

/** Both on one row or document. Where there is none, both must hold on an empty one. */
function both(one: Fork, other: Fork): Fork {
  const holdsOnEmpty = one.holdsOnEmpty && other.holdsOnEmpty;
  // The same field is of the same kind, and a relation has the same collections in the same order.
  if (one.kind === 'related') {
    const { arms } = other as RelatedNode;
    return { ...one, arms: one.arms.map((arm, at) => relatedArm(one, arm, other, arms[at])), holdsOnEmpty };
  }
  const { arms } = other as RowsNode;
  return { ...one, arms: one.arms.flatMap((arm) => rowsArms(one, arm, other, arms)), holdsOnEmpty };
}

function relatedArm(one: Fork, arm: RelatedArm, other: Fork, same: RelatedArm | undefined): RelatedArm {
  return { ...arm, node: bothNodes(one, arm.node, other, same?.node ?? null) };
}

/** Each path divides the blocks in its own way; the joined one by both. */
function rowsArms(one: Fork, arm: RowsArm, other: Fork, arms: readonly RowsArm[]): readonly RowsArm[] {
  return arms.flatMap((same): readonly RowsArm[] => {
    const blocks = common(arm.blocks, same.blocks);
    if (blocks !== null && blocks.length === 0) return [];
    return [{ blocks, node: bothNodes(one, arm.node, other, same.node) }];
  });
}

function common(one: RowsArm['blocks'], other: RowsArm['blocks']): RowsArm['blocks'] {
  if (one === null) return other;
  return other === null ? one : one.filter((slug) => other.includes(slug));
}

/** Null, a field that is not there, holds where its condition holds on an empty one. */
function bothNodes(one: Fork, node: WhereNode | null, other: Fork, same: WhereNode | null): WhereNode | null {
  if (node === null && same === null) return one.holdsOnEmpty && other.holdsOnEmpty ? null : never;
  if (node === null) return one.holdsOnEmpty ? same : never;
  if (same === null) return other.holdsOnEmpty ? node : never;
  const nodes = joinPaths([...partsOf(node), ...partsOf(same)]);
  return nodes.length === 1 ? (nodes[0] ?? null) : { kind: 'and', nodes };
}

/** What was joined before is an `and` of our own making. */
function partsOf(node: WhereNode): readonly WhereNode[] {
  return node.kind === 'and' ? node.nodes : [node];
}
