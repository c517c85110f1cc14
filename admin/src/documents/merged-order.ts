import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';

type RowMap = ReadonlyMap<string, JsonObject>;

/** The rows of a list on each side, by their ids, in order. */
export interface ListSides {
  readonly base: RowMap;
  readonly mine: RowMap;
  readonly theirs: RowMap;
}

/** Returns null if the rows of a side have no unique ids. */
export function rowsById(sides: Readonly<Record<keyof ListSides, JsonValue>>): ListSides | null {
  const [base, mine, theirs] = [mapOf(sides.base), mapOf(sides.mine), mapOf(sides.theirs)];
  return base && mine && theirs && { base, mine, theirs };
}

function mapOf(value: JsonValue): RowMap | null {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const rows = new Map<string, JsonObject>();
  for (const row of list) {
    const id = isJsonObject(row) ? row['id'] : undefined;
    if (!isJsonObject(row) || typeof id !== 'string' || rows.has(id)) return null;
    rows.set(id, row);
  }
  return rows;
}

/**
 * Returns all ids in the order of the side that has moved rows. A row that only the other side has follows
 * the same row as it does there.
 *
 * @returns null if both sides have moved rows in different ways.
 */
export function mergedOrder({ base, mine, theirs }: ListSides): readonly string[] | null {
  const [before, own, other] = [[...base.keys()], [...mine.keys()], [...theirs.keys()]];
  const isMoved = !keepsOrder(before, own);
  if (isMoved && !keepsOrder(before, other) && !keepsOrder(own, other)) return null;
  const [leading, following] = isMoved ? [own, other] : [other, own];
  return woven(woven(leading, following), before);
}

function keepsOrder(one: readonly string[], other: readonly string[]): boolean {
  const [here, there] = [new Set(one), new Set(other)];
  const shared = other.filter((id) => here.has(id));
  return one.filter((id) => there.has(id)).every((id, index) => id === shared[index]);
}

function woven(leading: readonly string[], following: readonly string[]): readonly string[] {
  const order = [...leading];
  following.forEach((id, index) => {
    if (order.includes(id)) return;
    const before = following[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}
