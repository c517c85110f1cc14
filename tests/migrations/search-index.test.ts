/** The index of a search over documents that were there before it (docs/spec/content-tools.md#search). */
import { describe, expect, test } from 'vitest';
import { describePostgres } from '../support/services.js';
import {
  executeIn,
  type MigrationProject,
  migrationProject,
  serveProject,
} from './support/migration-project.js';

const fields = `fields: [{ name: 'title', type: 'text' }, { name: 'body', type: 'textarea' }]`;
const without = `collections: [{ slug: 'posts', ${fields} }]`;
const withSearch = (options: string): string =>
  `collections: [{ slug: 'posts', search: { fields: ${options} }, ${fields} }]`;

async function served<T>(
  project: MigrationProject,
  url: string | null,
  work: (url: string) => Promise<T>,
): Promise<T> {
  await using server = await serveProject(project, url);
  return await work(server.url);
}

/** Titles of what a search finds, and its status where that is not 200. */
async function found(url: string, search: string, draft = false): Promise<readonly string[] | number> {
  const response = await fetch(`${url}/api/posts?search=${search}&draft=${draft}`);
  if (response.status !== 200) return response.status;
  const { docs } = (await response.json()) as { readonly docs: readonly { readonly title: string }[] };
  return docs.map(({ title }) => title);
}

function suite(database: () => Promise<string | null>): void {
  test('has them from the first start on, follows the fields of the config, and goes with it', async () => {
    const url = await database();
    using project = migrationProject(without, url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await served(project, url, async (address) => {
      const create = async (data: object, headers = {}): Promise<void> => {
        const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
        const { status } = await fetch(`${address}/api/posts`, { ...init, body: JSON.stringify(data) });
        expect(status).toBe(201);
      };
      await create({ title: 'Walrus', body: 'On the ice' });
      await create({ title: 'Draft of a walrus', body: 'On the ice' }, { 'X-Draft': 'true' });
      expect(await found(address, 'walrus')).toBe(400);
    });

    project.configure(withSearch('{ title: 2 }'));
    await served(project, url, async (address) => {
      expect(await found(address, 'walrus')).toEqual(['Walrus']);
      expect(await found(address, 'walrus', true)).toHaveLength(2);
      expect(await found(address, 'ice')).toEqual([]);
    });

    project.configure(withSearch('{ title: 2, body: 1 }'));
    await served(project, url, async (address) => {
      expect(await found(address, 'ice')).toEqual(['Walrus']);
    });

    project.configure(without);
    await served(project, url, async (address) => {
      expect(await found(address, 'walrus')).toBe(400);
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
      await fetch(`${address}/api/posts`, { ...init, body: '{"title":"Late walrus"}' });
    });

    project.configure(withSearch('{ title: 2 }'));
    await served(project, url, async (address) => {
      expect(await found(address, 'walrus')).toHaveLength(2);
    });
  });

  test('is built again after a migration that changes the documents, and not after one by hand', async () => {
    const url = await database();
    using project = migrationProject(
      withSearch('{ title: 2 }'),
      url === null ? {} : { SVC_DATABASE_URL: url },
    );
    await project.done('create');
    await project.done('up');
    await served(project, url, async (address) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
      const { status } = await fetch(`${address}/api/posts`, { ...init, body: '{"title":"Walrus"}' });
      expect(status).toBe(201);
    });
    await executeIn(project, url, `UPDATE "posts" SET "title" = 'Seal'`);
    await served(project, url, async (address) => {
      expect(await found(address, 'seal')).toEqual([]);
    });
    project.configure(
      withSearch('{ title: 2 }').replace('fields: [', `fields: [{ name: 'rank', type: 'number' }, `),
    );
    await project.done('create', '--name', 'rank');
    await project.done('up');
    await served(project, url, async (address) => {
      expect(await found(address, 'seal')).toHaveLength(1);
      expect(await found(address, 'walrus')).toEqual([]);
    });
  });
}

describe('the index of a search, on SQLite', { timeout: 120_000 }, () => suite(async () => null));

describePostgres('the index of a search, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
