import { expect, test } from 'vitest';
import { startCommand } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svcBinary } from '../support/svc-command.js';
import { migrationProject } from './support/migration-project.js';
import { openTransaction, query, rowsWhenThere } from './support/postgres-rows.js';

const tags = `{ slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] }`;
const before = `collections: [${tags}, { slug: 'posts', fields: [{ name: 'title', type: 'text' }] }]`;
const pointing = (name: string, more = ''): string =>
  `collections: [${tags}, { slug: 'posts', fields: [{ name: 'title', type: 'text' },
    { name: '${name}', type: 'relationship', to: 'tags' ${more} }, { name: 'all', type: 'relationship', to: 'tags', hasMany: true }] }]`;

const keys = `SELECT convalidated AS valid FROM pg_constraint WHERE contype = 'f' AND conrelid = 'posts'::regclass`;
const building = `SELECT 1 FROM pg_stat_progress_create_index WHERE command = 'CREATE INDEX CONCURRENTLY' AND datname = current_database()`;

describePostgres('a foreign key of a table that has rows', (fresh) => {
  test('holds at once, and the rows that are there are read when the tables are free again', {
    timeout: 240_000,
  }, async () => {
    const url = await fresh();
    const env = { SVC_DATABASE_URL: url };
    using project = migrationProject(before, env);
    await project.done('create');
    await project.done('up');
    await query(
      url,
      `INSERT INTO tags (id, name) VALUES ('t1', 'Tag'); INSERT INTO posts (id, title) SELECT 'p' || i, 'Title ' || i FROM generate_series(1, 50) i`,
    );
    project.configure(pointing('tag'));
    await project.done('create', '--name', 'tag');
    const [up = '', rest = ''] = project.text('0002_tag.postgres.sql').split('-- migrate:up indexes\n');
    const [late = '', down = ''] = rest.split('-- migrate:down');
    expect(up).toMatch(
      /ALTER TABLE "posts" ADD CONSTRAINT "posts_tag_fkey_\w+" FOREIGN KEY [^;]* NOT VALID;/,
    );
    expect(up).toMatch(/ALTER TABLE "posts__all" ADD FOREIGN KEY [^;]* DEFERRED;/);
    expect(late).toMatch(/ALTER TABLE "posts" VALIDATE CONSTRAINT "posts_tag_fkey_\w+";/);
    expect(down).not.toContain('VALID');

    // An old transaction: index builds, and all steps after them, wait until it ends.
    await using held = await openTransaction(
      url,
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM _svc_migrations',
    );
    await using migrating = startCommand(process.execPath, [svcBinary, 'migrate', 'up'], {
      cwd: project.path,
      env,
    });
    await rowsWhenThere(url, building);
    expect(await query(url, keys)).toEqual([{ valid: false }]);
    await query(url, `UPDATE posts SET tag = 't1' WHERE id = 'p1'`);
    await expect(query(url, `UPDATE posts SET tag = 'none' WHERE id = 'p2'`)).rejects.toThrow(/foreign key/);
    await migrating.end('SIGKILL');
    await held.end();
    expect((await project.migrate('status')).stdout).toContain('indexing 0002_tag');
    await project.done('up');
    expect(await query(url, keys)).toEqual([{ valid: true }]);
    expect((await project.migrate('status', '--check')).code).toBe(0);

    // A field takes the former name of a renamed field: its foreign key gets another name.
    project.configure(
      pointing('label', `, renamedFrom: 'tag' }, { name: 'mark', type: 'relationship', to: 'tags'`),
    );
    await project.done('create', '--name', 'label');
    await project.done('up');
    project.configure(
      pointing(
        'label',
        `}, { name: 'mark', type: 'relationship', to: 'tags' }, { name: 'tag', type: 'relationship', to: 'tags'`,
      ),
    );
    await project.done('create', '--name', 'again');
    await project.done('up');
    expect(await query(url, keys)).toEqual([{ valid: true }, { valid: true }, { valid: true }]);
    expect(await query(url, `SELECT label FROM posts WHERE id = 'p1'`)).toEqual([{ label: 't1' }]);
    await project.done('down', '--yes');
    expect(await query(url, keys)).toEqual([{ valid: true }, { valid: true }]);
  });
});
