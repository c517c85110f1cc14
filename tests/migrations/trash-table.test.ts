/** The table of a trash in migrations and in `svc dev` (docs/spec/content-tools.md#trash). */
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svcBinary } from '../support/svc-command.js';
import {
  type MigrationProject,
  migrationProject,
  rowsIn,
  serveProject,
} from './support/migration-project.js';

const fields = `fields: [{ name: 'title', type: 'text' }]`;
const without = `collections: [{ slug: 'posts', drafts: false, ${fields} }]`;
const withTrash = `collections: [{ slug: 'posts', drafts: false, trash: true, ${fields} }]`;

/** Creates a document and deletes it. */
async function trashOne(url: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const created = await fetch(`${url}/api/posts`, { method: 'POST', headers, body: '{"title":"One"}' });
  const { id } = (await created.json()) as { readonly id: string };
  expect((await fetch(`${url}/api/posts/${id}`, { method: 'DELETE' })).status).toBe(200);
}

async function inTrash(url: string): Promise<number> {
  const page = (await (await fetch(`${url}/api/posts?trash=only`)).json()) as { readonly totalDocs: number };
  return page.totalDocs;
}

const tablesOf = (project: MigrationProject, url: string | null) =>
  rowsIn(
    project,
    url,
    url === null
      ? `SELECT name FROM sqlite_master WHERE name = 'posts__trash'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_name = 'posts__trash'`,
  );

function suite(database: () => Promise<string | null>): void {
  test('migrations make it, and drop it with its documents only when that is confirmed', async () => {
    const url = await database();
    using project = migrationProject(without, url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    expect(await tablesOf(project, url)).toEqual([]);
    project.configure(withTrash);
    await project.done('create', '--name', 'trash');
    await project.done('up');
    expect(await tablesOf(project, url)).toEqual([{ name: 'posts__trash' }]);
    {
      await using server = await serveProject(project, url);
      await trashOne(server.url);
      expect(await inTrash(server.url)).toBe(1);
    }
    project.configure(without);
    const refused = await project.migrate('create', '--name', 'none');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('--confirm-drop posts:trash'),
    ]);
    await project.done('create', '--name', 'none', '--confirm-drop', 'posts:trash');
    await project.done('up');
    expect(await tablesOf(project, url)).toEqual([]);
  });

  test('svc dev makes it, keeps it where the option is gone, and shows it again with the option', async () => {
    const url = await database();
    const env = url === null ? {} : { SVC_DATABASE_URL: url };
    using project = migrationProject(without, env);
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path, env });
    project.configure(withTrash);
    await dev.seen(/(Serving[\s\S]*){2}/);
    await trashOne(dev.url);
    project.configure(without);
    await dev.seen(/(Serving[\s\S]*){3}/);
    expect((await fetch(`${dev.url}/api/posts?trash=only`)).status).toBe(400);
    project.configure(withTrash);
    await dev.seen(/(Serving[\s\S]*){4}/);
    expect(await inTrash(dev.url)).toBe(1);
    await dev.end('SIGINT');
  });
}

describe('the table of a trash, on SQLite', { timeout: 120_000 }, () => suite(async () => null));

describePostgres('the table of a trash, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
