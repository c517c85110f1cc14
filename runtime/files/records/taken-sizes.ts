/**
 * Sizes that belong to the process that makes them, for a time: their state is `making`, and `dueAt` is the
 * end of the time. It also tells the rows of a process from those that another one has taken since.
 */
import type { Connection } from '../../storage/driver.js';
import { isOfConfig, isUnmade, type SizeRow, sizeRow, sizesTable as table } from './size-table.js';

/** How long sizes are taken for. */
export interface TakenTime {
  readonly now: number;
  /** Later than `now`: it tells this taking from an earlier one. */
  readonly until: number;
}

/** Takes the sizes of a file that are to be made, until `until`, but for those that another process has. */
export async function takeSizes(
  connection: Connection,
  file: string,
  { now, until }: TakenTime,
): Promise<readonly SizeRow[]> {
  const rows = await connection.all(
    `UPDATE ${table} SET "state" = 'making', "dueAt" = ?, "attempts" = "attempts" + 1 ` +
      `WHERE "file" = ? AND ${isUnmade('')} AND "dueAt" <= ? AND ${isOfConfig('')} RETURNING *`,
    [until, file, now],
  );
  return rows.map(sizeRow);
}

/**
 * Takes sizes without waiting for the time after a failure. Returns the names of those that are taken: not of
 * those that are made, or that another process is at work on.
 */
export async function takeNamedSizes(
  connection: Connection,
  { file, names }: NamedSizes,
  { now, until }: TakenTime,
): Promise<readonly string[]> {
  const rows = await connection.all(
    `UPDATE ${table} SET "state" = 'making', "dueAt" = ? WHERE "file" = ? ` +
      `AND ("state" = 'wanted' OR ("state" = 'making' AND "dueAt" <= ?)) ` +
      `AND ${connection.dialect.sql.isAmong('"name"', 'text')} RETURNING "name"`,
    [until, file, now, JSON.stringify(names)],
  );
  return rows.map((row) => String(row['name']));
}

/** Sizes of a file. */
export interface NamedSizes {
  readonly file: string;
  readonly names: readonly string[];
}

/** Sizes that a process has taken. They are its own while their rows have this time. */
export interface TakenSizes extends NamedSizes {
  readonly until: number;
}

const isTaken = (connection: Connection): string =>
  `"file" = ? AND "state" = 'making' AND "dueAt" = ? AND ${connection.dialect.sql.isAmong('"name"', 'text')}`;

/** Keeps taken sizes for longer. Returns false if none is left: made, or taken by another process. */
export async function renewSizes(
  connection: Connection,
  { file, names, until }: TakenSizes,
  renewed: number,
): Promise<boolean> {
  const changed = await connection.run(`UPDATE ${table} SET "dueAt" = ? WHERE ${isTaken(connection)}`, [
    ...[renewed, file, until, JSON.stringify(names)],
  ]);
  return changed > 0;
}

/** Returns taken sizes, which the queue makes from `dueAt` on. Those of another process stay. */
export async function returnSizes(
  connection: Connection,
  { file, names, until }: TakenSizes,
  dueAt: number,
): Promise<void> {
  await connection.run(`UPDATE ${table} SET "state" = 'wanted', "dueAt" = ? WHERE ${isTaken(connection)}`, [
    dueAt,
    file,
    until,
    JSON.stringify(names),
  ]);
}

/** Gives taken sizes up: the image cannot be decoded for them. Those of another process stay. */
export async function failTakenSizes(
  connection: Connection,
  { file, names, until }: TakenSizes,
): Promise<void> {
  await connection.run(`UPDATE ${table} SET "state" = 'failed' WHERE ${isTaken(connection)}`, [
    ...[file, until, JSON.stringify(names)],
  ]);
}
