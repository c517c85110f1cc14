import type { FieldDescriptor, JoinField, RelationshipField } from '../../codegen/descriptors.js';
import { isStructured } from '../../fields/structured.js';

/** The parts of a document that can be populated: its relations and joins, and their paths. */
export interface PopulationPlan {
  /** By the field's name. */
  readonly nodes: ReadonlyMap<string, PopulationNode>;
  readonly joins: readonly JoinField[];
  /**
   * The relations in order, if all of them are top-level fields: their values can be cut out of a document's
   * text.
   */
  readonly cuts: readonly RelationshipField[] | null;
}

export type PopulationNode =
  | { readonly kind: 'relation'; readonly field: RelationshipField }
  | { readonly kind: 'group'; readonly plan: PopulationPlan }
  | { readonly kind: 'rows'; readonly plan: PopulationPlan }
  | { readonly kind: 'blocks'; readonly plans: ReadonlyMap<string, PopulationPlan> };

/** The plan of a document, group or row without relations. */
export const noPopulation: PopulationPlan = { nodes: new Map(), joins: [], cuts: [] };

export function createPopulationPlan(fields: readonly FieldDescriptor[]): PopulationPlan {
  const nodes = new Map(
    fields.flatMap((field) => {
      const node = nodeOf(field);
      return node === null ? [] : [[field.name, node] as const];
    }),
  );
  const relations = [...nodes.values()].flatMap((node) => (node.kind === 'relation' ? [node.field] : []));
  return {
    nodes,
    joins: fields.filter((field) => field.type === 'join'),
    cuts: relations.length === nodes.size ? relations : null,
  };
}

function nodeOf(field: FieldDescriptor): PopulationNode | null {
  if (!isStructured(field)) return null;
  switch (field.type) {
    case 'relationship':
    case 'upload':
      return { kind: 'relation', field };
    case 'group':
    case 'array': {
      const plan = createPopulationPlan(field.fields);
      return isEmptyPlan(plan) ? null : { kind: field.type === 'group' ? 'group' : 'rows', plan };
    }
    case 'blocks': {
      const plans = new Map(field.blocks.map((block) => [block.slug, createPopulationPlan(block.fields)]));
      return [...plans.values()].every(isEmptyPlan) ? null : { kind: 'blocks', plans };
    }
    case 'join':
      return null;
  }
}

function isEmptyPlan(plan: PopulationPlan): boolean {
  return plan.nodes.size === 0 && plan.joins.length === 0;
}

/** The plan of one row. */
export function planOfRow(
  node: Extract<PopulationNode, { kind: 'rows' | 'blocks' }>,
  blockType: unknown,
): PopulationPlan {
  return node.kind === 'rows' ? node.plan : (node.plans.get(String(blockType)) ?? noPopulation);
}

/** Every join of a document, those in groups and rows included. */
export function allJoins(plan: PopulationPlan): readonly JoinField[] {
  const below = [...plan.nodes.values()].flatMap((node) => {
    if (node.kind === 'relation') return [];
    return node.kind === 'blocks' ? [...node.plans.values()].flatMap(allJoins) : allJoins(node.plan);
  });
  return [...plan.joins, ...below];
}
