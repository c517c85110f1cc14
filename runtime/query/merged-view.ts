/**
 * The merged view in filters: a document with a pending draft is its pending row, and no longer its published one. A related
 * collection so has two arms: its published rows without a pending one, and its pending rows.
 */
import type { CollectionDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor, pendingField } from '../codegen/pending-descriptor.js';
import type { RelatedArm, RelatedNode, RowKind, SettledNode, Target, WhereNode } from './plan.js';
import { both } from './visible.js';

/** The collections and globals whose pending rows a read sees. Empty for the published view, and where nothing is pending. */
export type DraftsSeen = ReadonlySet<DocumentDescriptor>;

const settledNodes = new WeakMap<DocumentDescriptor, SettledNode>();

/** A published row that no pending one stands for. */
function settled(document: DocumentDescriptor): SettledNode {
  const known = settledNodes.get(document);
  if (known !== undefined) return known;
  const node: SettledNode = { kind: 'settled', pending: pendingDescriptor(document).table };
  settledNodes.set(document, node);
  return node;
}

/** A filter of a document's rows as the merged view reads it. Without pending drafts it stays the same object. */
export function inView(where: WhereNode, seen: DraftsSeen, rows: RowKind): WhereNode {
  if (seen.size === 0 && rows === 'published') return where;
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, nodes: where.nodes.map((node) => inView(node, seen, rows)) };
    case 'condition':
      return { ...where, target: targetIn(where.target, rows) };
    case 'status':
      return where.rows === rows ? where : { ...where, rows };
    case 'related':
      return relatedIn(where, seen, rows);
    case 'rows':
      return {
        ...where,
        target: targetIn(where.target, rows),
        arms: where.arms.map((arm) => ({ ...arm, node: arm.node && inView(arm.node, seen, rows) })),
      };
    case 'settled':
      return where;
  }
}

/** The rows in which a read finds the documents of a collection or global. */
export interface RowsInView<T extends DocumentDescriptor = DocumentDescriptor> {
  /** What published rows must meet; in the merged view also that no draft is pending. */
  readonly where: WhereNode | null;
  /** The rows of pending drafts; null where the published ones are all there is to see. */
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
  if (!seen.has(document)) return { where: where && inView(where, seen, 'published'), drafts: null };
  return {
    where: settledWhere(document, where, seen),
    drafts: { document: pendingDescriptor(document), where: where && inView(where, seen, 'pending') },
  };
}

/** Published rows without a pending draft. The filter stands first: it decides which index is read. */
function settledWhere(document: DocumentDescriptor, where: WhereNode | null, seen: DraftsSeen): WhereNode {
  const node = settled(document);
  return where === null ? node : (both(inView(where, seen, 'published'), node) ?? node);
}

/**
 * Lists have tables of their own in pending rows; every other value stands in a column of the same name. In a version all are in its
 * JSON.
 */
function targetIn<T extends Target>(target: T, rows: RowKind): T {
  if (rows === 'published' || target.keys !== null) return target;
  if (rows === 'version') return { ...target, keys: target.field.path.split('.') };
  const field = pendingField(target.field);
  return field === target.field ? target : { ...target, field };
}

function relatedIn(node: RelatedNode, seen: DraftsSeen, rows: RowKind): RelatedNode {
  return {
    ...node,
    target: targetIn(node.target, rows),
    arms: node.arms.flatMap((arm) =>
      seen.has(arm.collection)
        ? [settledArm(arm, seen), armIn(arm, seen, 'pending')]
        : [armIn(arm, seen, 'published')],
    ),
  };
}

function armIn({ collection, node, visible }: RelatedArm, seen: DraftsSeen, rows: RowKind): RelatedArm {
  return {
    collection: tableOf(collection, rows),
    node: node && inView(node, seen, rows),
    ...(visible && { visible: inView(visible, seen, rows) }),
  };
}

function settledArm(arm: RelatedArm, seen: DraftsSeen): RelatedArm {
  const visible = settledWhere(arm.collection, arm.visible ?? null, seen);
  return { collection: arm.collection, node: arm.node && inView(arm.node, seen, 'published'), visible };
}

function tableOf(collection: CollectionDescriptor, rows: RowKind): CollectionDescriptor {
  return rows === 'pending' ? pendingDescriptor(collection) : collection;
}
