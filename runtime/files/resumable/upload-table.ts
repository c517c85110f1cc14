/**
 * Uploads that arrive in several requests, in the content database: any instance may go on with one
 * (docs/spec/uploads.md#routes). Each part of the bytes has a row before it is stored.
 */
import type { Connection, Row } from '../../storage/driver.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

export const uploadTables: readonly SystemTable[] = [
  {
    name: '_svc_uploads',
    columns: [
      ...systemColumns('text', {
        required: ['id', 'collection', 'owner', 'protocol', 'storage', 'filename', 'data'],
      }),
      ...systemColumns('integer', {
        required: ['length', 'received', 'lock', 'isDraft', 'expiresAt', 'dueAt'],
      }),
      ...systemColumns('text', { optional: ['declaredType', 'metadata'] }),
      ...systemColumns('text', { optional: ['replaces', 'expected', 'result'] }),
      ...systemColumns('integer', { optional: ['busyUntil'] }),
    ],
    primaryKey: ['id'],
    indexes: [{ name: '_svc_uploads_due', columns: ['dueAt'] }],
  },
  {
    name: '_svc_upload_parts',
    columns: [
      ...systemColumns('text', { required: ['id', 'upload'] }),
      ...systemColumns('integer', { required: ['start'] }),
      ...systemColumns('integer', { optional: ['bytes'] }),
    ],
    primaryKey: ['id'],
    indexes: [{ name: '_svc_upload_parts_upload', columns: ['upload', 'start'] }],
  },
];

/** How the bytes of an upload arrive. */
export type UploadProtocol = 'tus' | 'direct';

/** An upload that has begun. */
export interface Upload {
  readonly id: string;
  /** Slug of its collection. */
  readonly collection: string;
  /** Who began it, as {@link ownerOf} says it. */
  readonly owner: string;
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
  /** `Upload-Metadata` as it was sent; null once there is a document. */
  readonly metadata: string | null;
  readonly expiresAt: number;
}

/** An upload with what has happened since. */
export interface UploadState extends Upload {
  /** Bytes that are stored, without a gap from the first. Less than the length until there is a document. */
  readonly received: number;
  /** The document that it became. */
  readonly result: string | null;
}

/** Bytes of an upload, stored as an object of their own. */
export interface UploadPart {
  readonly id: string;
  /** Position of the first byte in the file. */
  readonly start: number;
  readonly bytes: number;
}

/** An upload of which one request may store bytes: each that begins takes it from the one before. */
export interface HeldUpload {
  readonly id: string;
  readonly lock: number;
}

/** Where the bytes of a part are. */
export function partKeyOf({ collection, id }: Pick<Upload, 'collection' | 'id'>, part: string): string {
  return `${collection}/${id}/part-${part}`;
}

/** For how long the place of an expired upload says that it is gone, instead of being unknown: 7 days. */
const rememberedFor = 7 * 24 * 3_600_000;
/** Requests that began before the end of an upload may take so long. */
const grace = 3_600_000;

/** What the client said of a file is not kept once the upload is over. */
const nothingSaid = `"data" = '{}', "metadata" = NULL, "filename" = ''`;

