/**
 * The table of the sizes of images, in the content database: there are no bytes of a size without a row. It
 * is also the queue of those that are to be made (docs/spec/uploads.md#images).
 */
import type { Connection, Row } from '../../storage/driver.js';
import { isJsonObject } from '../../util/json.js';
import { type FocalPoint, isSizeOfConfig } from '../images/image-sizes.js';
import type { SizeSpec } from '../images/size-spec.js';
import { shownCondition } from './hidden-table.js';

export const sizesTable = '"_svc_file_sizes"';
const table = sizesTable;

/**
 * `wanted`: to be made; `making`: a process makes it; `failed`: it cannot be made; `dead`: no document names
 * it any more.
 */
export type SizeState = 'wanted' | 'making' | 'made' | 'failed' | 'dead';

/** What a size is made by. */
export interface SizePlan extends FocalPoint {
  readonly spec: SizeSpec;
}

/** A size that is to be made. */
export interface WantedSize extends SizePlan {
  readonly file: string;
  /** `<size>-<hash>`, in its address and its key. */
  readonly name: string;
}

/** The row of a size. */
export interface SizeRow extends WantedSize {
  readonly state: SizeState;
  /** Null until it is made. */
  readonly made: MadeFile | null;
  readonly attempts: number;
  /**
   * Of a wanted one: when the queue may take it; of one that is being made: until when it belongs to its
   * process; of one that a request asked for: when it was used.
   */
  readonly dueAt: number;
}

/** The bytes of a size. */
export interface MadeFile {
  readonly mimeType: string;
  readonly bytes: number;
  readonly checksum: string;
}

type SizeId = Pick<WantedSize, 'file' | 'name'>;

/** A process that was killed makes nothing: what it has taken may be taken again when its time is over. */
export const isUnmade = (alias: '' | 's.'): string => `${alias}"state" IN ('wanted', 'making')`;

/** As {@link isSizeOfConfig}. Others are made when they are requested, and never later. */
export const isOfConfig = (alias: '' | 's.'): string => `substr(${alias}"name", 1, 1) <> '_'`;

/** The key of the bytes of a size, next to those of its image. */
export function sizeKeyOf(collection: string, { file, name }: SizeId): string {
  return `${collection}/${file}/${name}`;
}

/** Records that a size is to be made, from `dueAt` on. One that is there already stays. */
export async function wantSize(
  connection: Connection,
  { file, name, spec, focalX, focalY }: WantedSize,
  dueAt: number,
): Promise<void> {
  await connection.run(
    `INSERT INTO ${table} ("file", "name", "spec", "state", "dueAt", "attempts") VALUES (?, ?, ?, 'wanted', ?, 0) ` +
      `ON CONFLICT ("file", "name") DO UPDATE SET "dueAt" = excluded."dueAt", ` +
      `"state" = CASE WHEN ${table}."checksum" IS NULL THEN 'wanted' ELSE 'made' END WHERE ${table}."state" = 'dead'`,
    [file, name, JSON.stringify({ spec, focalX, focalY }), dueAt],
  );
}

/** All sizes of files. */
export async function sizesOfFiles(
  connection: Connection,
  files: readonly string[],
): Promise<readonly SizeRow[]> {
  if (files.length === 0) return [];
  const rows = await connection.all(
    `SELECT * FROM ${table} WHERE ${connection.dialect.sql.isAmong('"file"', 'text')} ORDER BY "file", "name"`,
    [JSON.stringify(files)],
  );
  return rows.map(sizeRow);
}

export async function findSize(connection: Connection, { file, name }: SizeId): Promise<SizeRow | null> {
  const row = await connection.get(`SELECT * FROM ${table} WHERE "file" = ? AND "name" = ?`, [file, name]);
  return row === undefined ? null : sizeRow(row);
}

/** The file with the oldest size to make, whose bytes are there; null if there is nothing to do. */
export async function nextFile(
  connection: Connection,
  now: number,
): Promise<{ readonly id: string; readonly collection: string; readonly document: string } | null> {
  const row = await connection.get(
    `SELECT f."id", f."collection", f."document" FROM ${table} s JOIN "_svc_files" f ON f."id" = s."file" ` +
      `WHERE ${isUnmade('s.')} AND s."dueAt" <= ? AND ${isOfConfig('s.')} AND f."state" = 'live' ` +
      `AND ${shownCondition('f."id"')} ORDER BY s."dueAt", s."file" LIMIT 1`,
    [now],
  );
  if (row === undefined) return null;
  return {
    id: String(row['id']),
    collection: String(row['collection']),
    document: String(row['document']),
  };
}

