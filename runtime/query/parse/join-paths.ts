/**
 * Conditions with a common path are joined into one node, so that its documents or rows are read once:
 * - conditions of one object that lead into the same rows or the same relation require a single row or
 *   document that meets them all (docs/spec/contract.md#conditions);
 * - parts of an `AND` stay separate, unless the relation has at most one document, which is the same for all
 *   of them;
 * - of alternatives, some row or document meets at least one exactly if it meets their `OR`.
 *
 * Equal parts and alternatives become one.
 */
import { canonical } from '../canonical.js';
import type { RelatedNode, RowsNode, WhereNode } from '../plan.js';

type Fork = RelatedNode | RowsNode;

interface Joining {
  readonly kind: 'and' | 'or';
  readonly joins: (fork: Fork) => boolean;
}

const inOneObject: Joining = { kind: 'and', joins: () => true };
const parts: Joining = {
  kind: 'and',
  joins: (fork) => fork.kind === 'related' && !fork.target.field.hasMany,
};
const alternatives: Joining = { kind: 'or', joins: () => true };

/** The conditions of one object. */
export function joinPaths(nodes: readonly WhereNode[]): readonly WhereNode[] {
  // The keys of an object differ, so nothing can be joined without two relations or rows. Most filters end
  // here.
  return nodes.filter(isFork).length < 2 ? nodes : join(nodes, inOneObject);
}

/** The filters in an `AND`. */
export function joinParts(nodes: readonly WhereNode[]): readonly WhereNode[] {
  return join(nodes, parts);
}

/** The filters in an `OR`. */
export function joinAlternatives(nodes: readonly WhereNode[]): readonly WhereNode[] {
  return join(nodes, alternatives);
}

function join(nodes: readonly WhereNode[], joining: Joining): readonly WhereNode[] {
  if (nodes.length < 2) return nodes;
  const flat = nodes.flatMap((node) => (node.kind === joining.kind ? node.nodes : [node]));
  return distinct(groupsOf(flat, joining).map((group) => joined(group, joining)));
}

/** Each node by itself, or together with those of the same path. */
function groupsOf(nodes: readonly WhereNode[], { joins }: Joining): readonly (readonly WhereNode[])[] {
  const groups: WhereNode[][] = [];
  for (const node of nodes) {
    const isJoined = isFork(node) && joins(node);
    const known = isJoined && groups.find(([first]) => first && isFork(first) && isSameWay(first, node));
    if (known) known.push(node);
    else groups.push([node]);
  }
  return groups;
}

function isFork(node: WhereNode): node is Fork {
  return node.kind === 'related' || node.kind === 'rows';
}

function isSameWay({ target: one }: Fork, { target: other }: Fork): boolean {
  return one.field === other.field && JSON.stringify(one.keys) === JSON.stringify(other.keys);
}

/** Equal nodes concern the same field, so the text of all others need not be compared. */
function distinct(nodes: readonly WhereNode[]): readonly WhereNode[] {
  const subjects = nodes.map(subjectOf);
  if (new Set(subjects).size === nodes.length) return nodes;
  const seen = new Set<string>();
  return nodes.filter((node, at) => {
    const subject = subjects[at];
    if (subjects.indexOf(subject) === subjects.lastIndexOf(subject)) return true;
    const text = canonical(node);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

function subjectOf(node: WhereNode): unknown {
  return 'target' in node ? node.target.field : node.kind;
}

// --- relations and rows with the same path

function joined(group: readonly WhereNode[], joining: Joining): WhereNode {
  const [first] = group;
  if (first === undefined) return { kind: joining.kind, nodes: [] };
  // The same field has the same kind.
  if (first.kind === 'related' && group.length > 1)
    return joinedRelated(group as readonly RelatedNode[], joining);
  if (first.kind === 'rows' && group.length > 1) return joinedRows(group as readonly RowsNode[], joining);
  return first;
}

/** A relation has the same collections in the same order. */
function joinedRelated(forks: readonly RelatedNode[], joining: Joining): WhereNode {
  const [first] = forks as readonly [RelatedNode, ...RelatedNode[]];
  const branches = first.branches.map((branch, at) => ({
    ...branch,
    node: joinedBranch(
      forks.map((fork) => ({ node: fork.branches[at]?.node ?? null, fork })),
      joining,
    ),
  }));
  return { ...first, branches, holdsOnEmpty: holdsOnEmpty(forks, joining) };
}

/** Each path groups the blocks in its own way; the joined one groups them by all of the paths. */
function joinedRows(forks: readonly RowsNode[], joining: Joining): WhereNode {
  const [first] = forks as readonly [RowsNode, ...RowsNode[]];
  const divisions: readonly (readonly Blocks[])[] = forks.map(({ branches }) =>
    branches.map(({ blocks }) => blocks),
  );
  const branches = divisions
    .reduce((some, others) => divideBy(some, others))
    .map((blocks) => ({
      blocks,
      node: joinedBranch(
        forks.map((fork) => ({ node: branchFor(fork, blocks)?.node ?? null, fork })),
        joining,
      ),
    }));
  return { ...first, branches, holdsOnEmpty: holdsOnEmpty(forks, joining) };
}

type Blocks = RowsNode['branches'][number]['blocks'];

function divideBy(some: readonly Blocks[], others: readonly Blocks[]): readonly Blocks[] {
  return some.flatMap((one) =>
    others.flatMap((other): readonly Blocks[] => {
      const blocks = common(one, other);
      return blocks !== null && blocks.length === 0 ? [] : [blocks];
    }),
  );
}

function common(one: Blocks, other: Blocks): Blocks {
  if (one === null) return other;
  return other === null ? one : one.filter((slug) => other.includes(slug));
}

function branchFor({ branches }: RowsNode, blocks: Blocks): RowsNode['branches'][number] | undefined {
  const [slug] = blocks ?? [];
  return branches.find(
    (branch) => branch.blocks === null || (slug !== undefined && branch.blocks.includes(slug)),
  );
}

/** If there is no row or document, each condition is evaluated on an empty one. */
function holdsOnEmpty(forks: readonly Fork[], { kind }: Joining): boolean {
  return kind === 'and' ? forks.every((fork) => fork.holdsOnEmpty) : forks.some((fork) => fork.holdsOnEmpty);
}

interface ForkBranch {
  readonly node: WhereNode | null;
  readonly fork: Fork;
}

/** Null (the field does not exist) holds if its condition holds on an empty document or row. */
function joinedBranch(branches: readonly ForkBranch[], joining: Joining): WhereNode | null {
  const missing = branches.filter(({ node }) => node === null);
  const isSettled = missing.some(({ fork }) => fork.holdsOnEmpty === (joining.kind === 'or'));
  if (isSettled) return joining.kind === 'or' ? null : never;
  const nodes = branches.flatMap(({ node }) => node ?? []);
  if (nodes.length === 0) return null;
  const inner = join(nodes, joining);
  const [only] = inner;
  return inner.length === 1 && only !== undefined ? only : { kind: joining.kind, nodes: inner };
}

/** Holds for nothing. */
const never: WhereNode = { kind: 'or', nodes: [] };
