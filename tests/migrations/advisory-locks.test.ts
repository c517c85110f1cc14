import { expect, test } from 'vitest';
import { describePostgres } from '../support/services.js';
import { svc } from '../support/svc-command.js';
import { migrationProject, serveProject } from './support/migration-project.js';
import { openTransaction, query } from './support/postgres-rows.js';

const config = (url: string): string => `auth: { secret: 'k3J9x7Qm2Vb8Zt5Rw1Ys6Pd4Lf0Hc9Ga',
  sessions: postgresSessions({ db: postgres({ url: '${url}' }) }) },
  collections: [{ slug: 'posts', versions: true, fields: [{ name: 'title', type: 'text', index: true }] }]`;

describePostgres('advisory locks', (fresh) => {
  test('are taken only while tables are made or changed: all else works while somebody has them', {
    timeout: 120_000,
  }, async () => {
    const url = await fresh();
    using project = migrationProject(config(url), { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    const options = { cwd: project.path, env: { SVC_DATABASE_URL: url } };
    const account = [
      'auth',
      'bootstrap',
      '-e',
      'ada@example.com',
      '-p',
      'Correct-horse-1',
      '-r',
      'super_admin',
    ];
    expect((await svc(account, options)).stderr).toBe('');
    await (await serveProject(project, url)).end();

    // Both advisory locks of the service: see the PostgreSQL driver.
    const numbers = '7368299, 7368300';
    await using held = await openTransaction(
      url,
      `SELECT pg_advisory_xact_lock(n) FROM unnest(ARRAY[${numbers}]) n`,
    );
    await using server = await serveProject(project, url);
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'Correct-horse-1' }),
    });
    expect(login.status).toBe(200);
    const key = await svc(['auth', 'key', 'create', '--name', 'ci', '--role', 'admin', '--json'], options);
    expect(key.stderr).toBe('');
    const { key: secret } = JSON.parse(key.stdout) as { readonly key: string };
    const created = await fetch(`${server.url}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify({ title: 'Written' }),
    });
    expect(created.status).toBe(201);
    expect((await svc(['export', '--collection', 'posts'], options)).stdout).toContain('Written');
    expect(await project.done('up')).toMatchObject({ migrations: [] });
    await held.end();
    expect(await query(url, 'SELECT title FROM posts')).toEqual([{ title: 'Written' }]);
  });
});
