/** What is told of documents that stay in the trash when the one returns that they were deleted with. */
import type { Connection } from '../../storage/driver.js';
import type { OperationContext } from '../operation-context.js';
import { admittedWhere } from '../read/read-rights.js';
import { type TrashPlace, trashRows } from './find-trashed.js';
import { isSeenInTrash } from './return-references.js';
import type { TrashedDocument } from './trash-store.js';

/** Documents that cannot return yet. */
export interface LeftDocuments {
  /** How many there are; where callbacks decide, those among the first that they are asked about. */
  readonly count: number;
  /** The first ones. */
  readonly named: readonly LeftDocument[];
}

/** A document that cannot return yet. */
export interface LeftDocument {
  readonly collection: string;
  readonly id: string;
}

/** A document of a batch that stays in the trash. */
interface Left extends TrashPlace {
  readonly trashed: TrashedDocument;
}

/** Max documents that are named as left in the trash. */
const maxNamed = 20;

/** Max documents about which callbacks are asked: the transaction waits for each of them. */
const maxAsked = 100;

/**
 * Finds those that the requester sees in the trash. One statement for each collection finds them, unless a
 * callback decides on each.
 *
 * @param isOneOfMany - whether the restore is one of a bulk, in which callbacks are asked about fewer.
 */
export async function leftDocuments(
  connection: Connection,
  left: readonly Left[],
  { context, isOneOfMany }: { readonly context: OperationContext; readonly isOneOfMany: boolean },
): Promise<LeftDocuments> {
  const seen: LeftDocument[] = [];
  let asks = isOneOfMany ? maxNamed : maxAsked;
  for (const [place, documents] of byPlace(left)) {
    const ids = documents.map(({ trashed }) => trashed.id);
    const known = await seenWithoutCallback(connection, place, { ids, context });
    for (const id of ids) {
      if (known === null && asks === 0) break;
      if (known === null) asks -= 1;
      const isSeen = known?.has(id) ?? (await isSeenInTrash(connection, place.type, { id, context }));
      if (isSeen) seen.push({ collection: place.descriptor.slug, id });
    }
  }
  return { count: seen.length, named: seen.slice(0, maxNamed) };
}

/** By collection, each with the place of its first document. */
function byPlace(left: readonly Left[]): readonly (readonly [TrashPlace, readonly Left[]])[] {
  const types = new Map<TrashPlace['type'], Left[]>();
  for (const one of left) {
    const known = types.get(one.type) ?? [];
    types.set(one.type, known);
    known.push(one);
  }
  return [...types.values()].flatMap((group) => group.slice(0, 1).map((first) => [first, group] as const));
}

/** Null where a callback decides on each document. */
async function seenWithoutCallback(
  connection: Connection,
  { descriptor }: TrashPlace,
  { ids, context: { access } }: { readonly ids: readonly string[]; readonly context: OperationContext },
): Promise<ReadonlySet<string> | null> {
  const verdict = access?.verdict(descriptor, 'delete');
  if (verdict === 'denied') return new Set();
  if (verdict === 'ask' || access?.verdict(descriptor, 'read') === 'ask') return null;
  const visible = await admittedWhere(access, descriptor, { operation: 'delete', id: undefined });
  const rows = trashRows(connection, descriptor, { access, visible });
  const among = connection.dialect.sql.isAmong('r0."id"', 'text');
  const found = await connection.all(`SELECT r0."id" FROM ${rows.from} WHERE ${among}${rows.sql}`, [
    JSON.stringify(ids),
    ...rows.parameters,
  ]);
  return new Set(found.map(({ id }) => String(id)));
}
