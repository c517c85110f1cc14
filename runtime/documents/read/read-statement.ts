import type { Statement } from '../../query/compile/statement.js';
import type { ExpectedWork } from '../../query/effort/list-reading.js';
import type { ClientSignal, ReadSource, Row } from '../../storage/driver.js';

/** How a statement is read. */
export interface Reading {
  readonly work: ExpectedWork;
  readonly clientSignal: ClientSignal | undefined;
}

/** The rows of a statement, read in a process or connection of its own where it may take long. */
export async function readRows(
  source: ReadSource,
  statement: Statement,
  reading: Reading,
): Promise<readonly Row[]> {
  const { sql, parameters } = statement;
  return isLong(source, sql, reading)
    ? readLong(source, statement, reading)
    : source.all(sql, parameters, reading.clientSignal);
}

/** The same for a statement that has one row. */
export async function readRow(
  source: ReadSource,
  statement: Statement,
  reading: Reading,
): Promise<Row | undefined> {
  const { sql, parameters } = statement;
  return isLong(source, sql, reading)
    ? (await readLong(source, statement, reading))[0]
    : source.get(sql, parameters, reading.clientSignal);
}

function isLong({ longReads }: ReadSource, sql: string, { work }: Reading): boolean {
  return longReads.hasTakenLong(sql) || work.isLong();
}

function readLong(
  { longReads }: ReadSource,
  { sql, parameters }: Statement,
  { work, clientSignal }: Reading,
): Promise<readonly Row[]> {
  return longReads.all(sql, parameters, { clientSignal, costliest: work.costliest() });
}
