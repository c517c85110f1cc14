import type { PoolClient, QueryResult } from 'pg';
import type { SqlValue } from '../../driver.js';

/**
 * The year 0000 of ISO 8601 is 1 BC in PostgreSQL. Documents hold no earlier year, so no other year needs
 * this.
 */
const yearNought = /^0000(-\d\d-\d\d(?:T[\d:.]+Z)?)$/;

/** Whether a value may be a date of the year 0000. A text may look like one too. */
export function isInYearNought(value: SqlValue): boolean {
  return typeof value === 'string' && yearNought.test(value);
}

/**
 * Returns the parameters of a statement with such dates in the server's format. The server is asked which
 * parameters are dates and which are text.
 */
export async function withYearNought(
  client: PoolClient,
  text: string,
  parameters: readonly SqlValue[],
): Promise<SqlValue[]> {
  // One round trip; `pg` returns a list of results for several statements.
  const results: unknown = await client.query(
    `PREPARE svc_types AS ${text}; ` +
      `SELECT type::text AS type FROM pg_catalog.pg_prepared_statements, unnest(parameter_types) WITH ORDINALITY u(type, place) ` +
      `WHERE name = 'svc_types' ORDER BY place; DEALLOCATE svc_types`,
  );
  const { rows } = (results as readonly QueryResult<{ readonly type: string }>[])[1] ?? { rows: [] };
  return parameters.map((value, place) =>
    typeof value === 'string' && /^(?:date|timestamp)/.test(rows[place]?.type ?? '')
      ? beforeChrist(value)
      : value,
  );
}

/** Converts `0000-02-29` to `0001-02-29 BC`. */
function beforeChrist(date: string): string {
  return date.replace(yearNought, '0001$1 BC');
}

/** Converts `0001-02-29 BC`, as in rows, to `0000-02-29`. */
export function isoDate(text: string): string {
  return text.replace(/^0001(-\d\d-\d\d) BC$/, '0000$1');
}
