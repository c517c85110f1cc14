import type { Statement } from '../../query/compile/statement.js';
import type { Parameter } from '../../query/sql/parameter.js';
import type { ReadSource } from '../../storage/driver.js';
import { type Reading, readRow } from './read-statement.js';

/** Counts the documents of lists. */
export interface Counts {
  /**
   * Returns `total` of the statement, at least as new as the given version of the data. With null the
   * version is read first.
   */
  total(statement: Statement, version: string | null, reading: Reading): Promise<number>;
}

/** Max cached counts, and max length of the values of a filter whose count is cached. */
const maxCounts = 2_000;
const maxKeyLength = 4_000;

/**
 * Counting is the only part of a list that grows with the number of documents, and most lists are requested
 * again before anything has changed. So a count is cached until the next commit, of this process or another.
 * SQLite reports a commit in a microsecond. PostgreSQL reports it with the page; a page without documents
 * costs one more round trip.
 */
export function createCounts(source: ReadSource): Counts {
  const kept = new Map<string, number>();
  let version: number | string | null = null;

  async function total(
    { sql, parameters }: Statement,
    seen: string | null,
    reading: Reading,
  ): Promise<number> {
    const asked = seen ?? source.dataVersion();
    const now = asked instanceof Promise ? await asked : asked;
    if (now !== version) kept.clear();
    version = now;
    const key = keyOf({ sql, parameters });
    const known = kept.get(key);
    if (known !== undefined) return known;
    const counted = Number((await readRow(source, { sql, parameters }, reading))?.['total'] ?? 0);
    // The count already includes a commit since the version was read, and the next check of the version finds
    // it.
    if (now !== null && now === version && key.length <= maxKeyLength) {
      if (kept.size >= maxCounts) kept.clear();
      kept.set(key, counted);
    }
    return counted;
  }

  return { total };
}

function keyOf({
  sql,
  parameters,
}: {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}): string {
  if (parameters.length === 0) return sql;
  // JSON has no infinite numbers, which filters may contain.
  const values = parameters.map((value) =>
    typeof value === 'string' ? JSON.stringify(value) : String(value),
  );
  return `${sql}\n${values.join()}`;
}
