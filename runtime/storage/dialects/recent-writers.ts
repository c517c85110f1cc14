import type { Driver } from '../driver.js';
import { purgeRows } from '../purge-rows.js';
import { maxLag } from '../read-replicas.js';
import { prepareSystemTables, type SystemTable, systemColumns } from '../schema/system-tables.js';

/**
 * Remembers requesters that have written recently: they read from the primary, since a replica may not have
 * their write yet. The records are in the database, where every instance sees them whatever stores sessions,
 * and for every kind of requester: a cookie would miss API keys and forms on other sites.
 */
export interface RecentWriters {
  /** Records a committed write. */
  note(writer: string): Promise<void>;
  /** @throws ServiceError UNAVAILABLE */
  has(writer: string): Promise<boolean>;
}

/**
 * Milliseconds after a write. This is more than a replica's max lag by a margin for skipped records and slow
 * statements.
 */
const rememberedFor = maxLag + 3_000;
/**
 * Milliseconds during which a writer is recorded only once: an import need not write two rows for each
 * document.
 */
const notedFor = 1_000;
/** Milliseconds between removals of expired rows. */
const purgePause = 60_000;
/** Max writers in the memory of a process. */
const maxNoted = 10_000;

const table: SystemTable = {
  name: '_svc_recent_writers',
  columns: [
    ...systemColumns('text', { required: ['writer'] }),
    ...systemColumns('integer', { required: ['written_at'] }),
  ],
  primaryKey: ['writer'],
  indexes: [],
};

/** Uses the database's clock: those of instances may differ. */
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const noteSql =
  `INSERT INTO "_svc_recent_writers" ("writer", "written_at") VALUES (?, ${now}) ` +
  'ON CONFLICT ("writer") DO UPDATE SET "written_at" = excluded."written_at"';
const hasSql = `SELECT 1 AS found FROM "_svc_recent_writers" WHERE "writer" = ? AND "written_at" > ${now} - ?`;
const purgeUntilSql = `SELECT ${now} - ? AS "until"`;
const writes = { table: table.name, key: '"writer"', endedAt: '"written_at"' };

/** Creates the table if it is missing. PostgreSQL only: no other database has replicas. */
export async function openRecentWriters(
  driver: Driver,
  remembered: number = rememberedFor,
): Promise<RecentWriters> {
  await prepareSystemTables(driver, [table]);
  async function purge(): Promise<void> {
    const row = await driver.get(purgeUntilSql, [remembered + purgePause]);
    if (row !== undefined) await purgeRows(driver, writes, Number(row['until']));
  }
  await purge();
  /** When this process last recorded a writer. */
  const noted = new Map<string, number>();
  let purgedAt = performance.now();

  async function note(writer: string): Promise<void> {
    if (isWithin(notedFor, noted.get(writer))) return;
    await driver.run(noteSql, [writer]);
    if (noted.size >= maxNoted) noted.clear();
    noted.set(writer, performance.now());
    if (isWithin(purgePause, purgedAt)) return;
    purgedAt = performance.now();
    noted.clear();
    await purge();
  }

  async function has(writer: string): Promise<boolean> {
    return (await driver.get(hasSql, [writer, remembered])) !== undefined;
  }

  return { note, has };
}

function isWithin(milliseconds: number, since: number | undefined): boolean {
  return since !== undefined && performance.now() - since < milliseconds;
}
