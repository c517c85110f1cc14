/**
 * The cost of the most expensive filters that the limits allow: `node scripts/run.js bench/filters.ts`.
 * `--documents N` (default 1003), `--postgres URL` (a server where databases may be created; without it only
 * SQLite is measured), `--only TEXT` (cases whose name contains it). Each document has ten related ones of
 * its own collection, a text of 5,000 characters and five rows. A case is parsed, compiled and run without
 * the rest of the service, which would run slow statements in other processes. Two figures in milliseconds:
 * the count and the first page. They are this process' CPU time on SQLite, and wall-clock time on PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describeConfig } from '../runtime/codegen/describe-config.js';
import type { CollectionDescriptor } from '../runtime/codegen/descriptors.js';
import { defineConfig } from '../runtime/config/index.js';
import { createService } from '../runtime/create-service.js';
import { ServiceError } from '../runtime/errors/service-error.js';
import { listDocuments } from '../runtime/http/handlers/document-handlers.js';
import { compileList } from '../runtime/query/compile/list.js';
import type { Statement } from '../runtime/query/compile/statement.js';
import { parseListBody } from '../runtime/query/parse/list-query.js';
import { createQueryScope } from '../runtime/query/scope.js';
import { createPostgresDriver } from '../runtime/storage/dialects/postgres/postgres-driver.js';
import { postgresSql } from '../runtime/storage/dialects/postgres/sql.js';
import { sqliteFunctions } from '../runtime/storage/dialects/sqlite/functions.js';
import { sqliteSql } from '../runtime/storage/dialects/sqlite/sql.js';

const { values: flags } = parseArgs({
  options: {
    documents: { type: 'string', default: '1003' },
    postgres: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const documents = Number(flags.documents);
const related = 10;

const config = defineConfig({
  collections: [
    {
      slug: 'items',
      drafts: false,
      fields: [
        { name: 'code', type: 'text', index: true },
        { name: 'title', type: 'text' },
        { name: 'body', type: 'textarea' },
        { name: 'price', type: 'number' },
        { name: 'place', type: 'point' },
        { name: 'labels', type: 'text', hasMany: true },
        { name: 'lines', type: 'array', fields: [{ name: 'item', type: 'text' }] },
        { name: 'parent', type: 'relationship', to: 'items' },
        { name: 'related', type: 'relationship', to: 'items', hasMany: true },
      ],
    },
  ],
});
const contract = describeConfig(config);
const scope = createQueryScope(contract);
const items = contract.collections[0] as CollectionDescriptor;

type Value = string | number | null;

interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

const words = 'the silk road led from the east to the sea and back again over hills '
  .repeat(72)
  .slice(0, 5000);

function idOf(at: number): string {
  return `${((at * 2654435761) % 4294967296).toString(16).padStart(8, '0')}-0000-7000-8000-${String(at).padStart(12, '0')}`;
}

function rowsOf(count: number): readonly Rows[] {
  const all = Array.from({ length: count }, (_, at) => at);
  const time = (at: number): string => new Date(1_577_836_800_000 + at * 1000).toISOString();
  return [
    {
      table: 'items',
      columns: [
        'id',
        'createdAt',
        'updatedAt',
        '_revision',
        'code',
        'title',
        'body',
        'price',
        'place_longitude',
        'place_latitude',
        'labels',
        'lines',
        'parent',
      ],
      rows: all.map((at) => [
        idOf(at),
        time(at),
        time(at),
        1,
        `code ${at}`,
        `Title ${at}`,
        `${words}${at}`,
        at,
        (at % 3600) / 10 - 180,
        (at % 1700) / 10 - 85,
        JSON.stringify(['one', 'two', `label ${at}`]),
        JSON.stringify([1, 2, 3, 4, 5].map((line) => ({ id: `${line}`, item: `item ${line} of ${at}` }))),
        idOf((at + 1) % count),
      ]),
    },
    {
      table: 'items__related',
      columns: ['parent', 'position', 'target'],
      rows: all.flatMap((at) =>
        Array.from({ length: related }, (_, place) => [idOf(at), place, idOf((at * 7 + place * 13) % count)]),
      ),
    },
  ];
}

/** A filled database. */
interface Store {
  readonly name: string;
  readonly dialect: typeof sqliteSql;
  run(statement: Statement): Promise<number>;
  close(): Promise<void>;
}

