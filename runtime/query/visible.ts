/** Adds access rules to filters: the documents that a requester may read are described by a filter too. */
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { RelatedBranch, RowsBranch, WhereNode } from './plan.js';

/** Holds for no document. */
export const nothing: WhereNode = Object.freeze({ kind: 'or', nodes: Object.freeze([]) });

/** Both filters must hold; null if both are null. */
export function both(one: WhereNode | null, other: WhereNode | null): WhereNode | null {
  if (one === null || other === null) return one ?? other;
  return { kind: 'and', nodes: [...conjuncts(one), ...conjuncts(other)] };
}

/** The conditions that must all hold. */
export function conjuncts(where: WhereNode): readonly WhereNode[] {
  return where.kind === 'and' ? where.nodes : [where];
}

/** The collections that a filter reads through relations. */
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
      for (const { collection, node, visible } of where.branches) {
        found.add(collection);
        if (node !== null) relatedCollections(node, found);
        if (visible !== undefined) relatedCollections(visible, found);
      }
      break;
    case 'rows':
      for (const { node } of where.branches) if (node !== null) relatedCollections(node, found);
      break;
    case 'condition':
    case 'status':
    case 'search':
    case 'no-pending-draft':
    case 'unreferenced':
      break;
  }
  return found;
}

/**
 * Filters for the readable documents of collections. Collections that are not in the map are readable as a
 * whole.
 */
export type VisibleDocuments = ReadonlyMap<CollectionDescriptor, WhereNode>;

/**
 * The same filter, in which related documents that are not readable count as absent, at every step of a path.
 */
export function seeing(where: WhereNode, visible: VisibleDocuments): WhereNode {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, nodes: where.nodes.map((node) => seeing(node, visible)) };
    case 'related':
      return { ...where, branches: where.branches.map((branch) => branchSeeing(branch, visible)) };
    case 'rows':
      return {
        ...where,
        branches: where.branches.map(
          (branch): RowsBranch => ({ ...branch, node: branch.node && seeing(branch.node, visible) }),
        ),
      };
    case 'condition':
    case 'status':
    case 'search':
    case 'no-pending-draft':
    case 'unreferenced':
      return where;
  }
}

function branchSeeing({ collection, node }: RelatedBranch, visible: VisibleDocuments): RelatedBranch {
  const own = visible.get(collection);
  const branch = { collection, node: node && seeing(node, visible) };
  return own === undefined ? branch : { ...branch, visible: own };
}
