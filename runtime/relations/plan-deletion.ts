import type { DocumentType } from '../documents/document-type.js';
import { lockDocuments } from '../documents/lock-documents.js';
import { ServiceError } from '../errors/service-error.js';
import { dialectOf } from '../query/compile/dialects.js';
import type { Connection } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { Pointer } from './reference-plan.js';
import { findReferring, type Referrer, type ReferrerMap } from './referrers.js';

type IdsByType = Map<DocumentType, Set<string>>;

/** Everything that a deletion does, found out before anything is changed. */
export interface Deletion {
  /** The document itself and those that go along. */
  readonly deleted: ReadonlyMap<DocumentType, ReadonlySet<string>>;
  /** Documents that stay and lose pointers. */
  readonly cleared: ReadonlyMap<DocumentType, ReadonlySet<string>>;
  isDeleted(pointer: Pointer): boolean;
}

/**
 * Follows the pointers to a document, level by level; cycles end since a document is visited once. A pointer that says
 * `restrict` refuses, unless the document that holds it goes along.
 *
 * @throws ServiceError CONFLICT that names the fields which forbid the deletion.
 */
export async function planDeletion(
  connection: Connection,
  referrers: ReferrerMap,
  root: DocumentType,
  id: string,
): Promise<Deletion> {
  const deleted: IdsByType = new Map();
  const cleared: IdsByType = new Map();
  const restricting: { readonly referrer: Referrer; readonly ids: readonly string[] }[] = [];
  let frontier: IdsByType = new Map([[root, new Set([id])]]);
  while (frontier.size > 0) {
    const next: IdsByType = new Map();
    for (const [type, ids] of frontier) {
      for (const one of ids) add(deleted, type, one);
      await lockDocuments(connection, type, [...ids], 'delete');
    }
    for (const [type, ids] of frontier) {
      for (const referrer of referrers.get(type.model.descriptor.slug) ?? []) {
        const found = await findLocked(connection, referrer, [...ids]);
        if (referrer.onDelete === 'restrict') restricting.push({ referrer, ids: found });
        if (referrer.onDelete === 'restrict') continue;
        if (referrer.onDelete === 'clear') for (const one of found) add(cleared, referrer.type, one);
        else {
          const stay = referrer.isPending ? await publishedAmong(connection, referrer.type, found) : nobody;
          for (const one of found) add(stay.has(one) ? cleared : next, referrer.type, one);
        }
      }
    }
    frontier = without(next, deleted);
  }
  refuseRestricted(
    restricting.filter(({ referrer, ids }) => ids.some((one) => !has(deleted, referrer.type, one))),
  );
  return { deleted, cleared: without(cleared, deleted), isDeleted: isDeletedBy(deleted) };
}

/** Documents that point to one of these, and go on to do so until the transaction ends. */
async function findLocked(
  connection: Connection,
  referrer: Referrer,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await findReferring(connection, referrer, ids);
  if (connection.dialect === 'sqlite' || found.length === 0) return found;
  await lockDocuments(connection, referrer.type, found, 'change');
  return findReferring(connection, referrer, ids);
}

const nobody: ReadonlySet<string> = new Set();

/** A draft that points to a deleted document takes nothing away that is published: it loses the pointer. */
async function publishedAmong(
  connection: Connection,
  { model }: DocumentType,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return nobody;
  const rows = await connection.all(
    `SELECT "id" FROM ${quoteName(model.table)} WHERE ${dialectOf(connection).isAmong('"id"', 'text')}`,
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

function refuseRestricted(restricting: readonly { readonly referrer: Referrer }[]): void {
  const names = [...new Set(restricting.map(({ referrer }) => referrer.name))];
  if (names.length === 0) return;
  throw restriction(names);
}

/** The 409 for a deletion that other documents forbid. */
export function restriction(names: readonly string[]): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `The document cannot be deleted: other documents refer to it by ${names.join(', ')}.`,
    {
      details: names.map((path) => ({ path, message: 'Refers to the document and must not be left empty.' })),
    },
  );
}