async function openSqlite(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-filters-'));
  const path = join(folder, 'data.db');
  await makeTables(`file:${path}`);
  const database = new Database(path);
  for (const { name, call } of sqliteFunctions) database.function(name, { deterministic: true }, call);
  database.pragma('foreign_keys = OFF');
  for (const { table, columns, rows } of rowsOf(documents)) {
    const names = columns.map((name) => `"${name}"`).join();
    const values = columns.map(() => '?').join();
    const insert = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${values})`);
    database.transaction(() => {
      for (const row of rows) insert.run(row);
    })();
  }
  database.exec('ANALYZE');
  return {
    name: 'SQLite',
    dialect: sqliteSql,
    async run({ sql, parameters }) {
      const before = process.cpuUsage();
      database.prepare(sql).all(...parameters);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e3;
    },
    async close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgres(server: string): Promise<Store> {
  const name = `svc_bench_${randomBytes(5).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  await makeTables(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("SET session_replication_role = 'replica'");
  for (const { table, columns, rows } of rowsOf(documents)) {
    const objects = rows.map((row) => Object.fromEntries(columns.map((key, at) => [key, row[at]])));
    const names = columns.map((key) => `"${key}"`).join();
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(objects)],
    );
  }
  await client.query('ANALYZE');
  await client.end();
  const driver = await createPostgresDriver({ url: url.href, pool: { max: 1 } });
  return {
    name: 'PostgreSQL',
    dialect: postgresSql,
    async run({ sql, parameters }) {
      const start = performance.now();
      await driver.all(sql, parameters);
      return performance.now() - start;
    },
    async close() {
      await driver.close();
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A service creates them on its first request. */
async function makeTables(url: string): Promise<void> {
  const app = createService(
    {
      config,
      contract,
      routes: { '/api/items': { GET: listDocuments(items) } },
      openapi: new URL('file:///nowhere'),
    },
    { env: { SVC_DATABASE_URL: url, SVC_LOG_LEVEL: 'silent' } },
  );
  await (await app.fetch('/api/items?limit=1')).arrayBuffer();
  await app.close();
}

// --- cases

type Filter = Readonly<Record<string, unknown>>;

function times(count: number, filter: (at: number) => Filter): readonly Filter[] {
  return Array.from({ length: count }, (_, at) => filter(at));
}

/** A polygon whose edges all reach from south to north. */
function zigzag(positions: number, shift: number): object {
  const ring = Array.from({ length: positions - 1 }, (_, at) => [
    -170 + (340 * at) / positions + shift / 1000,
    at % 2 === 0 ? -80 : 80,
  ]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

const deep = 'related.related.related.';
const cases: Readonly<Record<string, object>> = {
  'AND of 5 negatives, 3 hops': {
    where: { AND: times(5, (at) => ({ [`${deep}code`]: { not_equals: 'x', gt: `${at}` } })) },
  },
  'OR of 5 negatives, each beside another, 3 hops': {
    where: { OR: times(5, (at) => ({ price: { gt: -1 - at }, [`${deep}code`]: { exists: false } })) },
  },
  'OR of 9 long needles outside ASCII, behind a list': {
    where: { OR: times(9, (at) => ({ 'related.body': { contains: `${'é'.repeat(900)}${at}` } })) },
  },
  'OR of 46 conditions on parents': {
    where: {
      OR: times(46, (at) => ({ price: { gt: -1 - at }, 'parent.parent.parent.title': { exists: false } })),
    },
  },
  'plain page': {},
  'plain filter': { where: { code: 'code 7' } },
  '100 plain conditions': { where: { OR: times(100, (at) => ({ price: { gt: 10_000_000 + at } })) } },
  'issue: OR of 20 exists:false': {
    where: { OR: times(20, () => ({ [`${deep}code`]: { exists: false } })) },
  },
  'issue: AND of 20 polygons': {
    where: { AND: times(20, (at) => ({ place: { within: zigzag(999, at) } })) },
  },
  'issue: OR of 100 contains of 9000': {
    where: { OR: times(100, (at) => ({ title: { contains: `${'a'.repeat(9000)}${at}` } })) },
  },
  'issue: contains of a million': { where: { title: { contains: 'a'.repeat(1_000_000) } } },
  'one exists:false, 3 hops': { where: { [`${deep}code`]: { exists: false } } },
  'OR of 20 different negatives, 3 hops': {
    where: { OR: times(20, (at) => ({ [`${deep}code`]: { exists: false, not_equals: `x${at}` } })) },
  },
  'AND of 3 positives, 3 hops': {
    where: { AND: times(3, (at) => ({ [`${deep}price`]: { gt: at - 1 } })) },
  },
  'AND of 20 different, 3 hops': {
    where: { AND: times(20, (at) => ({ [`${deep}code`]: { exists: false, not_equals: `x${at}` } })) },
  },
  'AND of 20 positives, 3 hops': {
    where: { AND: times(20, (at) => ({ [`${deep}price`]: { gt: at - 1 } })) },
  },
  'AND of 20 not_contains, 3 lists': {
    where: { AND: times(20, (at) => ({ 'related.related.related': { not_contains: `x${at}` } })) },
  },
  'one polygon of 999': { where: { place: { within: zigzag(999, 1) } } },
  'two polygons of 999, OR': { where: { OR: times(2, (at) => ({ place: { within: zigzag(999, at) } })) } },
  'OR of 100 contains of 1000 on body': {
    where: { OR: times(100, (at) => ({ body: { contains: `${words.slice(at, 996 + at)}#${at}` } })) },
  },
  'OR of 100 short contains on body': {
    where: { OR: times(100, (at) => ({ body: { contains: `nowhere ${at}` } })) },
  },
  'OR of 100 short contains on title': {
    where: { OR: times(100, (at) => ({ title: { contains: `nowhere ${at}` } })) },
  },
  'OR of 20 short contains on body': {
    where: { OR: times(20, (at) => ({ body: { contains: `nowhere ${at}` } })) },
  },
  'one short contains on body': { where: { body: { contains: 'nowhere' } } },
  'OR of 100 non-ASCII contains on body': {
    where: { OR: times(100, (at) => ({ body: { contains: `ä the silk ${at}` } })) },
  },
  'OR of 100 contains of 64 on body': {
    where: { OR: times(100, (at) => ({ body: { contains: `${words.slice(at, 61 + at)}#${at}` } })) },
  },
  'AND of 100 conditions on rows': {
    where: { AND: times(100, (at) => ({ 'lines.item': { not_equals: `x${at}` } })) },
  },
  'AND of 20 contains on rows': {
    where: { AND: times(20, (at) => ({ 'lines.item': { contains: `item ${at % 5}` } })) },
  },
  'AND of 100 labels': { where: { AND: times(100, (at) => ({ labels: { not_contains: `x${at}` } })) } },
  '100 in of 500 values': {
    where: {
      AND: times(100, (at) => ({ title: { not_in: times(500, () => ({})).map((_, n) => `${at} ${n}`) } })),
    },
  },
  'OR of 100 in of 500 values': {
    where: {
      OR: times(100, (at) => ({ title: { in: times(500, () => ({})).map((_, n) => `${at} ${n}`) } })),
    },
  },
  'AND of 100 circles': {
    where: { AND: times(100, (at) => ({ place: { within: { center: [0, at / 10], radius: 20_000_000 } } })) },
  },
  'AND of 100 parents, 3 hops': {
    where: { AND: times(100, (at) => ({ 'parent.parent.parent.title': { not_equals: `x${at}` } })) },
  },
  'OR of 100 parents, 3 hops': {
    where: { OR: times(100, (at) => ({ 'parent.parent.parent.title': `x${at}` })) },
  },
  'sort by three, 1000 documents': { sort: 'title,body,price', limit: 1000 },
};

/** Milliseconds of the count and of the first page, or the refusal. */
async function timed(store: Store, body: object): Promise<string> {
  try {
    const plan = parseListBody({ limit: 10, ...body }, { collection: items, scope });
    const { total } = compileList(plan, store.dialect);
    const { rows } = compileList({ ...plan, count: 'none' }, store.dialect);
    const times: number[] = [];
    for (const statement of [total, rows]) if (statement !== null) times.push(await store.run(statement));
    return times.map((time) => time.toFixed(1)).join(' | ');
  } catch (error) {
    if (error instanceof ServiceError) return `${error.status} | ${error.details?.[0]?.path ?? ''}`;
    return `failed | ${String(error).slice(0, 60)}`;
  }
}

async function measure(store: Store): Promise<void> {
  await timed(store, {});
  for (const [name, body] of Object.entries(cases)) {
    if (!name.includes(flags.only)) continue;
    process.stdout.write(`| ${store.name} | ${name} | ${await timed(store, body)} |\n`);
  }
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
process.stdout.write(
  `${commit}, Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${documents} documents\n\n` +
    `| database | filter | count, ms | page, ms |\n|---|---|--:|--:|\n`,
);
const servers = flags.postgres === undefined ? [] : [flags.postgres];
for (const open of [openSqlite, ...servers.map((server) => () => openPostgres(server))]) {
  const store = await open();
  try {
    await measure(store);
  } finally {
    await store.close();
  }
}
