import pg from 'pg';

/** Runs one statement on a connection of its own; answers its rows. */
export async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
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
): Promise<{ readonly end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql);
  return {
    end: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}

/** Asks until the answer has rows. */
export async function rowsWhenThere(
  url: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  for (;;) {
    const rows = await query(url, sql);
    if (rows.length > 0) return rows;
  }
}
