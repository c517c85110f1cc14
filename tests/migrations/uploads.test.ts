/** Collections that get files, and that lose them. */
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svcBinary } from '../support/svc-command.js';
import { executeIn, migrationProject, rowsIn } from './support/migration-project.js';

const configWith = (upload: string): string =>
  `collections: [{ slug: 'papers', ${upload} fields: [{ name: 'title', type: 'text' }] }]`;
const withFiles = configWith(`upload: { mimeTypes: ['application/pdf'] },`);

function suite(database: () => Promise<string | null>): void {
  test('files begin without documents, and end when it is confirmed', async () => {
    const url = await database();
    using project = migrationProject(configWith(''), url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await executeIn(project, url, `INSERT INTO papers (id, title) VALUES ('p1', 'One')`);
    project.configure(withFiles);
    await project.done('create', '--name', 'files');
    const { code, stderr } = await project.migrate('up');
    expect(code).toBe(1);
    expect(stderr).toContain('each document of papers has a file now, and there are documents without one');
    expect(stderr).toContain('document p1');
    expect(stderr).not.toContain('papers.checksum');
    await executeIn(project, url, `DELETE FROM papers`);
    await project.done('up');

    project.configure(configWith(''));
    const refused = await project.migrate('create', '--name', 'plain', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.stderr.match(/--confirm-drop \S+$/m)?.[0]).toBe('--confirm-drop papers:files');
    await project.done('create', '--name', 'plain', '--confirm-drop', 'papers:files');
    await project.done('up');
  });

  test('svc dev refuses files for documents that have none, and changes nothing', async () => {
    const url = await database();
    const env = url === null ? {} : { SVC_DATABASE_URL: url };
    using project = migrationProject(configWith(''), env);
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path, env });
    const created = await fetch(`${dev.url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'One' }),
    });
    expect(created.status).toBe(201);
    project.configure(withFiles);
    await dev.seen(/Each document of papers has a file now, and there are documents without one/);
    const [row] = await rowsIn(project, url, 'SELECT * FROM papers');
    expect(row).toMatchObject({ title: 'One' });
    expect(Object.keys(row ?? {})).not.toContain('checksum');
    await executeIn(project, url, 'DELETE FROM papers');
    project.configure(`${withFiles}, name: 'Papers'`);
    await dev.seen(/(Serving[\s\S]*){2}/);
    const { docs } = (await (await fetch(`${dev.url}/api/papers`)).json()) as { docs: unknown };
    expect(docs).toEqual([]);
    await dev.end('SIGINT');
  });

  test('folders begin with nothing in them, and end when it is confirmed', async () => {
    const url = await database();
    const with_ = (folders: string): string => configWith(`upload: { mimeTypes: ['text/csv'], ${folders} },`);
    using project = migrationProject(with_(''), url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    const file = `'a.csv', 'text/csv', 1, 'sha256-', '/'`;
    await executeIn(
      project,
      url,
      `INSERT INTO papers (id, filename, "mimeType", filesize, checksum, url) VALUES ('p1', ${file})`,
    );
    project.configure(with_('folders: true,'));
    await project.done('create', '--name', 'folders');
    await project.done('up');
    await executeIn(project, url, `INSERT INTO papers_folders (id, name) VALUES ('f1', 'One')`);
    await executeIn(project, url, `UPDATE papers SET folder = 'f1'`);

    project.configure(with_(''));
    const refused = await project.migrate('create', '--name', 'flat', '--yes');
    expect(refused.code).toBe(1);
    const confirmed = ['--confirm-drop', 'papers.folder', '--confirm-drop', 'papers_folders'];
    expect(refused.stderr).toContain(confirmed.join(' '));
    await project.done('create', '--name', 'flat', ...confirmed);
    await project.done('up');
  });
}

describe('a collection, on SQLite', { timeout: 120_000 }, () => suite(async () => null));

describePostgres('a collection, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
