/**
 * What a reader may see of a world, and what the API returns to them: written only from
 * docs/spec/contract.md#lists, #filters and #access. What the reader may not see is removed from the world
 * first; everything else follows from that.
 */
import type {
  ContractDescriptor,
  FieldDescriptor,
  JoinField,
  RelationshipField,
} from '../../runtime/codegen/descriptors.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { createOracle, type Oracle } from './evaluate.js';
import type { World } from './zoo.js';

/** Everything, nothing, or the documents that match a filter. */
export type Policy = boolean | JsonObject;

export interface Reader {
  readonly oracle: Oracle;
  /** The documents that the reader may see; a collection that they may not read is missing. */
  readonly world: World;
  /** Whether a path of a filter or sort names a field that the reader may not see. */
  namesHidden(slug: string, path: string): boolean;
  /** A document as the API returns it. */
  show(slug: string, document: JsonObject, depth: number, select: readonly string[] | null): JsonObject;
}

/** What the config gives to a reader. */
export interface Rights {
  /** Whether a field of a collection is hidden. */
  hides(field: FieldDescriptor, slug: string): boolean;
  policyOf(slug: string): Policy;
}

/** Fields with an access list that does not name the role. */
export function hiddenFrom(role: string): Rights['hides'] {
  return (field) => field.access?.read?.includes(role) === false;
}

export function createReader(
  contract: ContractDescriptor,
  whole: World,
  { hides, policyOf }: Rights,
): Reader {
  const all = createOracle(contract, whole);
  const world: World = new Map(
    [...whole].flatMap(([slug, documents]) => {
      const policy = policyOf(slug);
      if (policy === false) return [];
      const seen = policy === true ? [...documents.keys()] : all.list(slug, policy, 'id');
      return [[slug, new Map([...documents].filter(([id]) => seen.includes(id)))] as const];
    }),
  );
  const oracle = createOracle(contract, world);
  const fieldsOf = (slug: string): readonly FieldDescriptor[] =>
    [...contract.collections, ...contract.globals].find((one) => one.slug === slug)?.fields ?? [];

  function namesHidden(slug: string, path: string): boolean {
    return leadsToHidden(slug, fieldsOf(slug), path.split('.'));
  }

  function leadsToHidden(
    slug: string,
    fields: readonly FieldDescriptor[],
    [name, ...rest]: readonly string[],
  ): boolean {
    return fields.some((field) => {
      if (field.name !== name) return false;
      if (hides(field, slug)) return true;
      if (rest.length === 0) return false;
      switch (field.type) {
        case 'group':
        case 'array':
          return leadsToHidden(slug, field.fields, rest);
        case 'blocks':
          return field.blocks.some(
            (block) =>
              leadsToHidden(slug, block.fields, rest) ||
              (block.slug === rest[0] && leadsToHidden(slug, block.fields, rest.slice(1))),
          );
        case 'relationship':
          return field.to.some((target) => leadsToHidden(target, fieldsOf(target), rest));
        default:
          return false;
      }
    });
  }

  function show(
    slug: string,
    document: JsonObject,
    depth: number,
    select: readonly string[] | null,
  ): JsonObject {
    const shown: Record<string, JsonValue> = {};
    const isSelected = (name: string): boolean => select === null || name === 'id' || select.includes(name);
    for (const name of ['_pending', 'id', 'createdAt', 'updatedAt', '_status', '_revision']) {
      const value = document[name];
      if (value !== undefined && isSelected(name)) shown[name] = value;
    }
    for (const field of fieldsOf(slug)) {
      if (!isSelected(field.name) || hides(field, slug)) continue;
      if (field.type !== 'join')
        shown[field.name] = showValue(slug, field, document[field.name] ?? null, depth);
      else if (depth > 0) shown[field.name] = showJoin(field, String(document['id']), depth);
    }
    return shown;
  }

  function showFields(
    slug: string,
    fields: readonly FieldDescriptor[],
    holder: JsonObject,
    depth: number,
  ): JsonObject {
    return Object.fromEntries(
      fields
        .filter((field) => !hides(field, slug))
        .map((field) => [field.name, showValue(slug, field, holder[field.name] ?? null, depth)]),
    );
  }

  function showValue(slug: string, field: FieldDescriptor, value: JsonValue, depth: number): JsonValue {
    const rows = (Array.isArray(value) ? value : []) as readonly JsonObject[];
    switch (field.type) {
      case 'group':
        return showFields(slug, field.fields, value as JsonObject, depth);
      case 'array':
        return rows.map((row) => ({ id: row['id'] ?? null, ...showFields(slug, field.fields, row, depth) }));
      case 'blocks':
        return rows.map((row) => {
          const block = field.blocks.find((kind) => kind.slug === row['blockType']);
          const head = { id: row['id'] ?? null, blockType: row['blockType'] ?? null };
          return { ...head, ...showFields(slug, block?.fields ?? [], row, depth) };
        });
      case 'relationship':
        return depth === 0 || value === null ? value : showRelation(field, value, depth);
      default:
        return value;
    }
  }

  function showRelation(field: RelationshipField, value: JsonValue, depth: number): JsonValue {
    const entries = (Array.isArray(value) ? value : [value]) as readonly JsonValue[];
    const docs = entries.map((entry): JsonValue => {
      if (typeof entry === 'string') return populated(field.to[0] ?? '', entry, depth);
      const { collection, id } = entry as { readonly collection: string; readonly id: string };
      const doc = populated(collection, id, depth);
      return doc === null && field.hasMany ? null : { collection, id, doc };
    });
    return field.hasMany ? docs.filter((doc) => doc !== null) : (docs[0] ?? null);
  }

  function populated(slug: string, id: string, depth: number): JsonValue {
    const document = world.get(slug)?.get(id);
    return document === undefined ? null : show(slug, document, depth - 1, null);
  }

  function showJoin(join: JoinField, parent: string, depth: number): JsonValue {
    if (!world.has(join.collection) || namesHidden(join.collection, join.on)) {
      return { docs: [], hasNextPage: false };
    }
    const [sortedBy = ''] = join.sort.split(/_(?:asc|desc)$/);
    const sort = namesHidden(join.collection, sortedBy) ? 'createdAt_desc' : join.sort;
    const ids = oracle.list(join.collection, { [join.on]: parent }, sort);
    const docs = ids.slice(0, join.limit).map((id) => populated(join.collection, id, depth));
    return { docs, hasNextPage: ids.length > join.limit };
  }

  return { oracle, world, namesHidden, show };
}

/** Every path in a filter. */
export function pathsOf(filter: JsonObject): readonly string[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key === 'AND' || key === 'OR' ? (value as readonly JsonObject[]).flatMap(pathsOf) : [key],
  );
}
