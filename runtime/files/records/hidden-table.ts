/**
 * Files of documents in the trash that everyone could read in a public place: their objects move to a key
 * that nobody can guess, and back when the document returns
 * (docs/spec/uploads.md#public-files-in-the-trash). The row is there before the first object moves, so no
 * object is ever without a record.
 */
import type { Connection, Row } from '../../storage/driver.js';
import { runLater } from '../../storage/statements.js';
import { createFileId } from './file-address.js';

const table = '"_svc_hidden_files"';

/**
 * Where the objects are to be. `hidden`: under the other key; `returning`: under their own; `returned`: they
 * are there, and the copies under the other key go later.
 */
export type HiddenState = 'hidden' | 'returning' | 'returned';

/** The record of a hidden file, with what the table of files says of it. */
export interface HiddenFile {
  readonly file: string;
  /** In the place of the file's id in the keys of its objects. */
  readonly key: string;
  readonly state: HiddenState;
  /** Whether its objects have moved once: what was written meanwhile is moved by another look. */
  readonly hasMoved: boolean;
  readonly attempts: number;
  readonly collection: string;
  readonly document: string;
  readonly storage: string;
  readonly mimeType: string;
  /** False after the document was deleted for good. */
  readonly isLive: boolean;
}

/** Documents of a collection. */
export interface FileOwners {
  readonly collection: string;
  readonly documents: readonly string[];
}

/** The condition that a file is not hidden, by an expression for its id. */
export const shownCondition = (file: string): string =>
  `NOT EXISTS (SELECT 1 FROM ${table} h WHERE h."file" = ${file} AND h."state" <> 'returned')`;

/** A time that does not come. */
const never = 8_640_000_000_000_000;

/** Records, in the transaction that trashes documents, that their files in these places are to be hidden. */
export async function hideFilesOf(
  connection: Connection,
  { collection, documents, storages }: FileOwners & { readonly storages: readonly string[] },
  now: number,
): Promise<void> {
  const { isAmong } = connection.dialect.sql;
  const rows = await connection.all(
    `SELECT "id" FROM "_svc_files" WHERE "state" = 'live' AND "collection" = ? ` +
      `AND ${isAmong('"document"', 'text')} AND ${isAmong('"storage"', 'text')}`,
    [collection, JSON.stringify(documents), JSON.stringify(storages)],
  );
  for (const { id } of rows) await hideFile(connection, String(id), now);
}

const insertSql =
  `INSERT INTO ${table} ("file", "key", "state", "dueAt", "takenUntil", "attempts", "moves") ` +
  `VALUES (?, ?, 'hidden', ?, 0, 0, 0) ON CONFLICT ("file") DO UPDATE SET ` +
  `"state" = 'hidden', "dueAt" = excluded."dueAt", "attempts" = 0, "moves" = 0`;

function hideFile(connection: Connection, file: string, dueAt: number): Promise<void> {
  return runLater(connection, insertSql, [file, createFileId(), dueAt]);
}

/**
 * Gives a file another key before it is copied to a public place, where it has none yet. Nothing moves where
 * it is now.
 */
export async function keepHidden(connection: Connection, file: string): Promise<void> {
  await runLater(connection, `${insertSql} WHERE ${table}."state" <> 'hidden'`, [
    file,
    createFileId(),
    never,
  ]);
}

/** Records, in the transaction that brings documents back, that their files are to return. */
export async function returnFilesOf(
  connection: Connection,
  { collection, documents }: FileOwners,
  now: number,
): Promise<void> {
  await runLater(
    connection,
    `UPDATE ${table} SET "state" = 'returning', "dueAt" = ?, "attempts" = 0 WHERE "state" = 'hidden' ` +
      `AND "file" IN (SELECT "id" FROM "_svc_files" WHERE "collection" = ? ` +
      `AND ${connection.dialect.sql.isAmong('"document"', 'text')})`,
    [now, collection, JSON.stringify(documents)],
  );
}

/**
 * How many files of documents return now: not those that wait for another try. A file that is back still
 * counts while its documents get their addresses.
 */
export async function countReturning(
  connection: Connection,
  { collection, documents }: FileOwners,
  now: number,
): Promise<number> {
  const row = await connection.get(
    `SELECT COUNT(*) AS "count" FROM ${table} h JOIN "_svc_files" f ON f."id" = h."file" WHERE ` +
      `((h."state" = 'returning' AND h."dueAt" <= ?) OR (h."state" <> 'hidden' AND h."takenUntil" > ?)) ` +
      `AND f."collection" = ? ` +
      `AND ${connection.dialect.sql.isAmong('f."document"', 'text')}`,
    [now, now, collection, JSON.stringify(documents)],
  );
  return Number(row?.['count'] ?? 0);
}

/** Whether the objects of a file are, or may be, under another key. */
export async function isHidden(connection: Connection, file: string): Promise<boolean> {
  const row = await connection.get(
    `SELECT 1 AS "one" FROM ${table} WHERE "file" = ? AND "state" <> 'returned'`,
    [file],
  );
  return row !== undefined;
}

const selected =
  `SELECT h."file", h."key", h."state", h."moves", h."attempts", f."collection", f."document", f."storage", ` +
  `f."mimeType", f."state" AS "fileState" FROM ${table} h JOIN "_svc_files" f ON f."id" = h."file"`;

/** The record of a file; null for one that was never hidden. */
export async function findHidden(connection: Connection, file: string): Promise<HiddenFile | null> {
  const row = await connection.get(`${selected} WHERE h."file" = ?`, [file]);
  return row === undefined ? null : hiddenFile(row);
}

