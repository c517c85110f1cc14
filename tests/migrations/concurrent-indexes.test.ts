import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCommand, startServer } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svc, svcBinary } from '../support/svc-command.js';
import { type MigrationProject, migrationProject } from './support/migration-project.js';
import { openTransaction, query, rowsWhenThere } from './support/postgres-rows.js';

const before = `collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }, { name: 'views', type: 'number' }] }]`;
const indexed = `collections: [{ slug: 'posts', fields: [
  { name: 'title', type: 'text', index: true }, { name: 'views', type: 'number' }, { name: 'note', type: 'text' } ] }]`;
const unique = before.replace(`type: 'text'`, `type: 'text', unique: true`);

const building = `SELECT pid, phase FROM pg_stat_progress_create_index WHERE command = 'CREATE INDEX CONCURRENTLY' AND datname = current_database()`;
const indexesOfTitle = `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND i.indrelid = 'posts'::regclass AND pg_get_indexdef(i.indexrelid) LIKE '%title%'`;

interface Filled extends Disposable {
  readonly project: MigrationProject;
  readonly url: string;
  up(): ReturnType<typeof startCommand>;
}

describePostgres('indexes that are built beside running writes', (fresh) => {
  /** Creates a table with documents, and a migration that indexes a field and adds another. */
  async function filled(after: string): Promise<Filled> {
    const url = await fresh();
    const env = { SVC_DATABASE_URL: url };
    const project = migrationProject(before, env);
    await project.done('create');
    await project.done('up');
    await query(
      url,
      `INSERT INTO posts (id, title, views) SELECT 'p' || i, 'Title ' || i, i FROM generate_series(1, 100) i`,
    );
    project.configure(after);
    await project.done('create', '--name', 'change');
    return {
      project,
      url,
      up: () => startCommand(process.execPath, [svcBinary, 'migrate', 'up'], { cwd: project.path, env }),
      [Symbol.dispose]: () => project[Symbol.dispose](),
    };
  }

  describe('', { timeout: 120_000 }, () => {
    test('stand in a part of their own, and only those of tables that were there', async () => {
      const { project } = await filled(
        indexed.replace(
          `] }]`,
          `] }, { slug: 'tags', fields: [{ name: 'name', type: 'text', index: true }] }]`,
        ),
      );
      using _ = project;
      const text = project.text('0002_change.postgres.sql');
      const [up = '', rest = ''] = text.split('-- migrate:up indexes\n');
      const [part = ''] = rest.split('-- migrate:down');
      expect(part.match(/CREATE INDEX CONCURRENTLY "[^"]*title[^"]*" ON "posts"/g)).not.toBeNull();
      expect(part).not.toContain('"tags"');
      expect(up).toMatch(/CREATE INDEX "[^"]*name[^"]*" ON "tags"/);
      expect(up).not.toContain('CONCURRENTLY');
      expect(project.text('0002_change.sqlite.sql')).not.toContain('migrate:up indexes');
    });

    test('a writer goes on while an index is built, and so does a server that starts', async () => {
      const { project, url, up } = await filled(indexed);
      using _ = project;
      expect((await svc(['build'], { cwd: project.path })).stderr).toBe('');
      await using held = await holdBack(url);
      await using migrating = up();
      await rowsWhenThere(url, building);
      await query(
        url,
        `SET lock_timeout = '2s'; INSERT INTO posts (id, title, note) VALUES ('during', 'During', 'n')`,
      );
      const status = await project.migrate('status', '--check');
      expect(status.code).toBe(1);
      expect(status.stdout).toContain('indexing 0002_change');
      expect(status.stderr).toContain('"svc migrate up" continues');
      {
        await using server = await startServer(process.execPath, ['dist/server.js'], {
          cwd: project.path,
          env: { SVC_DATABASE_URL: url },
        });
        const answer = await fetch(`${server.url}/api/posts`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'Served', note: 'n' }),
        });
        expect(answer.status).toBe(201);
        expect(server.output()).toContain('Indexes of the migration 0002_change are not built yet');
      }
      await held.end();
      await migrating.seen(/Ran 1 migration/);
      expect((await query(url, indexesOfTitle)).every(({ valid }) => valid === true)).toBe(true);
      expect((await project.migrate('status', '--check')).code).toBe(0);
    });

    test('a killed process, and an index that is not whole: "up" goes on', async () => {
      const { project, url, up } = await filled(indexed);
      using _ = project;
      await using held = await holdBack(url);
      await using migrating = up();
      const [row] = await rowsWhenThere(url, building);
      await migrating.end('SIGKILL');
      await rowsWhenThere(
        url,
        `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = ${String(row?.['pid'])})`,
      );
      await held.end();
      expect((await query(url, indexesOfTitle)).map(({ valid }) => valid)).toEqual([false]);
      expect((await project.migrate('status')).stdout).toContain('indexing 0002_change');
      expect(await project.done('up')).toMatchObject({
        migrations: [{ name: '0002_change', state: 'applied' }],
      });
      const indexes = await query(url, indexesOfTitle);
      expect(indexes).toHaveLength(2);
      expect(indexes.every(({ valid }) => valid === true)).toBe(true);
    });

    test('"down" of a migration without its indexes', async () => {
      const { project, url, up } = await filled(indexed);
      using _ = project;
      await using held = await holdBack(url);
      await using migrating = up();
      await rowsWhenThere(url, building);
      await migrating.end('SIGKILL');
      await held.end();
      expect(await project.done('down')).toMatchObject({ migrations: ['0002_change'] });
      expect(await query(url, indexesOfTitle)).toEqual([]);
      await project.done('up');
      expect(await query(url, indexesOfTitle)).toHaveLength(2);
    });

    test('a unique index that fails at the end says so, and is built when the documents are right', async () => {
      const { project, url, up } = await filled(unique);
      using _ = project;
      expect((await svc(['build'], { cwd: project.path })).stderr).toBe('');
      // The duplicate is not committed, so the check does not see it yet.
      await using held = await openTransaction(
        url,
        `INSERT INTO posts (id, title) VALUES ('twin', 'Title 7')`,
      );
      await using migrating = up();
      await rowsWhenThere(url, building);
      const env = { SVC_DATABASE_URL: url };
      const start = svc(['start'], { cwd: project.path, env });
      expect((await start).stderr).toContain('The migration 0002_change is not finished: its unique index');
      await held.end();
      await migrating.seen(
        /0002_change has changed the tables, but its index \S+ could not be built: two documents have the same posts.title \(Title 7\)/,
      );
      expect(await query(url, indexesOfTitle)).toEqual([]);
      const again = await project.migrate('up');
      expect(again.code).toBe(1);
      expect(again.stderr).toContain('Correct the documents');
      await query(url, `DELETE FROM posts WHERE id = 'twin'`);
      await project.done('up');
      expect((await query(url, indexesOfTitle)).map(({ valid }) => valid)).toEqual([true]);
    });

    test('a unique index that the data forbids changes nothing', async () => {
      const { project, url } = await filled(unique);
      using _ = project;
      await query(url, `UPDATE posts SET title = 'Same' WHERE id IN ('p1', 'p2')`);
      const { code, stderr } = await project.migrate('up');
      expect(code).toBe(1);
      expect(stderr).toContain('Nothing was changed');
      expect(await query(url, `SELECT name FROM _svc_migrations`)).toEqual([{ name: '0001_initial' }]);
    });

    test('a table whose indexes cannot be built so gets them otherwise', async () => {
      const { project, url } = await filled(indexed);
      using _ = project;
      const present = await query(
        url,
        `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = 'posts' AND indexname <> 'posts_pkey'`,
      );
      await query(
        url,
        'CREATE TABLE parted (LIKE posts INCLUDING DEFAULTS) PARTITION BY HASH (id); DROP TABLE posts; ALTER TABLE parted RENAME TO posts; ' +
          'CREATE TABLE posts_part PARTITION OF posts FOR VALUES WITH (MODULUS 1, REMAINDER 0)',
      );
      for (const { indexdef } of present) await query(url, String(indexdef));
      expect(await project.done('up')).toMatchObject({
        migrations: [{ name: '0002_change', state: 'applied' }],
      });
      expect(await query(url, indexesOfTitle)).toHaveLength(2);
    });

    test('what does not belong into the part is refused by name', async () => {
      const { project } = await filled(indexed);
      using _ = project;
      const file = join(project.path, 'migrations/0002_change.postgres.sql');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('-- migrate:up indexes', `$&\n\nUPDATE posts SET note = 'x';`));
      expect((await project.migrate('up')).stderr).toContain(
        'stand statements "CREATE INDEX CONCURRENTLY name ON ..." alone',
      );
      writeFileSync(file, text.replace('-- migrate:up indexes\n', ''));
      expect((await project.migrate('up')).stderr).toContain('belongs below "-- migrate:up indexes"');
    });

    test('ten processes at once run it once', async () => {
      const { project, url } = await filled(indexed);
      using _ = project;
      const results = await Promise.all(Array.from({ length: 10 }, () => project.migrate('up', '--json')));
      // A process that waits for long prints a line about it.
      const complaints = results.map(({ code, stderr }) => [code, stderr.replace(/^Waiting for .*\n/gm, '')]);
      expect(complaints).toEqual(results.map(() => [0, '']));
      const ran = results.flatMap(
        ({ stdout }) => (JSON.parse(stdout) as { migrations: unknown[] }).migrations,
      );
      expect(ran).toHaveLength(1);
      expect(await query(url, 'SELECT name, state FROM _svc_migrations ORDER BY name')).toEqual([
        { name: '0001_initial', state: 'applied' },
        { name: '0002_change', state: 'applied' },
      ]);
    });

    test('three servers at once with SVC_AUTO_MIGRATE', async () => {
      const { project, url } = await filled(indexed);
      using _ = project;
      expect((await svc(['build'], { cwd: project.path })).stderr).toBe('');
      const env = { SVC_DATABASE_URL: url, SVC_AUTO_MIGRATE: 'true' };
      const servers = await Promise.all(
        [1, 2, 3].map(() => startServer(process.execPath, ['dist/server.js'], { cwd: project.path, env })),
      );
      const counts = await Promise.all(
        servers.map(async (server) => (await fetch(`${server.url}/api/posts?limit=1`)).status),
      );
      const ran = servers.filter((server) => server.output().includes('Migration 0002_change has run'));
      await Promise.all(servers.map((server) => server.end()));
      expect(counts).toEqual([200, 200, 200]);
      expect(ran).toHaveLength(1);
      expect(await query(url, indexesOfTitle)).toHaveLength(2);
    });
  });
});

/** Holds an old transaction open: the last phase of every concurrent index build waits until it ends. */
async function holdBack(url: string): ReturnType<typeof openTransaction> {
  return openTransaction(
    url,
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM _svc_migrations',
  );
}
