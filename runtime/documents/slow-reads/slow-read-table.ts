/** The table of slow reads. It is in the content database, so that all instances share it. */
import type { Connection, Driver, Row } from '../../storage/driver.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';
import { maxPatterns, type SlowReadSum, steps } from './slow-reads.js';

const stepNames = [...steps.map((end) => `upTo${end}`), 'longer'];
const sumNames = ['count', 'totalMs', 'pageMs', 'countMs', 'failed', ...stepNames];
const maxNames = ['maxMs', 'lastAt'];

export const slowReadTables: readonly SystemTable[] = [
  {
    name: '_svc_slow_reads',
    columns: [
      ...systemColumns('text', { required: ['shape', 'slug', 'pattern'] }),
      ...systemColumns('integer', { required: [...sumNames, ...maxNames] }),
    ],
    primaryKey: ['shape'],
    indexes: [],
  },
];

/** A pattern that was not slow for so long is removed: a week. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;

const names = ['shape', 'slug', 'pattern', ...sumNames, ...maxNames];
const addSql =
  `INSERT INTO "_svc_slow_reads" (${names.map((name) => `"${name}"`).join(', ')}) ` +
  `VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT ("shape") DO UPDATE SET ` +
  [
    ...sumNames.map((name) => `"${name}" = "_svc_slow_reads"."${name}" + excluded."${name}"`),
    ...maxNames.map(
      (name) =>
        `"${name}" = CASE WHEN excluded."${name}" > "_svc_slow_reads"."${name}" THEN excluded."${name}" ELSE "_svc_slow_reads"."${name}" END`,
    ),
  ].join(', ');

/** Those of the last days stay before older ones, and of the same day those that took most time in all. */
const keepSql =
  `DELETE FROM "_svc_slow_reads" WHERE "lastAt" < ? OR "shape" NOT IN ` +
  `(SELECT "shape" FROM "_svc_slow_reads" ORDER BY "lastAt" / ${day} DESC, "totalMs" DESC LIMIT ${maxPatterns})`;

/** Adds slow reads to those that are stored, and removes what is too old or too much. */
export async function addSlowReads(
  connection: Connection,
  sums: readonly SlowReadSum[],
  now: number,
): Promise<void> {
  // In one order, so that instances do not wait for each other in a circle.
  for (const sum of [...sums].sort((a, b) => (a.shape < b.shape ? -1 : 1))) {
    const { shape, slug, pattern, count, failed, maxMs, lastAt } = sum;
    const times = [sum.totalMs, sum.pageMs, sum.countMs].map(Math.round);
    await connection.run(addSql, [
      ...[shape, slug, pattern, count, ...times, failed, ...sum.steps],
      ...[Math.round(maxMs), lastAt],
    ]);
  }
  await connection.run(keepSql, [now - keptFor]);
}

/** Removes those of a collection or global. */
export async function forgetSlowReads(connection: Connection, slug: string): Promise<void> {
  await connection.run('DELETE FROM "_svc_slow_reads" WHERE "slug" = ?', [slug]);
}

/** The slow reads of all instances, the most expensive in all first; null if the table does not exist yet. */
export async function readSlowReads(driver: Driver): Promise<readonly SlowReadSum[] | null> {
  const present = await driver.all(driver.dialect.ddl.catalogue.systemNamesSql, []);
  if (!present.some(({ name }) => name === '_svc_slow_reads')) return null;
  const rows = await driver.all('SELECT * FROM "_svc_slow_reads" ORDER BY "totalMs" DESC, "shape"', []);
  return rows.map(sumOf);
}

function sumOf(row: Row): SlowReadSum {
  const number = (name: string): number => Number(row[name]);
  const [shape, slug, pattern] = [String(row['shape']), String(row['slug']), String(row['pattern'])];
  return {
    ...{ shape, slug, pattern, count: number('count'), totalMs: number('totalMs'), maxMs: number('maxMs') },
    ...{ pageMs: number('pageMs'), countMs: number('countMs'), failed: number('failed') },
    ...{ lastAt: number('lastAt'), steps: stepNames.map(number) },
  };
}
