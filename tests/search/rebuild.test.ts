/** `svc search rebuild`, what `svc doctor` says of indexes, and a rebuild that is killed. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBetterSqlite3 } from '../../runtime/storage/dialects/sqlite/better-sqlite3.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import {
  executeIn,
  type MigrationProject,
  migrationProject,
  rowsIn,
  serveProject,
} from '../migrations/support/migration-project.js';
import { describePostgres } from '../support/services.js';
import { run, svc } from '../support/svc-command.js';

const config = `collections: [{
  slug: 'posts',
  search: { fields: { title: 2, body: 1 } },
  fields: [{ name: 'title', type: 'text' }, { name: 'body', type: 'textarea' }],
}]`;

/** More than two batches. */
const documents = 450;

async function served<T>(
  project: MigrationProject,
  url: string | null,
  work: (url: string) => Promise<T>,
): Promise<T> {
  await using server = await serveProject(project, url);
  return await work(server.url);
}

async function send(url: string, path: string, body: object, headers: object = {}): Promise<void> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
  const response = await fetch(`${url}${path}`, { ...init, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

async function fill(url: string): Promise<void> {
  const operations = Array.from({ length: documents }, (_, at) => ({
    op: 'create',
    data: { title: `Walrus ${at}`, body: at % 2 === 0 ? 'On the ice, on the ice' : 'In the sea' },
  }));
  await send(url, '/api/posts/bulk', { operations });
  await send(url, '/api/posts', { title: 'Draft of a walrus' }, { 'X-Draft': 'true' });
}

/** Every term of an index with its document and position. */
async function contentOf(project: MigrationProject, url: string | null): Promise<readonly string[]> {
  const tables = ['_svc_search_posts', '_svc_search_posts__p'];
  const content: string[] = [];
  for (const table of tables) {
    const rows =
      url === null ? vocabulary(project, table) : await rowsIn(project, url, `SELECT * FROM "${table}"`);
    content.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return content.sort();
}

function vocabulary({ path }: MigrationProject, table: string): readonly object[] {
  const BetterSqlite3 = loadBetterSqlite3();
  const database = new BetterSqlite3(join(path, '.svc/data.db'));
  try {
    database.exec(`CREATE VIRTUAL TABLE temp.v USING fts5vocab('main', '${table}', 'instance')`);
    const sql = `SELECT r."id", v.term, v.col, v.offset FROM temp.v v JOIN "${table}_rows" r ON r."row" = v.doc`;
    return database.prepare(sql).all() as object[];
  } finally {
    database.close();
  }
}

/** Leaves out documents, adds one that does not exist, and changes others behind the back of the service. */
async function damage(project: MigrationProject, url: string | null): Promise<void> {
  const sqlite = [
    'DELETE FROM "_svc_search_posts" WHERE rowid BETWEEN 5 AND 9',
    'DELETE FROM "_svc_search_posts_rows" WHERE "row" BETWEEN 5 AND 9',
    `INSERT INTO "_svc_search_posts_rows" ("id") VALUES ('gone')`,
  ];
  const postgres = [
    'DELETE FROM "_svc_search_posts" WHERE "id" IN (SELECT "id" FROM "posts" ORDER BY "id" LIMIT 5)',
    `INSERT INTO "_svc_search_posts" ("id", "v0") VALUES ('gone', '''ice'':1A')`,
  ];
  for (const sql of url === null ? sqlite : postgres) await executeIn(project, url, sql);
  await executeIn(project, url, `UPDATE "posts" SET "title" = 'Seal' WHERE "title" LIKE '%7'`);
}

async function findingIn(project: MigrationProject, env: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await svc(['doctor', '--json'], { cwd: project.path, env: { PORT: '0', ...env } });
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly check: string }[] };
  return findings.filter(({ check }) => check === 'search');
}

async function rebuilt(project: MigrationProject, env: Readonly<Record<string, string>>): Promise<unknown> {
  const { code, stdout, stderr } = await svc(['search', 'rebuild', '--collection', 'posts', '--json'], {
    ...{ cwd: project.path, env },
  });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Rebuilds in a process that kills itself after some batches. */
async function killedRebuild(
  project: MigrationProject,
  env: Readonly<Record<string, string>>,
  batches: number,
): Promise<void> {
  const program = ['scripts/run.js', 'tests/search/support/killed-rebuild.ts'].map((file) =>
    join(packageRoot, file),
  );
  const { code, stdout, stderr } = await run(process.execPath, [...program, `${batches}`], {
    ...{ cwd: project.path, env },
  });
  // The program that runs it reports a signal as 1; an error would print something.
  expect([code, stdout, stderr]).toEqual([1, '', '']);
}

function suite(database: () => Promise<string | null>): void {
  test('is found, built again, and finished by a start after it was killed', async () => {
    const url = await database();
    const env: Readonly<Record<string, string>> = url === null ? {} : { SVC_DATABASE_URL: url };
    using project = migrationProject(config, env);
    await project.done('create');
    await project.done('up');
    await served(project, url, fill);
    const before = await contentOf(project, url);
    expect(await findingIn(project, env)).toMatchObject([{ status: 'ok' }]);

    await damage(project, url);
    expect(await findingIn(project, env)).toMatchObject([
      {
        status: 'failed',
        message: 'the index of posts has 446 rows for 450 documents',
        fix: 'run `svc search rebuild --collection posts`',
      },
    ]);
    for (const batches of [1, 2, 4]) {
      await killedRebuild(project, env, batches);
      expect(await findingIn(project, env)).toMatchObject([
        { status: 'ok', message: 'the next start builds the indexes of posts' },
      ]);
    }
    const found = await served(project, url, async (address) => {
      const response = await fetch(`${address}/api/posts?search=seal&limit=1`);
      return ((await response.json()) as { readonly totalDocs: number }).totalDocs;
    });
    expect(found).toBe(45);
    const after = await contentOf(project, url);
    expect(after).not.toEqual(before);
    expect(await rebuilt(project, env)).toEqual({
      ok: true,
      indexes: [{ collection: 'posts', documents: documents + 1, removed: 0 }],
    });
    expect(await contentOf(project, url)).toEqual(after);
    expect(await findingIn(project, env)).toMatchObject([{ status: 'ok' }]);
  });
}

describe('a search index, on SQLite', { timeout: 120_000 }, () => {
  suite(async () => null);

  test('of an unknown collection is refused', async () => {
    using project = migrationProject(config);
    const { code, stderr } = await svc(['search', 'rebuild', '--collection', 'post'], { cwd: project.path });
    expect([code, stderr]).toEqual([1, expect.stringContaining('did you mean posts?')]);
  });
});

describePostgres('a search index, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