/** Records an upload that begins. */
export async function insertUpload(connection: Connection, upload: Upload): Promise<void> {
  const row: Readonly<Record<string, string | number | null>> = {
    ...upload,
    isDraft: Number(upload.isDraft),
    received: 0,
    lock: 0,
    dueAt: upload.expiresAt + grace,
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

/** Records a part whose bytes are about to be stored. */
export async function beginPart(
  connection: Connection,
  {
    upload,
    id,
    start,
    bytes,
  }: Omit<UploadPart, 'bytes'> & { readonly upload: string; readonly bytes?: number },
): Promise<void> {
  await connection.run(
    `INSERT INTO "_svc_upload_parts" ("id", "upload", "start", "bytes") VALUES (?, ?, ?, ?)`,
    [id, upload, start, bytes ?? null],
  );
}

/** Forgets a part whose bytes are gone. */
export async function forgetPart(connection: Connection, id: string): Promise<void> {
  await connection.run(`DELETE FROM "_svc_upload_parts" WHERE "id" = ?`, [id]);
}

/**
 * Counts parts whose bytes are stored: they follow those that were received before. Returns false if another
 * request has taken the upload.
 */
export async function countParts(
  connection: Connection,
  { id, lock }: HeldUpload,
  parts: readonly UploadPart[],
): Promise<boolean> {
  const [first] = parts;
  if (first === undefined) return true;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "received" = ? WHERE "id" = ? AND "lock" = ? AND "received" = ? AND "result" IS NULL`,
    [first.start + bytes, id, lock, first.start],
  );
  if (changed !== 1) return false;
  for (const part of parts) await markStored(connection, part);
  return true;
}

/** Records that the bytes of a part are stored. Returns false if the part was removed meanwhile. */
export async function markStored(
  connection: Connection,
  { id, bytes }: Omit<UploadPart, 'start'>,
): Promise<boolean> {
  const changed = await connection.run(`UPDATE "_svc_upload_parts" SET "bytes" = ? WHERE "id" = ?`, [
    bytes,
    id,
  ]);
  return changed === 1;
}

/** Records the document of an upload, in its transaction. Returns false if another request has taken it. */
export async function markFinished(
  connection: Connection,
  { id, lock }: HeldUpload,
  document: string,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "result" = ?, "received" = "length", ${nothingSaid} ` +
      `WHERE "id" = ? AND "lock" = ? AND "result" IS NULL`,
    [document, id, lock],
  );
  return changed === 1;
}

/** The parts of an upload whose bytes are stored, in the order of the file. */
export async function storedParts(connection: Connection, upload: string): Promise<readonly UploadPart[]> {
  const rows = await connection.all(
    `SELECT * FROM "_svc_upload_parts" WHERE "upload" = ? AND "bytes" IS NOT NULL ORDER BY "start", "id"`,
    [upload],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    start: Number(row['start']),
    bytes: Number(row['bytes']),
  }));
}

/** How many parts an upload has, stored or not. */
export async function partsOf(connection: Connection, upload: string): Promise<readonly string[]> {
  const rows = await connection.all(`SELECT "id" FROM "_svc_upload_parts" WHERE "upload" = ?`, [upload]);
  return rows.map(({ id }) => String(id));
}

/** Ends an upload: nobody can go on with it, and its bytes are to be removed now. */
export async function endUpload(connection: Connection, id: string): Promise<void> {
  await connection.run(
    `UPDATE "_svc_uploads" SET "expiresAt" = 0, "dueAt" = 0, "lock" = "lock" + 1 WHERE "id" = ?`,
    [id],
  );
}

/** An upload whose bytes are to be removed. */
export type RemovableUpload = Pick<Upload, 'id' | 'collection' | 'storage' | 'expiresAt'>;

/** Uploads whose bytes are to be removed by now, or that are to be forgotten; the oldest first. */
export async function removableUploads(
  connection: Connection,
  now: number,
  limit: number,
): Promise<readonly RemovableUpload[]> {
  const rows = await connection.all(
    `SELECT "id", "collection", "storage", "expiresAt" FROM "_svc_uploads" WHERE "dueAt" <= ? ` +
      `ORDER BY "dueAt", "id" LIMIT ${limit}`,
    [now],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    collection: String(row['collection']),
    storage: String(row['storage']),
    expiresAt: Number(row['expiresAt']),
  }));
}

/** Puts the removal of an upload off: others are removed before it. */
export async function postponeUpload(connection: Connection, id: string, dueAt: number): Promise<void> {
  await connection.run(`UPDATE "_svc_uploads" SET "dueAt" = ? WHERE "id" = ?`, [dueAt, id]);
}

/** Records that no bytes of an upload are left: it is remembered for some days, if it has expired. */
export async function forgetUpload(
  connection: Connection,
  { id, expiresAt }: Pick<RemovableUpload, 'id' | 'expiresAt'>,
  now: number,
): Promise<void> {
  const until = expiresAt + rememberedFor;
  await (until <= now
    ? connection.run(`DELETE FROM "_svc_uploads" WHERE "id" = ?`, [id])
    : connection.run(`UPDATE "_svc_uploads" SET "dueAt" = ?, ${nothingSaid} WHERE "id" = ?`, [until, id]));
}

function uploadState(row: Row): UploadState {
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  return {
    id: String(row['id']),
    collection: String(row['collection']),
    owner: String(row['owner']),
    protocol: row['protocol'] === 'tus' ? 'tus' : 'direct',
    storage: String(row['storage']),
    filename: String(row['filename']),
    declaredType: text('declaredType'),
    length: Number(row['length']),
    data: String(row['data']),
    isDraft: Number(row['isDraft']) === 1,
    replaces: text('replaces'),
    expected: text('expected'),
    metadata: text('metadata'),
    expiresAt: Number(row['expiresAt']),
    received: Number(row['received']),
    result: text('result'),
  };
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
