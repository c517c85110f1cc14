import type { FieldDescriptor, RelationshipField } from '../../codegen/descriptors.js';
import type { StructuredField } from '../../fields/field-descriptor.js';
import { isStructured } from '../../fields/structured.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';

/** The relations of a document and their paths; fields without relations are left out. */
export type ReferencePlan = readonly ReferenceNode[];

export type ReferenceNode =
  | {
      readonly kind: 'relation';
      readonly name: string;
      readonly field: RelationshipField;
      readonly site: string;
    }
  | { readonly kind: 'group'; readonly name: string; readonly nodes: ReferencePlan }
  | (RowsNode & { readonly kind: 'rows'; readonly nodes: ReferencePlan })
  | (RowsNode & { readonly kind: 'blocks'; readonly blocks: ReadonlyMap<string, ReferencePlan> });

interface RowsNode {
  readonly name: string;
  readonly site: string;
  readonly field: FieldDescriptor;
}

/** A reference from one document to another. */
export interface Reference {
  readonly field: RelationshipField;
  /**
   * Position of the field in the config: `items.product`, with the block's slug inside blocks:
   * `content.hero.image`.
   */
  readonly site: string;
  /** Position of the value in the document: `items.0.product`. */
  readonly path: string;
  readonly inRows: boolean;
  readonly collection: string;
  readonly id: string;
}

export function createReferencePlan(fields: readonly FieldDescriptor[], prefix = ''): ReferencePlan {
  return fields.flatMap((field) => (isStructured(field) ? nodesOf(field, `${prefix}${field.name}`) : []));
}

function nodesOf(field: StructuredField, site: string): ReferencePlan {
  const { name } = field;
  switch (field.type) {
    case 'relationship':
    case 'upload':
      return field.virtual === true ? [] : [{ kind: 'relation', name, field, site }];
    case 'group': {
      const nodes = createReferencePlan(field.fields, `${site}.`);
      return nodes.length === 0 ? [] : [{ kind: 'group', name, nodes }];
    }
    case 'array': {
      const nodes = createReferencePlan(field.fields, `${site}.`);
      return nodes.length === 0 ? [] : [{ kind: 'rows', name, site, field, nodes }];
    }
    case 'blocks': {
      const plans = field.blocks.map(
        (block) => [block.slug, createReferencePlan(block.fields, `${site}.${block.slug}.`)] as const,
      );
      if (plans.every(([, nodes]) => nodes.length === 0)) return [];
      return [{ kind: 'blocks', name, site, field, blocks: new Map(plans) }];
    }
    case 'join':
      return [];
  }
}

/** Every reference of a complete document. */
export function collectReferences(plan: ReferencePlan, data: JsonObject): readonly Reference[] {
  const found: Reference[] = [];
  collect(plan, { data, prefix: '', inRows: false, found });
  return found;
}

function collect(
  plan: ReferencePlan,
  {
    data,
    prefix,
    inRows,
    found,
  }: {
    readonly data: JsonObject;
    readonly prefix: string;
    readonly inRows: boolean;
    readonly found: Reference[];
  },
): void {
  for (const node of plan) {
    const path = `${prefix}${node.name}`;
    if (node.kind === 'group')
      collect(node.nodes, { data: groupData(data, node.name), prefix: `${path}.`, inRows, found });
    else if (node.kind === 'relation') {
      const { field, site } = node;
      for (const [at, pointer] of pointers(field, ownValue(data, node.name), path)) {
        found.push({ field, site, path: at, inRows, ...pointer });
      }
    } else {
      rowsOf(data, node.name).forEach((row, position) => {
        collect(rowPlan(node, row), { data: row, prefix: `${path}.${position}.`, inRows: true, found });
      });
    }
  }
}

/** The target of a relation's value. */
export interface Pointer {
  readonly collection: string;
  readonly id: string;
}

function pointers(
  field: RelationshipField,
  value: JsonValue | undefined,
  path: string,
): readonly (readonly [string, Pointer])[] {
  if (!field.hasMany) {
    const pointer = pointerOf(field, value);
    return pointer === null ? [] : [[path, pointer]];
  }
  return (Array.isArray(value) ? value : []).flatMap((entry: JsonValue, position) => {
    const pointer = pointerOf(field, entry);
    return pointer === null ? [] : [[`${path}.${position}`, pointer] as const];
  });
}

/**
 * The target of one value or list entry; null when it is empty or no reference (a hook may have returned any
 * value).
 */
export function pointerOf(field: RelationshipField, value: JsonValue | undefined): Pointer | null {
  if (!field.polymorphic)
    return typeof value === 'string' ? { collection: field.to[0] ?? '', id: value } : null;
  if (!isJsonObject(value)) return null;
  const collection = ownValue(value, 'collection');
  const id = ownValue(value, 'id');
  return typeof collection === 'string' && typeof id === 'string' ? { collection, id } : null;
}

/** All targets of a relation's value. */
export function pointersOf(field: RelationshipField, value: JsonValue): readonly Pointer[] {
  const entries = field.hasMany && Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return entries.flatMap((entry) => pointerOf(field, entry) ?? []);
}

/** The rows under a name. */
export function rowsOf(data: JsonObject, name: string): readonly JsonObject[] {
  const value = ownValue(data, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The relations of one row. */
export function rowPlan(
  node: Extract<ReferenceNode, { kind: 'rows' | 'blocks' }>,
  row: JsonObject,
): ReferencePlan {
  if (node.kind === 'rows') return node.nodes;
  return node.blocks.get(String(ownValue(row, 'blockType'))) ?? [];
}
