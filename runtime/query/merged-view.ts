/**
 * The merged view in filters: a document with a pending draft is represented by its pending row instead of
 * its published one. So a related collection has two branches: its published rows without a pending draft,
 * and its pending rows.
 */
import type { CollectionDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor, pendingField } from '../codegen/pending-descriptor.js';
import { pendingSearch } from '../codegen/search-descriptor.js';
import type {
  NoPendingDraftNode,
  RelatedBranch,
  RelatedNode,
  RowKind,
  SearchNode,
  Target,
  WhereNode,
} from './plan.js';
import { both } from './visible.js';

/**
 * The collections and globals whose pending rows a read sees. Empty for the published view, and if nothing is
 * pending.
 */
export type DraftsSeen = ReadonlySet<DocumentDescriptor>;

/** Of a requester who sees the published documents of all collections. */
export const noDrafts: DraftsSeen = new Set();

const noPendingDraftNodes = new WeakMap<DocumentDescriptor, NoPendingDraftNode>();

/** A published row without a pending draft. */
function settled(document: DocumentDescriptor): NoPendingDraftNode {
  const known = noPendingDraftNodes.get(document);
  if (known !== undefined) return known;
  const node: NoPendingDraftNode = { kind: 'no-pending-draft', pending: pendingDescriptor(document).table };
  noPendingDraftNodes.set(document, node);
  return node;
}

/**
 * A filter on the rows of a document, as the merged view reads it. Without pending drafts the same object is
 * returned.
 */
export function inView(where: WhereNode, { seen, rows }: SeenRows): WhereNode {
  if (seen.size === 0 && rows === 'published') return where;
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, nodes: where.nodes.map((node) => inView(node, { seen, rows })) };
    case 'condition':
      return { ...where, target: targetIn(where.target, rows) };
    case 'status':
      return where.rows === rows ? where : { ...where, rows };
    case 'related':
      return relatedIn(where, { seen, rows });
    case 'rows':
      return {
        ...where,
        target: targetIn(where.target, rows),
        branches: where.branches.map((branch) => ({
          ...branch,
          node: branch.node && inView(branch.node, { seen, rows }),
        })),
      };
    case 'search':
      return searchIn(where, rows);
    case 'no-pending-draft':
    case 'unreferenced':
      return where;
  }
}

/** A search of pending drafts has an index of its own. */
function searchIn(node: SearchNode, rows: RowKind): SearchNode {
  return node.rows === rows || rows !== 'pending'
    ? node
    : { ...node, rows, search: pendingSearch(node.search) };
}

/** The rows that contain the documents of a collection or global for a read. */
export interface RowsInView<T extends DocumentDescriptor = DocumentDescriptor> {
  /** The condition on published rows; in the merged view it includes that no draft is pending. */
  readonly where: WhereNode | null;
  /** The rows of pending drafts; null if only published rows are read. */
  readonly drafts: PendingRows<T> | null;
}

export interface PendingRows<T extends DocumentDescriptor = DocumentDescriptor> {
  /** The descriptor with the tables of pending drafts. */
  readonly document: T;
  readonly where: WhereNode | null;
}

/** The rows that meet a filter. */
export function rowsInView<T extends DocumentDescriptor>(
  document: T,
  where: WhereNode | null,
  seen: DraftsSeen,
): RowsInView<T> {
  if (!seen.has(document))
    return { where: where && inView(where, { seen, rows: 'published' }), drafts: null };
  return {
    where: noPendingDraftWhere(document, where, seen),
    drafts: {
      document: pendingDescriptor(document),
      where: where && inView(where, { seen, rows: 'pending' }),
    },
  };
}

/** Published rows without a pending draft. The filter comes first: it decides which index is used. */
function noPendingDraftWhere(
  document: DocumentDescriptor,
  where: WhereNode | null,
  seen: DraftsSeen,
): WhereNode {
  const node = settled(document);
  return where === null ? node : (both(inView(where, { seen, rows: 'published' }), node) ?? node);
}

/**
 * In pending rows, lists have tables of their own; every other value is in a column of the same name. In a
 * version all values are in its JSON.
 */
function targetIn<T extends Target>(target: T, rows: RowKind): T {
  if (rows === 'published' || target.keys !== null) return target;
  if (rows === 'version') return { ...target, keys: target.field.path.split('.') };
  const field = pendingField(target.field);
  return field === target.field ? target : { ...target, field };
}

function relatedIn(node: RelatedNode, { seen, rows }: SeenRows): RelatedNode {
  return {
    ...node,
    target: targetIn(node.target, rows),
    branches: node.branches.flatMap((branch) =>
      seen.has(branch.collection)
        ? [noPendingDraftBranch(branch, seen), branchIn(branch, { seen, rows: 'pending' })]
        : [branchIn(branch, { seen, rows: 'published' })],
    ),
  };
}
/** Rows of one kind, and the collections of which drafts are seen. */
export interface SeenRows {
  readonly seen: DraftsSeen;
  readonly rows: RowKind;
}

function branchIn({ collection, node, visible }: RelatedBranch, { seen, rows }: SeenRows): RelatedBranch {
  return {
    collection: tableOf(collection, rows),
    node: node && inView(node, { seen, rows }),
    ...(visible && { visible: inView(visible, { seen, rows }) }),
  };
}

function noPendingDraftBranch(branch: RelatedBranch, seen: DraftsSeen): RelatedBranch {
  const visible = noPendingDraftWhere(branch.collection, branch.visible ?? null, seen);
  return {
    collection: branch.collection,
    node: branch.node && inView(branch.node, { seen, rows: 'published' }),
    visible,
  };
}

function tableOf(collection: CollectionDescriptor, rows: RowKind): CollectionDescriptor {
  return rows === 'pending' ? pendingDescriptor(collection) : collection;
}
