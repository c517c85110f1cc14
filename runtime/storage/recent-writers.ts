import type { Driver } from './driver.js';
import { purgeRows } from './purge-rows.js';
import { mostLag } from './read-replicas.js';
import { prepareSystemTables, type SystemTable, systemColumns } from './schema/system-tables.js';

/**
 * Knows who has written lately: they read from the database, since a replica may not have it yet. It is kept in the database, where every
 * instance sees it whatever stores sessions, and for whoever writes: a cookie would miss API keys and forms on other sites.
 */
export interface RecentWriters {
  /** Notes a write that is committed. */
  note(writer: string): Promise<void>;
  /** @throws ServiceError UNAVAILABLE */
  has(writer: string): Promise<boolean>;
}

/** Milliseconds after a write. More than a replica may be behind by far enough for notes to be left out and statements to be slow. */
const rememberedFor = mostLag + 3_000;
/** Milliseconds in which a writer is noted once only: an import need not write two rows for each of its documents. */
const notedFor = 1_000;
/** Milliseconds between removals of what is over. */
const purgePause = 60_000;
/** Writers that a process remembers by itself. */
const mostNoted = 10_000;

const table: SystemTable = {
  name: '_svc_recent_writers',
  columns: [
    ...systemColumns('text', { required: ['writer'] }),
    ...systemColumns('integer', { required: ['written_at'] }),
  ],
  primaryKey: ['writer'],
  indexes: [],
};

/** By the clock of the database: those of instances may differ. */
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const noteSql =
  `INSERT INTO "_svc_recent_writers" ("writer", "written_at") VALUES (?, ${now}) ` +
  'ON CONFLICT ("writer") DO UPDATE SET "written_at" = excluded."written_at"';
const hasSql = `SELECT 1 AS found FROM "_svc_recent_writers" WHERE "writer" = ? AND "written_at" > ${now} - ?`;
const purgeUntilSql = `SELECT ${now} - ? AS "until"`;
const writes = { table: table.name, key: '"writer"', endedAt: '"written_at"' };

/** Makes the table where it is missing. PostgreSQL only: nothing else has replicas. */
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
  /** When this process has noted a writer. */
  const noted = new Map<string, number>();
  let purgedAt = performance.now();

  async function note(writer: string): Promise<void> {
    if (isWithin(notedFor, noted.get(writer))) return;
    await driver.run(noteSql, [writer]);
    if (noted.size >= mostNoted) noted.clear();
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
