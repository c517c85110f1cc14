import type { Statement } from '../../query/compile/statement.js';
import type { ExpectedWork } from '../../query/effort/list-reading.js';
import type { ClientSignal, ReadSource, Row } from '../../storage/driver.js';
import type { ReadTime } from '../../storage/read-time.js';
import type { PartClock } from '../slow-reads/read-clock.js';

/** How a statement is read. */
export interface Reading {
  readonly work: ExpectedWork;
  readonly clientSignal: ClientSignal | undefined;
  /** Of the operation: its statements have one deadline, however many may take long. */
  readonly time: ReadTime;
  /** Measures the statement; null where nobody asks. */
  readonly clock: PartClock | null;
}

/** The rows of a statement, read in a process or connection of its own where it may take long. */
export function readRows(
  source: ReadSource,
  statement: Statement,
  reading: Reading,
): Promise<readonly Row[]> {
  const { sql, parameters } = statement;
  return timed(reading, isLong(source, sql, reading), (mayWait, began) =>
    mayWait
      ? readLong(source, statement, { reading, began })
      : source.all(sql, parameters, reading.clientSignal),
  );
}

/** The same for a statement that has one row. */
export function readRow(
  source: ReadSource,
  statement: Statement,
  reading: Reading,
): Promise<Row | undefined> {
  const { sql, parameters } = statement;
  return timed(reading, isLong(source, sql, reading), async (mayWait, began) =>
    mayWait
      ? (await readLong(source, statement, { reading, began }))[0]
      : source.get(sql, parameters, reading.clientSignal),
  );
}

/** The state of the database in which a row was read, if its statement returned that. */
export function versionOf(row: Row | undefined): string | null {
  const version = row?.['version'];
  return typeof version === 'string' ? version : null;
}

function timed<T>(
  { clock }: Reading,
  mayWait: boolean,
  read: (mayWait: boolean, began?: () => void) => Promise<T>,
): Promise<T> {
  return clock === null ? read(mayWait) : clock.time(mayWait, (began) => read(mayWait, began));
}

function isLong({ longReads }: ReadSource, sql: string, { work }: Reading): boolean {
  return longReads.hasTakenLong(sql) || work.isLong();
}

function readLong(
  { longReads }: ReadSource,
  { sql, parameters }: Statement,
  { reading, began }: { readonly reading: Reading; readonly began: (() => void) | undefined },
): Promise<readonly Row[]> {
  const { work, clientSignal, time } = reading;
  return longReads.all(sql, parameters, { clientSignal, time, costliest: work.costliest(), began });
}
