import type { Connection, Driver, Row } from '../../../storage/driver.js';
import type { EndedRows } from '../../../storage/purge-rows.js';
import type { Counter, CounterStore } from '../session-store.js';

const sql = {
  add: `INSERT INTO _svc_counters (key, value, ends_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET
      value = CASE WHEN _svc_counters.ends_at <= ? THEN excluded.value ELSE _svc_counters.value + excluded.value END,
      ends_at = CASE WHEN _svc_counters.ends_at <= ? OR _svc_counters.ends_at > excluded.ends_at
        THEN excluded.ends_at ELSE _svc_counters.ends_at END
    RETURNING value, ends_at`,
  get: 'SELECT value, ends_at FROM _svc_counters WHERE key = ? AND ends_at > ?',
  set: `INSERT INTO _svc_counters (key, value, ends_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at`,
  delete: 'DELETE FROM _svc_counters WHERE key = ?',
} as const;

/** What `purgeRows` removes of them. */
export const endedCounters: EndedRows = { table: '_svc_counters', key: 'key', endedAt: 'ends_at' };

/**
 * Counters in the database of the sessions. One statement for each step, so that processes never lose a
 * count.
 */
export function createSqlCounters(driver: Driver): CounterStore {
  return {
    add: (key, by, lifeMilliseconds, now) =>
      driver.briefTransaction((connection) => addToCounter(connection, { key, by, lifeMilliseconds, now })),

    async get(key, now) {
      const row = await driver.get(sql.get, [key, now]);
      return row === undefined ? null : counterOf(row);
    },

    async set(key, value, lifeMilliseconds, now) {
      await driver.run(sql.set, [key, value, now + lifeMilliseconds]);
    },

    async delete(key) {
      await driver.run(sql.delete, [key]);
    },
  };
}

interface Addition {
  readonly key: string;
  readonly by: number;
  readonly lifeMilliseconds: number;
  readonly now: number;
}

/** Until the transaction ends, others that add to the same counter wait. */
export async function addToCounter(connection: Connection, addition: Addition): Promise<Counter> {
  const { key, by, lifeMilliseconds, now } = addition;
  const row = await connection.get(sql.add, [key, by, now + lifeMilliseconds, now, now]);
  if (row === undefined) throw new Error('The database gave no counter back.');
  return counterOf(row);
}

/** The columns have types that the database insists on. */
function counterOf(row: Row): Counter {
  return { value: row['value'] as number, endsAt: row['ends_at'] as number };
}
