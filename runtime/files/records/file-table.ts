/**
 * The table of files, in the content database: there are no bytes without a row, and no row that is `live`
 * without all of its bytes (docs/spec/uploads.md#drafts-versions-deletion).
 */
import type { Connection, Row } from '../../storage/driver.js';

/** `staged`: not yet named by a document; `live`: named; `dead`: named no more. */
export type FileState = 'staged' | 'live' | 'dead';

/** A file before its bytes are stored. */
export interface StagedFile {
  readonly id: string;
  readonly collection: string;
  /** Name of its place; empty for that of the service. */
  readonly storage: string;
  readonly createdAt: number;
}

/** What is known of a file once its bytes are stored. */
export interface StoredFile {
  readonly id: string;
  readonly document: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly checksum: string;
}

/** The row of a file that documents name. */
export interface LiveFile extends StoredFile {
  readonly collection: string;
  readonly storage: string;
}

/** A file whose bytes are to be removed. */
export interface RemovableFile {
  readonly id: string;
  readonly collection: string;
  readonly storage: string;
  readonly attempts: number;
}

/** The key of the bytes of a file: made of what the service knows, never of names of users. */
export function keyOf({ collection, id }: Pick<RemovableFile, 'collection' | 'id'>): string {
  return `${collection}/${id}/original`;
}

/** Records a file whose bytes are about to be stored. */
export async function stageFile(connection: Connection, file: StagedFile): Promise<void> {
  const { id, collection, storage, createdAt } = file;
  await connection.run(
    `INSERT INTO "_svc_files" ("id", "collection", "storage", "state", "createdAt", "dueAt", "attempts") ` +
      `VALUES (?, ?, ?, 'staged', ?, ?, 0)`,
    [id, collection, storage, createdAt, createdAt],
  );
}

/**
 * Makes a staged file live, in the transaction of its document. Returns false if it was removed meanwhile, as
 * an upload that took too long is.
 */
export async function makeLive(connection: Connection, file: StoredFile): Promise<boolean> {
  const { id, document, mimeType, bytes, checksum } = file;
  const changed = await connection.run(
    `UPDATE "_svc_files" SET "state" = 'live', "document" = ?, "mimeType" = ?, "bytes" = ?, "checksum" = ? ` +
      `WHERE "id" = ? AND "state" = 'staged'`,
    [document, mimeType, bytes, checksum, id],
  );
  return changed === 1;
}

/** The ids of the live files of a document. */
export async function liveFilesOf(
  connection: Connection,
  { collection, document }: { readonly collection: string; readonly document: string },
): Promise<readonly string[]> {
  const rows = await connection.all(
    `SELECT "id" FROM "_svc_files" WHERE "collection" = ? AND "document" = ? AND "state" = 'live'`,
    [collection, document],
  );
  return rows.map(({ id }) => String(id));
}

/** Marks files that nothing names any more; their bytes are removed later. */
export async function markDead(connection: Connection, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await connection.run(
    `UPDATE "_svc_files" SET "state" = 'dead', "dueAt" = ?, "attempts" = 0 ` +
      `WHERE "state" = 'live' AND ${connection.dialect.sql.isAmong('"id"', 'text')}`,
    [now, JSON.stringify(ids)],
  );
}

/** Marks all files of documents. */
export async function markDeadOf(
  connection: Connection,
  { collection, documents }: { readonly collection: string; readonly documents: readonly string[] },
  now: number,
): Promise<void> {
  await connection.run(
    `UPDATE "_svc_files" SET "state" = 'dead', "dueAt" = ?, "attempts" = 0 ` +
      `WHERE "state" = 'live' AND "collection" = ? AND ${connection.dialect.sql.isAmong('"document"', 'text')}`,
    [now, collection, JSON.stringify(documents)],
  );
}

/**
 * Gives up a staged file, so that its bytes may be removed at once. Returns false if it is no longer staged:
 * its document was stored.
 */