/** Records the bytes of a size. Returns false if its file is gone, or was hidden meanwhile. */
export async function keepSize(
  connection: Connection,
  { file, name }: SizeId,
  { mimeType, bytes, checksum }: MadeFile,
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE ${table} SET "mimeType" = ?, "bytes" = ?, "checksum" = ?, ` +
      `"state" = CASE WHEN "state" = 'dead' THEN 'dead' ELSE 'made' END ` +
      `WHERE "file" = ? AND "name" = ? AND ${shownCondition(`${table}."file"`)}`,
    [mimeType, bytes, checksum, file, name],
  );
  return changed === 1;
}

/** Records that the bytes of a size are not there, whatever the reason: it may be made at once. */
export async function loseSize(connection: Connection, { file, name }: SizeId): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "state" = 'wanted', "checksum" = NULL, "dueAt" = 0 WHERE "file" = ? AND "name" = ? AND "state" = 'made'`,
    [file, name],
  );
}

/** Marks sizes that no document names any more; their bytes are removed later. */
export async function dropSizes(
  connection: Connection,
  file: string,
  { names, now }: { readonly names: readonly string[]; readonly now: number },
): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "state" = 'dead', "dueAt" = ? WHERE "file" = ? AND "state" <> 'dead' AND ${connection.dialect.sql.isAmong('"name"', 'text')}`,
    [now, file, JSON.stringify(names)],
  );
}

/** A size whose bytes are to be removed. */
export interface RemovableSize extends SizeId {
  readonly collection: string;
  /** Name of the place of its file. */
  readonly storage: string;
}

/** Sizes that were dead by then, of files that are there. */
export async function removableSizes(
  connection: Connection,
  deadBefore: number,
  limit: number,
): Promise<readonly RemovableSize[]> {
  const rows = await connection.all(
    `SELECT s."file", s."name", f."collection", f."storage" FROM ${table} s JOIN "_svc_files" f ON f."id" = s."file" ` +
      `WHERE s."state" = 'dead' AND s."dueAt" <= ? ORDER BY s."dueAt", s."file", s."name" LIMIT ${limit}`,
    [deadBefore],
  );
  return rows.map((row) => ({
    file: String(row['file']),
    name: String(row['name']),
    collection: String(row['collection']),
    storage: String(row['storage']),
  }));
}

/** Takes a dead size for its removal. Returns false if it is wanted again, or taken by another process. */
export async function takeDeadSize(
  connection: Connection,
  { file, name }: SizeId,
  { deadBefore, until }: { readonly deadBefore: number; readonly until: number },
): Promise<boolean> {
  const changed = await connection.run(
    `UPDATE ${table} SET "dueAt" = ?, "checksum" = NULL WHERE "file" = ? AND "name" = ? AND "state" = 'dead' AND "dueAt" <= ?`,
    [until, file, name, deadBefore],
  );
  return changed === 1;
}

/** Forgets a dead size whose bytes are gone. */
export async function forgetSize(connection: Connection, { file, name }: SizeId): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE "file" = ? AND "name" = ? AND "state" = 'dead'`, [
    file,
    name,
  ]);
}

/** Forgets the sizes of a file that is removed. */
export async function forgetSizesOf(connection: Connection, file: string): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE "file" = ?`, [file]);
}

/** After so many attempts an image no longer counts as waiting: what is wrong will not pass soon. */
const countedAttempts = 3;

/** How many images have sizes to be made soon; counts no further than the limit. */
export async function countWaiting(connection: Connection, limit: number): Promise<number> {
  const row = await connection.get(
    `SELECT COUNT(*) AS "count" FROM (SELECT DISTINCT s."file" FROM ${table} s JOIN "_svc_files" f ON f."id" = s."file" ` +
      `WHERE ${isUnmade('s.')} AND s."attempts" <= ? AND ${isOfConfig('s.')} AND f."state" = 'live' ` +
      `AND ${shownCondition('f."id"')} LIMIT ${limit}) "waiting"`,
    [countedAttempts],
  );
  return Number(row?.['count'] ?? 0);
}

export function sizeRow(row: Row): SizeRow {
  const { spec, focalX, focalY } = planOf(String(row['spec']));
  return {
    file: String(row['file']),
    name: String(row['name']),
    spec,
    focalX,
    focalY,
    state: row['state'] as SizeState,
    attempts: Number(row['attempts']),
    dueAt: Number(row['dueAt']),
    made:
      row['checksum'] === null
        ? null
        : {
            mimeType: String(row['mimeType']),
            bytes: Number(row['bytes']),
            checksum: String(row['checksum']),
          },
  };
}

/** As this service has written it. */
function planOf(json: string): SizePlan {
  const plan: unknown = JSON.parse(json);
  if (!isJsonObject(plan)) throw new Error('A size in the database is not an object.');
  return plan as unknown as SizePlan;
}
