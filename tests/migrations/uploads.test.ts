/** Collections that get files, and that lose them. */
import { describe, expect, test } from 'vitest';
import { describePostgres } from '../support/services.js';
import { executeIn, migrationProject } from './support/migration-project.js';

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
}

describe('a collection, on SQLite', { timeout: 120_000 }, () => suite(async () => null));

describePostgres('a collection, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
