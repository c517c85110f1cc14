import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startOwnPostgres } from '../support/own-postgres.js';
import { startCommand } from '../support/server-process.js';
import { describePostgres, describeProgram } from '../support/services.js';
import { svc, svcBinary } from '../support/svc-command.js';
import {
  executeIn,
  type MigrationProject,
  migrationProject,
  rowsIn,
  serveProject,
} from './support/migration-project.js';
import { openTransaction, query, rowsWhenThere } from './support/postgres-rows.js';

const before = `collections: [
  { slug: 'posts', fields: [{ name: 'title', type: 'text' }] },
  { slug: 'zones', fields: [{ name: 'name', type: 'text' }] } ]`;
const after = before
  .replace(`name: 'title', type: 'text'`, `name: 'headline', type: 'text', renamedFrom: 'title'`)
  .replace(`name: 'name', type: 'text'`, `name: 'label', type: 'text', renamedFrom: 'name'`);

/** Starts a command, and kills it as soon as a query returns rows. */
async function killedWhen(
  project: MigrationProject,
  args: readonly string[],
  seen: () => Promise<unknown>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await using command = startCommand(process.execPath, [svcBinary, ...args], { cwd: project.path, env });
  await Promise.race([seen(), command.seen(/\berror\b/)]);
  expect(await command.end('SIGKILL'), command.output()).toBe('SIGKILL');
}

describePostgres('svc migrate up, killed', (fresh) => {
  test('inside a transaction: the tables are as before at once, and the next run goes on', {
    timeout: 120_000,
  }, async () => {
    const url = await fresh();
    using project = migrationProject(before, { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await query(
      url,
      `INSERT INTO posts (id, title) SELECT 'p' || i, 'Title ' || i FROM generate_series(1, 50) i`,
    );
    project.configure(after);
    await project.done('create', '--name', 'change');

    // A transaction that reads the last table to be changed: the migration waits there after changing the
    // others.
    await using reader = await openTransaction(url, 'SELECT count(*) FROM zones');
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'zones'::regclass`;
    let pid = 0;
    await killedWhen(
      project,
      ['migrate', 'up'],
      async () => {
        pid = Number((await rowsWhenThere(url, waiting))[0]?.['pid']);
      },
      { SVC_DATABASE_URL: url },
    );
    await rowsWhenThere(url, `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = ${pid})`);
    expect(await query(url, `SELECT title FROM posts WHERE id = 'p7'`)).toEqual([{ title: 'Title 7' }]);
    await query(url, `INSERT INTO posts (id, title) VALUES ('${idOf(51)}', 'Title 51')`);
    const status = await project.migrate('status');
    expect(status.stdout).toContain('pending 0002_change');
    await reader.end();

    expect(await project.done('up')).toMatchObject({
      migrations: [{ name: '0002_change', state: 'applied' }],
    });
    await using server = await serveProject(project, url);
    expect(await (await fetch(`${server.url}/api/posts/${idOf(51)}`)).json()).toMatchObject({
      headline: 'Title 51',
    });
  });
});

describeProgram('initdb', 'svc migrate up on a server that is slow to let anybody in', () => {
  test('waits for it', { timeout: 120_000 }, async () => {
    const postgres = await startOwnPostgres();
    using project = migrationProject(before, { SVC_DATABASE_URL: postgres.url });
    await project.done('create');
    postgres.pause();
    const result = project.migrate('up', '--json');
    // Longer than the timeout of a request. A command that starts after this finds the server ready.
    setTimeout(() => postgres.resume(), 4_000);
    expect(await result).toMatchObject({ code: 0, stderr: '' });
  });
});

const documents = 20_000;
const times = { createdAt: '2026-01-02T03:04:05.006Z', updatedAt: '2026-01-02T03:04:05.006Z' };

describePostgres('svc migrate from-sqlite, killed', (fresh) => {
  test('goes on where it was, and no server takes half of a copy for a database', {
    timeout: 240_000,
  }, async () => {
    const url = await fresh();
    using project = migrationProject(before);
    await project.done('create');
    await project.done('up');
    project.execute(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${documents}) INSERT INTO posts (id, title) SELECT 'p' || i, 'Title ' || i FROM n`,
    );
    const args = ['migrate', 'from-sqlite', '--to', url];
    await killedWhen(project, args, () =>
      rowsWhenThere(url, `SELECT 1 FROM _svc_copy WHERE "table" = 'posts' AND "rows" > 0`),
    );
    const [{ rows } = {}] = await query(url, `SELECT count(*)::int AS rows FROM posts`);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(documents);
    for (const command of [['start'], ['migrate', 'up'], ['export']]) {
      const { code, stderr } = await svc(command, { cwd: project.path, env: { SVC_DATABASE_URL: url } });
      expect({ command, code, stderr }).toEqual({
        command,
        code: 1,
        stderr: expect.stringContaining('"svc migrate from-sqlite" was interrupted here'),
      });
    }
    expect(await project.done(...args.slice(1))).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ table: 'posts', rows: documents })]),
    });
    const [{ estimate } = {}] = await query(
      url,
      `SELECT reltuples::int AS estimate FROM pg_class WHERE oid = 'posts'::regclass`,
    );
    expect(estimate).toBe(documents);
    await using server = await serveProject(project, url);
    expect(await (await fetch(`${server.url}/api/posts?limit=0`)).json()).toMatchObject({
      totalDocs: documents,
    });
  });
});

function idOf(number: number): string {
  return `0190a1b2-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

function importing(database: () => Promise<string | null>): void {
  test('leaves whole batches, and the same import goes on', { timeout: 240_000 }, async () => {
    const url = await database();
    const env = url === null ? {} : { SVC_DATABASE_URL: url };
    using project = migrationProject(before, env);
    await project.done('create');
    await project.done('up');
    const lines = Array.from({ length: documents }, (_, i) =>
      JSON.stringify({ collection: 'posts', document: { id: idOf(i), title: `Title ${i}`, ...times } }),
    );
    writeFileSync(join(project.path, 'posts.ndjson'), lines.join('\n'));
    const count = async (): Promise<number> =>
      Number((await rowsIn(project, url, 'SELECT count(*) AS n FROM posts'))[0]?.['n']);
    await killedWhen(
      project,
      ['import', 'posts.ndjson', '--batch', '100'],
      async () => {
        while ((await count()) === 0);
      },
      env,
    );
    const there = await count();
    expect(there).toBeLessThan(documents);
    expect(there % 100).toBe(0);
    await executeIn(project, url, `UPDATE posts SET title = 'By hand' WHERE id = '${idOf(0)}'`);
    const again = await svc(['import', 'posts.ndjson', '--json'], { cwd: project.path, env });
    expect({ code: again.code, ...(JSON.parse(again.stdout) as object) }).toMatchObject({
      code: 0,
      created: documents - there,
      updated: 1,
      unchanged: there - 1,
    });
    await using server = await serveProject(project, url);
    expect(await (await fetch(`${server.url}/api/posts?limit=0`)).json()).toMatchObject({
      totalDocs: documents,
    });
  });
}

describe('svc import, killed, on SQLite', () => importing(async () => null));

describePostgres('svc import, killed, on PostgreSQL', (fresh) => importing(fresh));
