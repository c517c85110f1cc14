/**
 * Uploads that arrive in several requests, in the content database: any instance may go on with one
 * (docs/spec/uploads.md#routes). Each part of the bytes has a row before it is stored.
 */
import type { Connection, Row } from '../../storage/driver.js';

/** How the bytes of an upload arrive. */
export type UploadProtocol = 'tus' | 'direct';

/** An upload that has begun. */
export interface Upload {
  readonly id: string;
  /** Slug of its collection. */
  readonly collection: string;
  /** Who began it: `user:<id>` or `key:<id>`; empty for a requester without an account. */
  readonly owner: string;
  /** By what unfinished uploads are counted; empty where they are not. */
  readonly requester: string;
  readonly protocol: UploadProtocol;
  /** Name of its place; empty for that of the service. */
  readonly storage: string;
  /** As sent. */
  readonly filename: string;
  readonly declaredType: string | null;
  /** Size of the file. */
  readonly length: number;
  /** The data of the document, as JSON. */
  readonly data: string;
  readonly isDraft: boolean;
  /** The document whose file it replaces; null where it makes a new one. */
  readonly replaces: string | null;
  /** The revisions that the document may have, as JSON; null for any. */
  readonly expected: string | null;
  /** `sha256-<base64>` of the bytes, where the client has said it. */
  readonly checksum: string | null;
  /** `Upload-Metadata` as it was sent; null once there is a document. */
  readonly metadata: string | null;
  readonly expiresAt: number;
  /** Until then clients can store parts at signed addresses of the storage; null where there are none. */
  readonly signedUntil: number | null;
}

/** An upload that is recorded. */
export interface NewUpload extends Upload {
  /** It ends then if no byte has come. */
  readonly emptyUntil: number;
}

/** An upload with what has happened since. */
export interface UploadState extends Upload {
  /**
   * Bytes that are stored, without a gap from the first. Less than the length until there is a document; 0
   * until then for a direct upload, whose parts arrive in any order.
   */
  readonly received: number;
  /** The document that it became. */
  readonly result: string | null;
  /** When it ends unless a byte comes; null once there is one. */
  readonly emptyUntil: number | null;
}

/** An upload of which one request may store bytes: each that begins takes it from the one before. */
export interface HeldUpload {
  readonly id: string;
  readonly lock: number;
}

/** Milliseconds after which an upload ends if the server has received no byte of it. */
export const emptyFor: number = 15 * 60_000;

/** Requests that began before the end of an upload may take so long. */
export const grace = 3_600_000;

/** What the client said of a file is not kept once the upload is over. */
export const noFileSaid = `"data" = '{}', "metadata" = NULL, "filename" = ''`;

/** The same where nothing counts for the requester any more. */
export const nothingSaid: string = `${noFileSaid}, "requester" = ''`;

/** It has bytes, and is looked at when it has expired. */
export const hasBytes: string = `"dueAt" = "expiresAt" + ${grace}`;

/** Records an upload that begins. */
export async function insertUpload(
  connection: Connection,
  { emptyUntil, ...upload }: NewUpload,
): Promise<void> {
  const row: Readonly<Record<string, string | number | null>> = {
    ...upload,
    isDraft: Number(upload.isDraft),
    received: 0,
    lock: 0,
    dueAt: emptyUntil,
  };
  const names = Object.keys(row);
  await connection.run(
    `INSERT INTO "_svc_uploads" (${names.map((name) => `"${name}"`).join(', ')}) ` +
      `VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(row),
  );
}

/** The upload of a requester; null where there is none of theirs. */
export async function findUpload(
  connection: Connection,
  { id, collection, owner, protocol }: Pick<Upload, 'id' | 'collection' | 'owner' | 'protocol'>,
): Promise<UploadState | null> {
  const row = await connection.get(
    `SELECT * FROM "_svc_uploads" WHERE "id" = ? AND "collection" = ? AND "owner" = ? AND "protocol" = ?`,
    [id, collection, owner, protocol],
  );
  return row === undefined ? null : uploadState(row);
}

/**
 * Takes an upload for one request, so that no earlier one can store anything more. Null where it is not at
 * `received` any more, or just becomes a document.
 */
export async function takeUpload(
  connection: Connection,
  { id, received }: Pick<UploadState, 'id' | 'received'>,
  now: number,
): Promise<HeldUpload | null> {
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "lock" = "lock" + 1 WHERE "id" = ? AND "received" = ? AND "result" IS NULL ` +
      `AND ("busyUntil" IS NULL OR "busyUntil" <= ?)`,
    [id, received, now],
  );
  if (changed !== 1) return null;
  const row = await connection.get(`SELECT "lock" FROM "_svc_uploads" WHERE "id" = ?`, [id]);
  return { id, lock: Number(row?.['lock']) };
}

