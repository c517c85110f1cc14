/**
 * Uploads that arrive in several requests, in the content database: any instance may go on with one
 * (docs/spec/uploads.md#routes). Each part of the bytes has a row before it is stored.
 */
import type { Connection, Row } from '../../storage/driver.js';
import { batches } from '../../util/batches.js';

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

/** Milliseconds after which an upload ends if the server has received no byte of it. */
export const emptyFor: number = 15 * 60_000;
/** For how long the place of an expired upload says that it is gone, instead of being unknown: 7 days. */
const rememberedFor = 7 * 24 * 3_600_000;
/** Rows of one statement: a statement has a limited number of values. */
const partsOfStatement = 200;
/** Requests that began before the end of an upload may take so long. */
const grace = 3_600_000;

/** What the client said of a file is not kept once the upload is over. */
const noFileSaid = `"data" = '{}', "metadata" = NULL, "filename" = ''`;
const nothingSaid = `${noFileSaid}, "requester" = ''`;
/** It has bytes, and is looked at when it has expired. */
const hasBytes = `"dueAt" = "expiresAt" + ${grace}`;

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
    `UPDATE "_svc_uploads" SET "received" = ?, ${hasBytes} ` +
      `WHERE "id" = ? AND "lock" = ? AND "received" = ? AND "result" IS NULL`,
    [first.start + bytes, id, lock, first.start],
  );
  if (changed !== 1) return false;
  for (const part of parts) await markStored(connection, part);
  return true;
}

/** Records that the bytes of a part are stored. Returns false if the part was removed meanwhile. */
async function markStored(
  connection: Connection,
  { id, bytes }: Omit<UploadPart, 'start'>,
): Promise<boolean> {
  const changed = await connection.run(`UPDATE "_svc_upload_parts" SET "bytes" = ? WHERE "id" = ?`, [
    bytes,
    id,
  ]);
  return changed === 1;
}

