import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Max milliseconds that a test waits for a state on a busy machine. */
const maxWait = 60_000;

/**
 * Connects and ignores connection errors: when the database is dropped, a failed test is already reported.
 */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement on its own connection; returns its rows. */
export async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = await connected(url);
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/**
 * Opens a transaction that stays open until it is ended: index builds on the tables that it wrote wait for
 * it.
 */
export async function openTransaction(
  url: string,
  sql: string,
): Promise<{ readonly end: () => Promise<void> } & AsyncDisposable> {
  const client = await connected(url);
  await client.query('BEGIN');
  await client.query(sql);
  let ended: Promise<void> | null = null;
  // A transaction that a failed test left open would block every later index build in this database.
  const end = (): Promise<void> => {
    ended ??= client.query('COMMIT').then(() => client.end());
    return ended;
  };
  return { end, [Symbol.asyncDispose]: end };
}

/** Repeats a query until it returns rows; a table that does not exist yet has none. */
export async function rowsWhenThere(
  url: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = await connected(url);
  const end = performance.now() + maxWait;
  try {
    for (;;) {
      const rows = await client.query(sql).then(
        (answer) => answer.rows as Record<string, unknown>[],
        (error: unknown) => (isMissingTable(error) ? [] : Promise.reject(error)),
      );
      if (rows.length > 0) return rows;
      if (performance.now() > end) throw new Error(`Nothing was found within ${maxWait} ms: ${sql}`);
      await delay(5);
    }
  } finally {
    await client.end();
  }
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}