/**
 * Until then no other request may take the upload. Returns false if one has.
 *
 * @param until - null to let others take it.
 */
export async function keepUploadBusy(
  connection: Connection,
  { id, lock }: HeldUpload,
  until: number | null,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "busyUntil" = ? WHERE "id" = ? AND "lock" = ? AND "result" IS NULL`,
    [until, id, lock],
  );
  return changed === 1;
}

/** Records the document of an upload, in its transaction. Returns false if another request has taken it. */
export async function markFinished(
  connection: Connection,
  { id, lock }: HeldUpload,
  document: string,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "result" = ?, "received" = "length", ${hasBytes}, ${nothingSaid} ` +
      `WHERE "id" = ? AND "lock" = ? AND "result" IS NULL`,
    [document, id, lock],
  );
  return changed === 1;
}

/**
 * Uploads whose bytes take space that no document has: those that go on, and those that ended without a
 * document while clients can still store bytes at the addresses that they have.
 */
export function spaceTaking(now: number): { readonly sql: string; readonly parameters: readonly number[] } {
  return {
    sql: `"result" IS NULL AND ("expiresAt" > ? OR "signedUntil" > ?)`,
    parameters: [now, now - grace],
  };
}

/** How many uploads of a requester take space without a document. */
export async function unfinishedOf(connection: Connection, requester: string, now: number): Promise<number> {
  const { sql, parameters } = spaceTaking(now);
  const row = await connection.get(
    `SELECT count(*) AS "count" FROM "_svc_uploads" WHERE "requester" = ? AND ${sql}`,
    [requester, ...parameters],
  );
  return Number(row?.['count'] ?? 0);
}

/** Bytes that the unfinished uploads of a requester hold of the quota of a collection. */
export async function heldBytes(
  connection: Connection,
  { requester, collection }: Pick<Upload, 'requester' | 'collection'>,
  now: number,
): Promise<number> {
  const { sql, parameters } = spaceTaking(now);
  const row = await connection.get(
    `SELECT sum("length") AS "bytes" FROM "_svc_uploads" WHERE "requester" = ? AND "collection" = ? AND ${sql}`,
    [requester, collection, ...parameters],
  );
  return Number(row?.['bytes'] ?? 0);
}

function uploadState(row: Row): UploadState {
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  return {
    id: String(row['id']),
    collection: String(row['collection']),
    owner: String(row['owner']),
    requester: String(row['requester']),
    protocol: row['protocol'] === 'tus' ? 'tus' : 'direct',
    storage: String(row['storage']),
    filename: String(row['filename']),
    declaredType: text('declaredType'),
    length: Number(row['length']),
    data: String(row['data']),
    isDraft: Number(row['isDraft']) === 1,
    replaces: text('replaces'),
    expected: text('expected'),
    checksum: text('checksum'),
    metadata: text('metadata'),
    expiresAt: Number(row['expiresAt']),
    received: Number(row['received']),
    result: text('result'),
    signedUntil: numberOrNull(row['signedUntil']),
    emptyUntil:
      row['result'] === null && Number(row['dueAt']) < Number(row['expiresAt']) ? Number(row['dueAt']) : null,
  };
}

/** The number in a column that may be null. */
export function numberOrNull(value: Row[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** The ids among these that are of uploads, which have parts in their places. */
export async function uploadsAmong(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.all(
    `SELECT "id" FROM "_svc_uploads" WHERE ${connection.dialect.sql.isAmong('"id"', 'text')}`,
    [JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => String(id)));
}
