import type { DocumentAccess } from '../../access/document-access.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import type { DocumentType } from '../document-type.js';
import { lockDocuments } from '../write/lock-documents.js';
import { refuseFull } from './folders.js';
import type { Pointer } from './reference-plan.js';
import { findReferring, type Referrer, type ReferrerMap } from './referrers.js';
import { type Restricting, restriction } from './restriction.js';

type IdsByType = Map<DocumentType, Set<string>>;

/** All effects of a deletion, determined before anything is changed. */
export interface Deletion {
  /** The document itself and those deleted with it. */
  readonly deleted: ReadonlyMap<DocumentType, ReadonlySet<string>>;
  /** Documents that stay and lose references. */
  readonly cleared: ReadonlyMap<DocumentType, ReadonlySet<string>>;
  isDeleted(pointer: Pointer): boolean;
}

export interface DeletionRoot {
  readonly type: DocumentType;
  readonly id: string;
  /** The rights of the requester: a refusal names only what they may see. */
  readonly access: DocumentAccess | null;
  /** Finds the documents that refer to others; by default all of them, locked until the transaction ends. */
  readonly find?: FindPointing;
}

/** Finds the documents that refer by a field to any of `ids`. */
export type FindPointing = (
  connection: Connection,
  referrer: Referrer,
  ids: readonly string[],
) => Promise<readonly string[]>;

/**
 * Follows the references to a document, level by level; cycles end since a document is visited once. A
 * reference with `restrict` refuses the deletion, unless its document is deleted as well.
 *
 * @throws ServiceError CONFLICT that names the fields which forbid the deletion, as far as the requester may
 * see them.
 */
export async function planDeletion(
  connection: Connection,
  referrers: ReferrerMap,
  { type: root, id, access, find = findLocked }: DeletionRoot,
): Promise<Deletion> {
  const deleted: IdsByType = new Map();
  const cleared: IdsByType = new Map();
  const restricting: Restricting[] = [];
  let frontier: IdsByType = new Map([[root, new Set([id])]]);
  while (frontier.size > 0) {
    const next: IdsByType = new Map();
    for (const [type, ids] of frontier) {
      for (const one of ids) add(deleted, type, one);
      // A preview reads outside of a transaction, where a lock would only wait for other writers.
      if (find === findLocked) {
        await lockDocuments(connection, { type, ids: [...ids], lock: 'delete' });
        await refuseFull(
          connection,
          { type, ids: [...ids] },
          referrers.get(type.model.descriptor.slug) ?? [],
        );
      }
    }
    for (const [type, ids] of frontier) {
      for (const referrer of referrers.get(type.model.descriptor.slug) ?? []) {
        const found = await find(connection, referrer, [...ids]);
        if (referrer.onDelete === 'restrict') restricting.push({ referrer, ids: found });
        if (referrer.onDelete === 'restrict') continue;
        if (referrer.onDelete === 'clear') for (const one of found) add(cleared, referrer.type, one);
        else {
          const stay = referrer.isPending
            ? await publishedAmong(connection, { type: referrer.type, ids: found })
            : nobody;
          for (const one of found) add(stay.has(one) ? cleared : next, referrer.type, one);
        }
      }
    }
    frontier = without(next, deleted);
  }
  const refusing = restricting.flatMap(({ referrer, ids }): readonly Restricting[] => {
    const staying = ids.filter((one) => !has(deleted, referrer.type, one));
    return staying.length === 0 ? [] : [{ referrer, ids: staying }];
  });
  if (refusing.length > 0) throw await restriction(connection, { restricting: refusing, access });
  return { deleted, cleared: without(cleared, deleted), isDeleted: isDeletedBy(deleted) };
}

/** Documents that refer to one of these, locked until the transaction ends. */
const findLocked: FindPointing = async (connection, referrer, ids) => {
  const found = await findReferring(connection, referrer, ids);
  if (!connection.dialect.hasConcurrentWriters || found.length === 0) return found;
  await lockDocuments(connection, { type: referrer.type, ids: found, lock: 'change' });
  return findReferring(connection, referrer, ids);
};

const nobody: ReadonlySet<string> = new Set();

/**
 * A draft that refers to a deleted document does not delete what is published: it only loses the reference.
 */
async function publishedAmong(
  connection: Connection,
  { type: { model }, ids }: { readonly type: DocumentType; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return nobody;
  const rows = await connection.all(
    `SELECT "id" FROM ${quoteIdentifier(model.table)} WHERE ${connection.dialect.sql.isAmong('"id"', 'text')}`,
    [JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => String(id)));
}

function add(map: IdsByType, type: DocumentType, id: string): void {
  const ids = map.get(type);
  if (ids === undefined) map.set(type, new Set([id]));
  else ids.add(id);
}

function has(map: IdsByType, type: DocumentType, id: string): boolean {
  return map.get(type)?.has(id) === true;
}

function without(map: IdsByType, gone: IdsByType): IdsByType {
  const left: IdsByType = new Map();
  for (const [type, ids] of map) {
    for (const id of ids) if (!has(gone, type, id)) add(left, type, id);
  }
  return left;
}

function isDeletedBy(deleted: IdsByType): (pointer: Pointer) => boolean {
  const bySlug = new Map([...deleted].map(([type, ids]) => [type.model.descriptor.slug, ids]));
  return ({ collection, id }) => bySlug.get(collection)?.has(id) === true;
}