/** Records the sizes of all parts of an upload, as the storage lists them. */
export async function markAllStored(
  connection: Connection,
  upload: string,
  parts: readonly Omit<UploadPart, 'id'>[],
): Promise<void> {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return;
  // All but the last one have the same size.
  const set = `UPDATE "_svc_upload_parts" SET "bytes" = ? WHERE "upload" = ? AND "start"`;
  await connection.run(`${set} < ?`, [first.bytes, upload, last.start]);
  await connection.run(`${set} = ?`, [last.bytes, upload, last.start]);
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

/** Where the parts of an upload begin, by their ids, stored or not. */
export async function startsOf(
  connection: Connection,
  upload: string,
): Promise<readonly Omit<UploadPart, 'bytes'>[]> {
  const rows = await connection.all(
    `SELECT "id", "start" FROM "_svc_upload_parts" WHERE "upload" = ? ORDER BY "start"`,
    [upload],
  );
  return rows.map((row) => ({ id: String(row['id']), start: Number(row['start']) }));
}

/** Records parts that clients store by themselves. */
export async function beginParts(
  connection: Connection,
  upload: string,
  parts: readonly Omit<UploadPart, 'bytes'>[],
): Promise<void> {
  for (const batch of batches(parts, partsOfStatement)) {
    await connection.run(
      `INSERT INTO "_svc_upload_parts" ("id", "upload", "start") VALUES ${batch.map(() => '(?, ?, ?)').join(', ')}`,
      batch.flatMap(({ id, start }) => [id, upload, start]),
    );
  }
}

/**
 * Puts a part that is stored in the place of those with the same start. Returns the ids of those, which are
 * not stored any more; null where the upload takes no bytes.
 */
export async function replacePart(
  connection: Connection,
  upload: string,
  { id, start, bytes }: UploadPart,
  now: number,
): Promise<readonly string[] | null> {
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET ${hasBytes} WHERE "id" = ? AND "result" IS NULL AND "expiresAt" > ? ` +
      `AND ("busyUntil" IS NULL OR "busyUntil" <= ?)`,
    [upload, now, now],
  );
  if (changed !== 1) return null;
  const same = `"upload" = ? AND "start" = ? AND "bytes" IS NOT NULL`;
  const rows = await connection.all(`SELECT "id" FROM "_svc_upload_parts" WHERE ${same}`, [upload, start]);
  await connection.run(`UPDATE "_svc_upload_parts" SET "bytes" = NULL WHERE ${same}`, [upload, start]);
  return (await markStored(connection, { id, bytes })) ? rows.map((row) => String(row['id'])) : null;
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

/** The ids of the parts of an upload, stored or not. */
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
export type RemovableUpload = Pick<Upload, 'id' | 'collection' | 'storage' | 'expiresAt' | 'signedUntil'> &
  Pick<UploadState, 'result'>;

/**
 * Uploads whose bytes are to be removed by now, that are to be forgotten, or that may be empty still; the
 * oldest first.
 */
export async function removableUploads(
  connection: Connection,
  now: number,
  limit: number,
): Promise<readonly RemovableUpload[]> {
  const rows = await connection.all(
    `SELECT "id", "collection", "storage", "expiresAt", "signedUntil", "result" FROM "_svc_uploads" ` +
      `WHERE "dueAt" <= ? ORDER BY "dueAt", "id" LIMIT ${limit}`,
    [now],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    collection: String(row['collection']),
    storage: String(row['storage']),
    expiresAt: Number(row['expiresAt']),
    signedUntil: numberOrNull(row['signedUntil']),
    result: row['result'] === null ? null : String(row['result']),
  }));
}

/**
 * Ends an upload to which no byte has come: it has expired. Returns false if one has come.
 *
 * @param isSigned - the bytes go to the storage itself, which has none of them.
 */
export async function endIfEmpty(
  connection: Connection,
  { id, isSigned }: { readonly id: string; readonly isSigned: boolean },
  now: number,
): Promise<boolean> {
  const noPart = `NOT EXISTS (SELECT 1 FROM "_svc_upload_parts" WHERE "upload" = ?)`;
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "expiresAt" = ?, "dueAt" = ?, "lock" = "lock" + 1 WHERE "id" = ? ` +
      `AND "received" = 0 AND "result" IS NULL AND ("busyUntil" IS NULL OR "busyUntil" <= ?)` +
      (isSigned ? '' : ` AND ${noPart}`),
    [now, now, id, now, ...(isSigned ? [] : [id])],
  );
  return changed === 1;
}

/** Records that an upload has bytes: it lasts until it expires. */
export async function keepUpload(connection: Connection, id: string): Promise<void> {
  await connection.run(`UPDATE "_svc_uploads" SET ${hasBytes} WHERE "id" = ?`, [id]);
}

/** Has the bytes of an upload removed at another time; others that are due earlier are removed before it. */
export async function scheduleRemoval(connection: Connection, id: string, dueAt: number): Promise<void> {
  await connection.run(`UPDATE "_svc_uploads" SET "dueAt" = ? WHERE "id" = ?`, [dueAt, id]);
}

/** Whether clients can still store bytes of an upload at addresses that they have. */
export function takesBytes({ signedUntil }: Pick<RemovableUpload, 'signedUntil'>, now: number): boolean {
  return signedUntil !== null && signedUntil + grace > now;
}

/**
 * Records that no bytes of an upload are left: it is remembered for some days, if it has expired. One to
 * which bytes can still come counts for its requester, and is looked at again when none can.
 */
export async function forgetUpload(
  connection: Connection,
  upload: Pick<RemovableUpload, 'id' | 'expiresAt' | 'signedUntil'>,
  now: number,
): Promise<void> {
  const { id, expiresAt, signedUntil } = upload;
  const takesMore = takesBytes(upload, now);
  const until = takesMore ? Number(signedUntil) + grace : expiresAt + rememberedFor;
  const said = takesMore ? noFileSaid : nothingSaid;
  await (until <= now
    ? connection.run(`DELETE FROM "_svc_uploads" WHERE "id" = ?`, [id])
    : connection.run(`UPDATE "_svc_uploads" SET "dueAt" = ?, ${said} WHERE "id" = ?`, [until, id]));
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

function numberOrNull(value: Row[string] | undefined): number | null {
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
