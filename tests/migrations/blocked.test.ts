import { expect, test } from 'vitest';
import { startCommand } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svcBinary } from '../support/svc-command.js';
import { type MigrationProject, migrationProject } from './support/migration-project.js';
import { openTransaction, query } from './support/postgres-rows.js';

const before = `collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }] }]`;
const indexed = before.replace(`type: 'text'`, `type: 'text', index: true`);
const extended = before.replace(`] }]`, `, { name: 'note', type: 'text' }] }]`);
const secret = '4111-1111-1111-1111';

describePostgres('a migration that waits says for whom', (fresh) => {
  async function changed(after: string): Promise<{ project: MigrationProject; url: string }> {
    const url = await fresh();
    const project = migrationProject(before, { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    project.configure(after);
    await project.done('create', '--name', 'change');
    return { project, url };
  }

  /** Another connection with the name `report`, whose statement contains a secret that must not be logged. */
  const report = (url: string, sql: string): ReturnType<typeof openTransaction> =>
    openTransaction(url, `SET application_name = 'report'; ${sql}; SELECT '${secret}' AS card`);

  test.each([
    ['the last phase of an index that is built beside writes', indexed, 'SELECT FROM _svc_migrations'],
    ['a table that somebody reads', extended, 'SELECT FROM posts'],
  ])('%s', { timeout: 120_000 }, async (_what, after, sql) => {
    const { project, url } = await changed(after);
    using _ = project;
    await using held = await report(url, `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; ${sql}`);
    const [holder] = await query(
      url,
      `SELECT pid, usename FROM pg_stat_activity WHERE application_name = 'report' AND datname = current_database()`,
    );
    const up = [svcBinary, 'migrate', 'up', '--json'];
    await using migrating = startCommand(process.execPath, up, {
      cwd: project.path,
      env: { SVC_DATABASE_URL: url },
    });
    const who = `process ${holder?.['pid']} of the database \\(application "report", user ${holder?.['usename']}\\)`;
    await migrating.seen(
      new RegExp(
        `^Waiting for ${who}, idle in transaction for \\d+ s, last statement S\\w+\\. It continues`,
        'm',
      ),
    );
    await held.end();
    await migrating.seen(/"name":"0002_change","state":"applied"/);
    expect(migrating.output()).not.toContain(secret);
    expect(migrating.output().match(/Waiting for/g)).toHaveLength(1);
  });

  test('another one, and which', { timeout: 120_000 }, async () => {
    const { project, url } = await changed(extended);
    using _ = project;
    // The lock for changes of tables: see the PostgreSQL driver.
    await using held = await report(url, 'SELECT pg_advisory_xact_lock(7368299)');
    await using migrating = startCommand(process.execPath, [svcBinary, 'migrate', 'up'], {
      cwd: project.path,
      env: { SVC_DATABASE_URL: url },
    });
    await migrating.seen(
      /Waiting for another change of tables, in process \d+ of the database \(application "report"/,
    );
    await held.end();
    await migrating.seen(/Ran 1 migration/);
  });
});