export async function abandonFile(connection: Connection, id: string): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE "_svc_files" SET "state" = 'dead', "dueAt" = 0 WHERE "id" = ? AND "state" = 'staged'`,
    [id],
  );
  return changed === 1;
}

/** Forgets a file whose bytes are gone. A file that is live again, or still, keeps its row. */
export async function forgetFile(connection: Connection, id: string): Promise<void> {
  await connection.run(`DELETE FROM "_svc_files" WHERE "id" = ? AND "state" = 'dead'`, [id]);
}

/** A live file of a document; null if there is none of this id. */
export async function findLiveFile(
  connection: Connection,
  { id, collection, document }: Pick<LiveFile, 'id' | 'collection' | 'document'>,
): Promise<LiveFile | null> {
  const row = await connection.get(
    `SELECT * FROM "_svc_files" WHERE "id" = ? AND "collection" = ? AND "document" = ? AND "state" = 'live'`,
    [id, collection, document],
  );
  return row === undefined ? null : liveFile(row);
}

/** A live file with these bytes, of any document; null if there is none. */
export async function findLiveCopy(connection: Connection, checksum: string): Promise<LiveFile | null> {
  const row = await connection.get(
    `SELECT * FROM "_svc_files" WHERE "state" = 'live' AND "checksum" = ? ORDER BY "id" LIMIT 1`,
    [checksum],
  );
  return row === undefined ? null : liveFile(row);
}

function liveFile(row: Row): LiveFile {
  return {
    id: String(row['id']),
    collection: String(row['collection']),
    document: String(row['document']),
    storage: String(row['storage']),
    mimeType: String(row['mimeType']),
    bytes: Number(row['bytes']),
    checksum: String(row['checksum']),
  };
}

/** Times up to which files are to be removed. */
export interface Removal {
  readonly now: number;
  /** Files that were dead by then. */
  readonly deadBefore: number;
  /** Uploads that had begun by then. */
  readonly stagedBefore: number;
}

/** Files to remove, the oldest first, at most as many as the limit. */
export async function removableFiles(
  connection: Connection,
  { now, deadBefore, stagedBefore }: Removal,
  limit: number,
): Promise<readonly RemovableFile[]> {
  const rows = await connection.all(
    `SELECT "id", "collection", "storage", "attempts" FROM "_svc_files" WHERE ` +
      `(("state" = 'dead' AND "attempts" = 0 AND "dueAt" <= ?) OR ("state" = 'dead' AND "attempts" > 0 AND "dueAt" <= ?) ` +
      `OR ("state" = 'staged' AND "dueAt" <= ?)) ORDER BY "dueAt", "id" LIMIT ${limit}`,
    [deadBefore, now, stagedBefore],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    collection: String(row['collection']),
    storage: String(row['storage']),
    attempts: Number(row['attempts']),
  }));
}

/**
 * Takes a file for its removal, until `until`. From then on it is dead, whatever it was. Returns false if a
 * document names it, or another process has taken it.
 */
export async function takeForRemoval(
  connection: Connection,
  { id, attempts }: RemovableFile,
  until: number,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE "_svc_files" SET "state" = 'dead', "dueAt" = ?, "attempts" = "attempts" + 1 ` +
      `WHERE "id" = ? AND "state" <> 'live' AND "attempts" = ?`,
    [until, id, attempts],
  );
  return changed === 1;
}

/** The name of the place that has the bytes of a file; null for an unknown file. */
export async function storageOfFile(connection: Connection, id: string): Promise<string | null> {
  const row = await connection.get(`SELECT "storage" FROM "_svc_files" WHERE "id" = ?`, [id]);
  return row === undefined ? null : String(row['storage']);
}

/** Where the bytes of a file are, in whatever state it is. */
export interface PlacedFile {
  readonly storage: string;
  /** Null until all bytes are stored. */
  readonly bytes: number | null;
  readonly isLive: boolean;
}

/** The known files among these, by their ids. */
export async function placedFiles(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlacedFile>> {
  const rows = await connection.all(
    `SELECT "id", "storage", "bytes", "state" FROM "_svc_files" WHERE ${connection.dialect.sql.isAmong('"id"', 'text')}`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map(({ id, storage, bytes, state }) => [
      String(id),
      { storage: String(storage), bytes: bytes === null ? null : Number(bytes), isLive: state === 'live' },
    ]),
  );
}

/** Live files in the order of their ids, after the given one. */
export async function liveFilesAfter(
  connection: Connection,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly LiveFile[]> {
  const rows = await connection.all(
    `SELECT * FROM "_svc_files" WHERE "state" = 'live' AND "id" > ? ORDER BY "id" LIMIT ?`,
    [after, limit],
  );
  return rows.map(liveFile);
}

/** Records that the bytes of a live file are in another place. Returns false if it is live no more. */
export async function moveFile(
  connection: Connection,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE "_svc_files" SET "storage" = ? WHERE "id" = ? AND "state" = 'live' AND "storage" = ?`,
    [to, id, from],
  );
  return changed === 1;
}
