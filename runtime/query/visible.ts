/** Brings access into filters: which documents a requester may read is a filter itself. */
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { RelatedArm, RowsArm, WhereNode } from './plan.js';

/** Meets no document. */
export const nothing: WhereNode = Object.freeze({ kind: 'or', nodes: Object.freeze([]) });

/** Both filters; null where neither asks for anything. */
export function both(one: WhereNode | null, other: WhereNode | null): WhereNode | null {
  if (one === null || other === null) return one ?? other;
  return { kind: 'and', nodes: [...conjuncts(one), ...conjuncts(other)] };
}

/** The conditions that must all hold. */
export function conjuncts(where: WhereNode): readonly WhereNode[] {
  return where.kind === 'and' ? where.nodes : [where];
}

/** The collections that a filter looks into by way of relations. */
export function relatedCollections(
  where: WhereNode,
  found: Set<CollectionDescriptor> = new Set(),
): ReadonlySet<CollectionDescriptor> {
  switch (where.kind) {
    case 'and':
    case 'or':
      for (const node of where.nodes) relatedCollections(node, found);
      break;
    case 'related':
      for (const { collection, node, visible } of where.arms) {
        found.add(collection);
        if (node !== null) relatedCollections(node, found);
        if (visible !== undefined) relatedCollections(visible, found);
      }
      break;
    case 'rows':
      for (const { node } of where.arms) if (node !== null) relatedCollections(node, found);
      break;
    case 'condition':
    case 'status':
    case 'settled':
      break;
  }
  return found;
}

/** What may be seen of collections; those that are not in it may be seen as a whole. */
export type VisibleDocuments = ReadonlyMap<CollectionDescriptor, WhereNode>;

/** The same filter, for which related documents that may not be seen are absent, at every step of a path. */
export function seeing(where: WhereNode, visible: VisibleDocuments): WhereNode {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, nodes: where.nodes.map((node) => seeing(node, visible)) };
    case 'related':
      return { ...where, arms: where.arms.map((arm) => armSeeing(arm, visible)) };
    case 'rows':
      return {
        ...where,
        arms: where.arms.map((arm): RowsArm => ({ ...arm, node: arm.node && seeing(arm.node, visible) })),
      };
    case 'condition':
    case 'status':
    case 'settled':
      return where;
  }
}

function armSeeing({ collection, node }: RelatedArm, visible: VisibleDocuments): RelatedArm {
  const own = visible.get(collection);
  const arm = { collection, node: node && seeing(node, visible) };
  return own === undefined ? arm : { ...arm, visible: own };
}
