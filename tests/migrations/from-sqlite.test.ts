import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { start, svc, svcBinary } from '../support/svc-command.js';
import { type MigrationProject, migrationProject } from './support/migration-project.js';

const documents = 5_000;
const config = `auth: { secret: 'k3J9x7Qm2Vb8Zt5Rw1Ys6Pd4Lf0Hc9Ga' }, collections: [
  { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] },
  { slug: 'posts', versions: true, fields: [
    { name: 'title', type: 'text' }, { name: 'ok', type: 'boolean' }, { name: 'day', type: 'date' }, { name: 'data', type: 'json' },
    { name: 'tags', type: 'relationship', to: 'tags', hasMany: true }, { name: 'parent', type: 'relationship', to: 'posts' } ] } ]`;

async function filledProject(): Promise<MigrationProject> {
  const project = migrationProject(config);
  await project.done('create');
  await project.done('up');
  const cwd = project.path;
  const { code, stderr } = await svc(
    ['auth', 'bootstrap', '-e', 'ada@example.com', '-p', 'Correct-horse-1', '-r', 'super_admin'],
    { cwd },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  project.execute(
    `INSERT INTO tags (id, name) VALUES ('t1', 'Täg');
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${documents})
     INSERT INTO posts (id, title, ok, day, data, parent) SELECT 'p' || i, 'Title ' || i, i % 2, '2026-01-02', '{"b": 1, "a": [1.0]}', 'p' || (${documents} + 1 - i) FROM n;
     INSERT INTO posts__tags (parent, position, target) SELECT id, 0, 't1' FROM posts;`,
  );
  return project;
}

describePostgres('svc migrate from-sqlite', (fresh) => {
  test('copies everything, goes on after kill -9, and leaves a database that serves', {
    timeout: 240_000,
  }, async () => {
    using project = await filledProject();
    const url = await fresh();
    const cwd = project.path;
    for (const pause of [600, 900]) {
      const child = start(process.execPath, [svcBinary, 'migrate', 'from-sqlite', '--to', url], { cwd });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // The test kills the command at different moments during the copy.
      await Promise.race([ended, delay(pause)]);
      child.kill('SIGKILL');
      await ended;
    }
    const result = await project.migrate('from-sqlite', '--to', url, '--json');
    // A fast machine may have finished before the process was killed.
    const wasReady = /is not empty/.test(result.stderr);
    if (!wasReady) {
      expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 0, stderr: '' });
      const { tables } = JSON.parse(result.stdout) as { tables: { table: string; rows: number }[] };
      expect(tables).toContainEqual({
        table: 'posts',
        rows: documents,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(tables).toContainEqual(expect.objectContaining({ table: '_svc_migrations', rows: 1 }));
    }
    expect((await project.migrate('from-sqlite', '--to', url)).stderr).toContain('is not empty');

    const env = { SVC_DATABASE_URL: url, SVC_SECRET: 'k3J9x7Qm2Vb8Zt5Rw1Ys6Pd4Lf0Hc9Ga' };
    expect((await svc(['build'], { cwd })).code).toBe(0);
    await using server = await startServer(process.execPath, ['dist/server.js'], { cwd, env });
    const where = encodeURIComponent(JSON.stringify({ title: { equals: 'Title 1' } }));
    expect(await (await fetch(`${server.url}/api/posts?where=${where}`)).json()).toMatchObject({
      docs: [
        {
          title: 'Title 1',
          ok: true,
          day: '2026-01-02',
          data: { b: 1, a: [1] },
          tags: ['t1'],
          parent: `p${documents}`,
        },
      ],
    });
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'Correct-horse-1' }),
    });
    expect(login.status).toBe(200);
  });
});
