/**
 * Sizes that requests asked for, in the table of sizes: their names begin with `_`. Nothing names them, so a
 * file keeps those that were used last.
 */
import type { Connection } from '../../storage/driver.js';
import { type SizeRow, type WantedSize, wantSize } from './size-table.js';

type SizeId = Pick<WantedSize, 'file' | 'name'>;

const table = '"_svc_file_sizes"';

const isTransform = `substr("name", 1, 1) = '_'`;

/** Records that one is being made, until `until` at the latest: there are no bytes without a row. */
export async function wantTransform(
  connection: Connection,
  wanted: WantedSize,
  until: number,
): Promise<void> {
  await wantSize(connection, wanted, until);
  await connection.run(
    `UPDATE ${table} SET "dueAt" = ? WHERE "file" = ? AND "name" = ? AND "state" = 'wanted'`,
    [until, wanted.file, wanted.name],
  );
}

/** Notes that one was used. */
export async function noteUse(connection: Connection, { file, name }: SizeId, now: number): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "dueAt" = ? WHERE "file" = ? AND "name" = ? AND "state" IN ('made', 'failed')`,
    [now, file, name],
  );
}

/**
 * Drops those of a file that were not used for longest, beyond a number that stays. Returns their names:
 * their bytes may be removed at once.
 */
export async function dropUnused(
  connection: Connection,
  file: string,
  kept: number,
): Promise<readonly string[]> {
  const rows = await connection.all(
    `SELECT "name" FROM ${table} WHERE "file" = ? AND ${isTransform} AND "state" IN ('made', 'failed') ` +
      `ORDER BY "dueAt" DESC, "name"`,
    [file],
  );
  const names = rows.slice(kept).map(({ name }) => String(name));
  if (names.length > 0) {
    await connection.run(
      `UPDATE ${table} SET "state" = 'dead', "dueAt" = 0 WHERE "file" = ? AND "state" IN ('made', 'failed') ` +
        `AND ${connection.dialect.sql.isAmong('"name"', 'text')}`,
      [file, JSON.stringify(names)],
    );
  }
  return names;
}

/** Records that the process that was to make one has ended. */
export async function noteAttempt(
  connection: Connection,
  { file, name, attempts }: Pick<SizeRow, 'file' | 'name' | 'attempts'>,
  until: number,
): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "attempts" = ?, "dueAt" = ? WHERE "file" = ? AND "name" = ? AND "state" = 'wanted'`,
    [attempts + 1, until, file, name],
  );
}

/** Gives one up: the image cannot be decoded. */
export async function failTransform(connection: Connection, { file, name }: SizeId): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "state" = 'failed' WHERE "file" = ? AND "name" = ? AND "state" = 'wanted'`,
    [file, name],
  );
}

/** Forgets one that could not be made; another request begins again. */
export async function forgetWanted(connection: Connection, { file, name }: SizeId): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE "file" = ? AND "name" = ? AND "state" = 'wanted'`, [
    file,
    name,
  ]);
}

/** Gives up those whose processes ended before they were made; their bytes may be there. */
export async function dropUnfinished(connection: Connection, now: number): Promise<void> {
  await connection.run(
    `UPDATE ${table} SET "state" = 'dead', "dueAt" = 0 WHERE "state" = 'wanted' AND "dueAt" <= ? AND ${isTransform}`,
    [now],
  );
}