/** The records whose file or other key is among these. */
export async function hiddenAmong(
  connection: Connection,
  ids: readonly string[],
): Promise<readonly HiddenFile[]> {
  const { isAmong } = connection.dialect.sql;
  const list = JSON.stringify(ids);
  const rows = await connection.all(
    `${selected} WHERE ${isAmong('h."file"', 'text')} OR ${isAmong('h."key"', 'text')}`,
    [list, list],
  );
  return rows.map(hiddenFile);
}

/** For how long a file belongs to the process that moves its objects. */
export interface TakenTime {
  readonly now: number;
  readonly until: number;
}

/** Whether a file is due that no process moves. */
export async function hasDueFile(connection: Pick<Connection, 'get'>, now: number): Promise<boolean> {
  const row = await connection.get(
    `SELECT 1 AS "one" FROM ${table} WHERE "dueAt" <= ? AND "takenUntil" <= ? LIMIT 1`,
    [now, now],
  );
  return row !== undefined;
}

/** Takes the next file that is due, one that is to return first; null if none is. */
export async function takeDueFile(
  connection: Connection,
  { now, until }: TakenTime,
): Promise<HiddenFile | null> {
  for (;;) {
    const row = await connection.get(
      `SELECT h."file" FROM ${table} h JOIN "_svc_files" f ON f."id" = h."file" ` +
        `WHERE h."dueAt" <= ? AND h."takenUntil" <= ? ` +
        `ORDER BY CASE WHEN h."state" = 'returning' THEN 0 ELSE 1 END, h."dueAt", h."file" LIMIT 1`,
      [now, now],
    );
    if (row === undefined) return null;
    const file = String(row['file']);
    const changed = await connection.run(
      `UPDATE ${table} SET "takenUntil" = ?, "attempts" = "attempts" + 1 ` +
        `WHERE "file" = ? AND "dueAt" <= ? AND "takenUntil" <= ?`,
      [until, file, now, now],
    );
    // Another process may have been faster.
    if (changed === 1) return findHidden(connection, file);
  }
}

/** Takes a file whatever is due. Returns false while another process moves its objects. */
export async function takeHidden(
  connection: Connection,
  file: string,
  { now, until }: TakenTime,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE ${table} SET "takenUntil" = ? WHERE "file" = ? AND "takenUntil" <= ?`,
    [until, file, now],
  );
  return changed === 1;
}

/** A file that a process has taken: it is its own while the row has this time. */
export interface TakenFile {
  readonly file: string;
  readonly state: HiddenState;
  readonly until: number;
}

/** Keeps a taken file for longer. Returns false if it is to be elsewhere by now, or is another process's. */
export async function renewHidden(
  connection: Connection,
  { file, state, until }: TakenFile,
  renewed: number,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE ${table} SET "takenUntil" = ? WHERE "file" = ? AND "state" = ? AND "takenUntil" = ?`,
    [renewed, file, state, until],
  );
  return changed === 1;
}

/**
 * Records that the objects of a taken file have moved. Returns false if they are to be elsewhere by now.
 *
 * @param after - `isKept`: the file stays this process's for the rest of its time.
 */
export async function noteMoved(
  connection: Connection,
  { file, state, until }: TakenFile,
  after: { readonly state: HiddenState; readonly dueAt: number | null; readonly isKept?: boolean },
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE ${table} SET "state" = ?, "dueAt" = ?, "takenUntil" = ?, "attempts" = 0, "moves" = "moves" + 1 ` +
      `WHERE "file" = ? AND "state" = ? AND "takenUntil" = ?`,
    [after.state, after.dueAt ?? never, after.isKept === true ? until : 0, file, state, until],
  );
  return changed === 1;
}

/** Gives a taken file back; `dueAt` counts unless it is to be elsewhere by now. */
export async function releaseHidden(
  connection: Connection,
  { file, state, until }: TakenFile,
  dueAt: number,
): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "takenUntil" = 0, "dueAt" = CASE WHEN "state" = ? THEN ? ELSE "dueAt" END ` +
      `WHERE "file" = ? AND "takenUntil" = ?`,
    [state, dueAt, file, until],
  );
}

/**
 * Has a file looked at, which is in another place now. No process has its objects any more.
 *
 * @param state - Where the objects are to be there.
 */
export async function lookAgain(
  connection: Connection,
  { file, state }: Pick<TakenFile, 'file' | 'state'>,
  now: number,
): Promise<void> {
  if (state === 'hidden') await hideFile(connection, file, now);
  await connection.run(
    `UPDATE ${table} SET "state" = ?, "dueAt" = ?, "takenUntil" = 0, "attempts" = 0, "moves" = 0 WHERE "file" = ?`,
    [state, now, file],
  );
}

/** Forgets a file whose copies under the other key are gone. Returns false if it is to be hidden again. */
export async function forgetReturned(
  connection: Connection,
  { file, until }: Pick<TakenFile, 'file' | 'until'>,
): Promise<boolean> {
  const changed = await connection.run(
    `DELETE FROM ${table} WHERE "file" = ? AND "state" = 'returned' AND "takenUntil" = ?`,
    [file, until],
  );
  return changed === 1;
}

/** Forgets a file that is removed. */
export async function forgetHidden(connection: Connection, file: string): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE "file" = ?`, [file]);
}

function hiddenFile(row: Row): HiddenFile {
  return {
    file: String(row['file']),
    key: String(row['key']),
    state: row['state'] as HiddenState,
    hasMoved: Number(row['moves']) > 0,
    attempts: Number(row['attempts']),
    collection: String(row['collection']),
    document: String(row['document']),
    storage: String(row['storage']),
    mimeType: String(row['mimeType']),
    isLive: row['fileState'] === 'live',
  };
}
