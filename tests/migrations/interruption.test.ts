import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { start, svcBinary } from '../support/svc-command.js';
import { type MigrationProject, migrationProject } from './support/migration-project.js';

const rounds = 12;
const documents = 20_000;

const before = `collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }, { name: 'views', type: 'number', integer: true }] }]`;
const after = `collections: [{ slug: 'posts', fields: [
  { name: 'headline', type: 'text', unique: true, renamedFrom: 'title' }, { name: 'views', type: 'text', index: true } ] }]`;

async function filledProject(): Promise<MigrationProject> {
  const project = migrationProject(before);
  await project.done('create');
  await project.done('up');
  project.execute(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${documents}) ` +
      `INSERT INTO posts (id, title, views) SELECT 'p' || i, 'Title ' || i, i FROM n`,
  );
  project.configure(after);
  await project.done('create', '--name', 'change');
  return project;
}

const stateSql = `SELECT (SELECT count(*) FROM _svc_migrations) AS ran, (SELECT count(*) FROM pragma_table_info('posts') WHERE name = 'headline') AS renamed,
  (SELECT count(*) FROM pragma_table_info('posts') WHERE name LIKE '\\_svc%' ESCAPE '\\') AS halves, (SELECT count(*) FROM posts) AS rows`;

describe('svc migrate up, interrupted', { timeout: 240_000 }, () => {
  test('kill -9 at any moment leaves the database before or after a migration', async () => {
    using project = await filledProject();
    for (let round = 0; round < rounds; round += 1) {
      const child = start(process.execPath, [svcBinary, 'migrate', 'up'], { cwd: project.path });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // The test kills the command at different moments, from its start to after the end of the migration.
      await Promise.race([ended, delay(150 + round * 60)]);
      child.kill('SIGKILL');
      await ended;
      const [state] = project.rows(stateSql);
      const ran = Number(state?.['ran']);
      expect(state).toEqual({ ran, renamed: ran - 1, halves: 0, rows: documents });
      if (ran === 2) await project.done('down', '--yes');
    }
    await project.done('up');
    expect(project.rows(`SELECT headline, views FROM posts WHERE id = 'p7'`)).toEqual([
      { headline: 'Title 7', views: '7' },
    ]);
    expect((await project.migrate('status', '--check')).code).toBe(0);
  });

  test('ten processes at once run each migration once', async () => {
    using project = await filledProject();
    const results = await Promise.all(Array.from({ length: 10 }, () => project.migrate('up', '--json')));
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      results.map(() => ({ code: 0, stderr: '' })),
    );
    const ran = results.flatMap(({ stdout }) => (JSON.parse(stdout) as { migrations: unknown[] }).migrations);
    expect(ran).toHaveLength(1);
    expect(project.rows('SELECT name, state FROM _svc_migrations')).toEqual([
      { name: '0001_initial', state: 'applied' },
      { name: '0002_change', state: 'applied' },
    ]);
  });
});
