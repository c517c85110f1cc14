import { expect, test } from 'vitest';
import { describePostgres, describeWithoutServices } from '../support/services.js';
import { svc } from '../support/svc-command.js';
import { migrationProject } from './support/migration-project.js';

const first = `auth: { secret: process.env.SVC_SECRET }, collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }]`;
const second = first.replace(`type: 'text'`, `type: 'text', index: true`);
const bootstrap = ['auth', 'bootstrap', '-e', 'ada@example.com', '-p', 'Correct-horse-7-battery'];

describeWithoutServices('commands before the first migration has run, on SQLite', () =>
  beforeMigrations(async () => null),
);

describePostgres('commands before the first migration has run, on PostgreSQL', beforeMigrations);

function beforeMigrations(fresh: () => Promise<string | null>): void {
  test('bootstrap of an empty database runs the migrations, and "up" has nothing left to do', async () => {
    const { project, env } = await made();
    using _ = project;
    const result = await svc(bootstrap, { cwd: project.path, env });
    expect(result.stderr).toBe('');
    expect(result.code).toBe(0);
    expect(await project.done('status', '--check')).toMatchObject({
      applied: [
        { name: '0001_initial', state: 'applied' },
        { name: '0002_index', state: 'applied' },
      ],
    });
    expect(await project.done('up')).toMatchObject({ migrations: [] });
    const again = await svc(bootstrap, { cwd: project.path, env });
    expect(again.code).toBe(1);
    expect(again.stderr).not.toContain('migrat');
  }, 60_000);

  test('with content, one that has not run is named', async () => {
    const { project, env } = await made();
    using _ = project;
    await project.done('up');
    await project.done('down');
    const { code, stderr } = await svc(bootstrap, { cwd: project.path, env });
    expect(code).toBe(1);
    expect(stderr).toContain('A migration has not run in this database: 0002_index. Run "svc migrate up"');
    const exported = await svc(['export'], { cwd: project.path, env });
    expect(exported.stderr).toContain('0002_index. Run "svc migrate up"');
  }, 60_000);

  async function made(): Promise<{
    readonly project: ReturnType<typeof migrationProject>;
    readonly env: Readonly<Record<string, string>>;
  }> {
    const url = await fresh();
    const env = { SVC_SECRET: 'a'.repeat(40), ...(url !== null && { SVC_DATABASE_URL: url }) };
    const project = migrationProject(first, env);
    await project.done('create');
    project.configure(second);
    await project.done('create', '--name', 'index');
    return { project, env };
  }
}
