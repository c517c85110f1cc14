/** Writes the documents of a generated world to a server, which assigns its own ids. */
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { type World, zoo } from './zoo.js';

export interface FilledWorld {
  /** The documents as the API returned them. */
  readonly world: World;
  /** Replaces the ids of the generated world in a filter by ids of the server. */
  serverIds(filter: JsonObject): JsonObject;
}

/** Sends a document and returns the response body. */
export type Write = (method: 'POST' | 'PATCH', path: string, body: JsonObject) => Promise<JsonObject>;

/** Writes every document, first without relations and then with them. */
export async function fillWorld(invented: World, write: Write): Promise<FilledWorld> {
  /** Server ids by the collection and id in the generated world. */
  const ids = new Map<string, string>();
  for (const [slug, documents] of invented) {
    for (const [id] of documents)
      ids.set(`${slug}/${id}`, String((await write('POST', `/api/${slug}`, {}))['id']));
  }
  const world = new Map<string, Map<string, JsonObject>>();
  for (const [slug, documents] of invented) {
    const stored = new Map<string, JsonObject>();
    for (const [
      id,
      { id: _id, createdAt: _created, updatedAt: _updated, _status, ...content },
    ] of documents) {
      const fields = zoo.collections.find((one) => one.slug === slug)?.fields ?? [];
      const own = ids.get(`${slug}/${id}`) ?? '';
      stored.set(own, await write('PATCH', `/api/${slug}/${own}`, withRealIds(content, fields, ids)));
    }
    world.set(slug, stored);
  }
  return {
    world,
    serverIds: (filter) =>
      JSON.parse(JSON.stringify(filter), (_, value: unknown) => {
        if (typeof value !== 'string' || !/^[1-7]$/.test(value)) return value;
        return ids.get(`${Number(value) % 2 === 0 ? 'people' : 'animals'}/${value}`);
      }) as JsonObject,
  };
}

type Ids = ReadonlyMap<string, string>;

/**
 * The document with the ids of this server. References to missing documents are left out; rows get new ids.
 */
function withRealIds(holder: JsonObject, fields: readonly FieldDescriptor[], ids: Ids): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [field.name, realValue(field, holder[field.name] ?? null, ids)]),
  );
}

function realValue(field: FieldDescriptor, value: JsonValue, ids: Ids): JsonValue {
  const rows = (Array.isArray(value) ? value : []) as readonly JsonObject[];
  switch (field.type) {
    case 'group':
      return withRealIds((value ?? {}) as JsonObject, field.fields, ids);
    case 'array':
      return rows.map((row) => withRealIds(row, field.fields, ids));
    case 'blocks':
      return rows.map((row) => {
        const block = field.blocks.find(({ slug }) => slug === row['blockType']);
        return { blockType: row['blockType'] ?? null, ...withRealIds(row, block?.fields ?? [], ids) };
      });
    case 'relationship': {
      if (!field.hasMany) return value === null ? null : realReference(value, field.to[0] ?? '', ids);
      // A list of references contains each reference only once.
      const members = rows.map((member) => JSON.stringify(realReference(member, field.to[0] ?? '', ids)));
      return [...new Set(members)]
        .map((member): JsonValue => JSON.parse(member))
        .filter((member) => member !== null);
    }
    default:
      return value;
  }
}

function realReference(value: JsonValue, target: string, ids: Ids): JsonValue {
  if (typeof value !== 'object' || value === null) return ids.get(`${target}/${value}`) ?? null;
  const { collection, id } = value as JsonObject;
  const real = ids.get(`${collection}/${id}`);
  return real === undefined ? null : { collection: collection ?? null, id: real };
}
