/**
 * The rules of folders: who may put something into one, that none contains itself, and that none is deleted
 * with its content (docs/spec/uploads.md#routes).
 */
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { folderField, parentField } from '../../config/upload-folders.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import type { DocumentType } from '../document-type.js';
import { unknownDocument } from '../not-found.js';
import type { Reference } from './reference-plan.js';
import { findReferring, type Referrer } from './referrers.js';
import { readableAmong } from './seen-pointers.js';

/** How many folders may be above another one: enough for people, and few enough to look at in a write. */
const maxLevels = 100;

/** A document that a write puts into a folder. */
export interface Placed {
  readonly type: DocumentType;
  /** Of the document. */
  readonly id: string;
  /** The references that the write adds to the document. */
  readonly references: readonly Reference[];
  /** Of the requester. */
  readonly access: DocumentAccess | null;
}

/**
 * Refuses a folder that the requester may not use, and one that would contain itself.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
export async function checkFolder(
  connection: Connection,
  { type: { folders, model }, id, references, access }: Placed,
): Promise<void> {
  if (folders === null) return;
  const isFolder = model.descriptor === folders;
  const field = isFolder ? parentField : folderField;
  const placed = references.find(({ path, collection }) => path === field && collection === folders.slug);
  if (placed === undefined) return;
  await checkReadable(connection, { folders, placed, access });
  if (isFolder) await checkParent(connection, { folders, id, parent: placed.id });
}

/** A folder that the requester may not read does not exist for them. */
async function checkReadable(
  connection: Connection,
  {
    folders,
    placed: { id, path, collection },
    access,
  }: {
    readonly folders: CollectionDescriptor;
    readonly placed: Reference;
    readonly access: DocumentAccess | null;
  },
): Promise<void> {
  const readable = await readableAmong(connection, {
    ...{ descriptor: folders, rows: folders },
    ids: [id],
    access,
  });
  if (readable.length === 0) throw badInputAt(path, unknownDocument(collection, id));
}

/**
 * Follows the folders above a new parent. One move of folders at a time: two that are made at the same time
 * could make a circle of which neither sees the other half.
 *
 * @throws ServiceError BAD_USER_INPUT where the folder would contain itself, or is too far down.
 */
export async function checkParent(
  connection: Connection,
  {
    folders: { table },
    id,
    parent,
  }: { readonly folders: CollectionDescriptor; readonly id: string; readonly parent: string },
): Promise<void> {
  if (connection.dialect.hasConcurrentWriters) await lockName(connection, `folders ${table}`);
  const name = quoteIdentifier(table);
  const above = await connection.all(
    `WITH RECURSIVE "above" ("id", "parent", "level") AS (` +
      `SELECT "id", "parent", 1 FROM ${name} WHERE "id" = ? UNION ALL ` +
      `SELECT f."id", f."parent", a."level" + 1 FROM "above" a JOIN ${name} f ON f."id" = a."parent" ` +
      `WHERE a."level" < ${maxLevels}) SELECT "id", "parent" FROM "above" ORDER BY "level"`,
    [parent],
  );
  if (above.some((folder) => folder['id'] === id)) throw badInputAt(parentField, reason('folder.inItself'));
  const isTooDeep =
    (above.length === maxLevels && above.at(-1)?.['parent'] !== null) ||
    (await hasLevels(connection, { table, id, levels: maxLevels - above.length + 1 }));
  if (isTooDeep) throw badInputAt(parentField, reason('folder.tooDeep', { max: maxLevels }));
}

/** Whether there are so many levels of folders in a folder, which it brings along when it is moved. */
async function hasLevels(
  connection: Connection,
  { table, id, levels }: { readonly table: string; readonly id: string; readonly levels: number },
): Promise<boolean> {
  const name = quoteIdentifier(table);
  const deepest = await connection.get(
    `WITH RECURSIVE "below" ("id", "level") AS (` +
      `SELECT "id", 1 FROM ${name} WHERE "parent" = ? UNION ALL ` +
      `SELECT f."id", b."level" + 1 FROM "below" b JOIN ${name} f ON f."parent" = b."id" ` +
      `WHERE b."level" < ${levels}) SELECT max("level") AS "level" FROM "below"`,
    [id],
  );
  return Number(deepest?.['level'] ?? 0) >= levels;
}

/**
 * Refuses to delete a folder with content, also where the requester may see none of that: which folders and
 * files are in it is not said.
 *
 * @param referrers - the fields that refer to folders.
 * @throws ServiceError CONFLICT
 */
export async function refuseFull(
  connection: Connection,
  { type: { model }, ids }: { readonly type: DocumentType; readonly ids: readonly string[] },
  referrers: readonly Referrer[],
): Promise<void> {
  const { descriptor } = model;
  if (descriptor.kind !== 'collection' || descriptor.foldersOf === undefined) return;
  for (const referrer of referrers) {
    if (!isContent(referrer, descriptor)) continue;
    const [first] = await findReferring(connection, referrer, ids, { limit: 1 });
    if (first !== undefined) throw new ServiceError('CONFLICT', reason('folder.notEmpty'));
  }
}

function isContent({ type: { model }, field: { path } }: Referrer, folders: CollectionDescriptor): boolean {
  if (model.descriptor === folders) return path === parentField;
  return model.descriptor.slug === folders.foldersOf && path === folderField;
}
