import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds that a loaded machine may take for what is waited for. */
const patience = 60_000;

/** When its database is dropped, a failed test has been reported already. */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement on a connection of its own; answers its rows. */
export async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = await connected(url);
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** A transaction that stays open until it is ended: whoever builds an index on what it has written waits for it. */
export async function openTransaction(
  url: string,
  sql: string,
): Promise<{ readonly end: () => Promise<void> } & AsyncDisposable> {
  const client = await connected(url);
  await client.query('BEGIN');
  await client.query(sql);
  let ended: Promise<void> | null = null;
  // A transaction that a failed test left open would hold up every index that is built in this database later.
  const end = (): Promise<void> => {
    ended ??= client.query('COMMIT').then(() => client.end());
    return ended;
  };
  return { end, [Symbol.asyncDispose]: end };
}

/** Asks until the answer has rows; a table that is not there yet has none. */
export async function rowsWhenThere(
  url: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = await connected(url);
  const end = performance.now() + patience;
  try {
    for (;;) {
      const rows = await client.query(sql).then(
        (answer) => answer.rows as Record<string, unknown>[],
        (error: unknown) => (isMissingTable(error) ? [] : Promise.reject(error)),
      );
      if (rows.length > 0) return rows;
      if (performance.now() > end) throw new Error(`Nothing was found within ${patience} ms: ${sql}`);
      await delay(5);
    }
  } finally {
    await client.end();
  }
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}
