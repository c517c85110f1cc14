import type { Parameter, Statement } from '../query/compile/statement.js';
import type { ReadSource, Recipient } from '../storage/driver.js';

/** Counts the documents of lists. */
export interface Counts {
  /**
   * What the statement answers as `total`, no older than the version of the data that is given, which is asked for where it is null.
   */
  total(statement: Statement, version: string | null, recipient?: Recipient): Promise<number>;
}

/** Kept counts, and how long the values of a filter may be for its count to be kept. */
const mostCounts = 2_000;
const longestKey = 4_000;

/**
 * Counting is the only part of a list that grows with the number of documents, and most lists are asked for again before anything has
 * changed. So a count is kept until the next commit, of this process or another: the database says when there was one, which
 * takes a microsecond in SQLite. PostgreSQL says it along with the page; a page without documents costs a round trip more.
 */
export function createCounts(source: ReadSource): Counts {
  const kept = new Map<string, number>();
  let version: number | string | null = null;

  async function total(
    { sql, parameters }: Statement,
    seen: string | null,
    recipient?: Recipient,
  ): Promise<number> {
    const now = seen ?? (await source.dataVersion());
    if (now !== version) kept.clear();
    version = now;
    const key = keyOf({ sql, parameters });
    const known = kept.get(key);
    if (known !== undefined) return known;
    const counted = Number((await source.get(sql, parameters, recipient))?.['total'] ?? 0);
    // A commit since the version was read is in the count already, and the next look at the version finds it.
    if (now !== null && now === version && key.length <= longestKey) {
      if (kept.size >= mostCounts) kept.clear();
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
  // JSON has no infinite numbers, which filters may name.
  const values = parameters.map((value) =>
    typeof value === 'string' ? JSON.stringify(value) : String(value),
  );
  return `${sql}\n${values.join()}`;
}
