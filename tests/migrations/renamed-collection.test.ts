import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.js';
import { describePostgres, describeWithoutServices } from '../support/services.js';
import {
  allRows,
  executeIn,
  type MigrationProject,
  migrationProject,
  serveProject,
} from './support/migration-project.js';

/** A relation to several collections in every kind of field that can store one. */
function configWith(slug: string, options = ''): string {
  const to = `to: ['${slug}', 'tags']`;
  const one = `{ name: 'about', type: 'relationship', ${to} }`;
  const many = `{ name: 'sees', type: 'relationship', hasMany: true, ${to} }`;
  const inside = `${one}, ${many}, { name: 'deep', type: 'array', fields: [${one}] }`;
  const fields = `{ name: 'title', type: 'text' }, ${one}, ${many}, { name: 'meta', type: 'group', fields: [${one}, ${many}] },
    { name: 'items', type: 'array', fields: [${inside}, { name: 'box', type: 'group', fields: [${one}] }] },
    { name: 'content', type: 'blocks', blocks: [{ slug: 'card', fields: [${inside}] }, { slug: 'plain', fields: [{ name: 'text', type: 'text' }] }] }`;
  return `collections: [
    { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] },
    { slug: 'notes', versions: true, fields: [${fields}] },
    { slug: '${slug}', ${options} versions: true, fields: [${fields}] },
  ], globals: [{ slug: 'site', versions: true, fields: [${fields}] }]`;
}

const before = configWith('posts');
const after = configWith('articles', `renamedFrom: 'posts',`);

interface Ids {
  readonly tag: string;
  readonly post: string;
  readonly other: string;
  readonly note: string;
}

type Json = Readonly<Record<string, unknown>>;

async function send(server: ServerProcess, method: string, path: string, body?: object): Promise<Json> {
  const [route = '', draft] = path.split(' as ');
  const answer = await fetch(`${server.url}/api/${route}`, {
    method,
    headers: { 'content-type': 'application/json', ...(draft === 'draft' && { 'x-draft': 'true' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Json;
  expect(answer.ok, `${method} ${path}: ${JSON.stringify(json)}`).toBe(true);
  return json;
}

const read = (server: ServerProcess, path: string): Promise<Json> => send(server, 'GET', path);

/** A document that refers to `post` and to `tag` in all its relations. */
function pointing(collection: string, post: string, tag: string): Json {
  const about = { collection, id: post };
  const sees = [{ collection: 'tags', id: tag }, about];
  const inside = { about, sees, deep: [{ about }, { about: { collection: 'tags', id: tag } }] };
  return {
    about,
    sees,
    meta: { about, sees },
    items: [{ ...inside, box: { about } }, { about: null }],
    content: [
      { blockType: 'card', ...inside },
      { blockType: 'plain', text: 'Plain' },
    ],
  };
}

async function fill(server: ServerProcess): Promise<Ids> {
  const create = async (path: string, body: object): Promise<string> =>
    String((await send(server, 'POST', path, body))['id']);
  const tag = await create('tags', { name: 'Tag' });
  const post = await create('posts', { title: 'Post' });
  const other = await create('posts', { title: 'Other', ...pointing('posts', post, tag) });
  await send(server, 'PATCH', `posts/${post}`, pointing('posts', other, tag));
  const note = await create('notes', { title: 'Old', ...pointing('posts', post, tag) });
  await send(server, 'PATCH', `notes/${note}`, { title: 'New', ...pointing('tags', tag, tag) });
  await send(server, 'PATCH', `notes/${note} as draft`, { title: 'Draft', ...pointing('posts', other, tag) });
  await send(server, 'PATCH', 'globals/site', { title: 'Site', ...pointing('posts', post, tag) });
  await send(server, 'PATCH', `posts/${other} as draft`, { title: 'Planned' });
  await send(server, 'POST', `posts/${other}/publish`, { publishAt: '2100-01-01T00:00:00.000Z' });
  return { tag, post, other, note };
}

/** Everything that a client can read of the documents. */
async function answers(server: ServerProcess, slug: string, ids: Ids): Promise<readonly Json[]> {
  const paths = [
    `notes/${ids.note}?draft=false`,
    `notes/${ids.note}?draft=true`,
    `notes/${ids.note}?draft=true&depth=1`,
    `notes/${ids.note}/versions`,
    `${slug}/${ids.post}`,
    `${slug}/${ids.other}?draft=true`,
    `${slug}/${ids.other}/versions`,
    `${slug}/${ids.other}/schedule`,
    `globals/site`,
    `globals/site/versions`,
  ];
  const found: Json[] = [];
  for (const path of paths) found.push(await read(server, path));
  return found;
}

function suite(database: () => Promise<string | null>): void {
  async function renamed(next: string): Promise<{
    readonly project: MigrationProject;
    readonly url: string | null;
    readonly ids: Ids;
    readonly former: readonly Json[];
  }> {
    const url = await database();
    const project = migrationProject(before, url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await using server = await serveProject(project, url);
    const ids = await fill(server);
    const former = await answers(server, 'posts', ids);
    project.configure(next);
    return { project, url, ids, former };
  }

  test('every stored pointer follows, and comes back with the way back', async () => {
    const { project, url, ids, former } = await renamed(after);
    using _ = project;
    await project.done('create', '--name', 'articles');
    await project.done('up');
    const kept = await allRows(project, url);
    expect(kept.filter(({ row }) => row.includes('posts'))).toEqual([]);
    expect(kept.filter(({ table }) => table === '_svc_schedule')).toEqual([
      { table: '_svc_schedule', row: expect.stringContaining('articles') },
    ]);
    {
      await using server = await serveProject(project, url);
      const now = await answers(server, 'articles', ids);
      expect(now).toEqual(JSON.parse(JSON.stringify(former).replaceAll('posts', 'articles')));
      expect(await read(server, `notes/${ids.note}?draft=true&depth=1`)).toMatchObject({
        about: { collection: 'articles', doc: { title: 'Planned' } },
        items: [{ sees: [{ doc: { name: 'Tag' } }, { doc: { title: 'Planned' } }] }, {}],
      });
      await filtersFind(server, ids);
      await oldVersionComesBack(server, ids);
    }
    await project.done('down', '--yes');
    for (const file of project.files().filter((name) => name.startsWith('0002')))
      rmSync(join(project.path, 'migrations', file));
    project.configure(before);
    {
      await using server = await serveProject(project, url);
      expect(await read(server, `notes/${ids.note}?draft=true`)).toMatchObject({
        title: 'Old',
        ...pointing('posts', ids.post, ids.tag),
      });
      // The deletion also finds the relations that it must clear.
      await send(server, 'POST', `notes/${ids.note}/publish`);
      await send(server, 'DELETE', `posts/${ids.post}`);
      expect(await read(server, `notes/${ids.note}`)).toMatchObject({
        about: null,
        sees: [{ collection: 'tags', id: ids.tag }],
        items: [{ about: null, deep: [{ about: null }, {}] }, {}],
        content: [{ about: null, sees: [{ collection: 'tags', id: ids.tag }] }, {}],
      });
    }
  });

  test('so does a pointer whose field has another form at once', async () => {
    const { project, url, ids } = await renamed(
      after
        .replace(
          /(slug: 'notes'[\s\S]*?name: 'about', type: 'relationship',) to: \[[^\]]*\]/,
          `$1 hasMany: true, to: ['articles', 'tags']`,
        )
        .replace(
          /(slug: 'notes'[\s\S]*?name: 'sees', type: 'relationship',) hasMany: true, to: \[[^\]]*\]/,
          `$1 to: 'articles'`,
        ),
    );
    using _ = project;
    await project.done('create', '--confirm-drop', 'notes.sees');
    const refused = await project.migrate('up');
    expect(refused.stderr).toContain('notes.sees takes one document now, and points to more');
    for (const table of ['notes__sees', 'notes__sees__pending'])
      await executeIn(project, url, `DELETE FROM "${table}" WHERE "collection" = 'tags'`);
    await project.done('up');
    await using server = await serveProject(project, url);
    expect(await read(server, `notes/${ids.note}?draft=true`)).toMatchObject({
      about: [{ collection: 'articles', id: ids.other }],
      sees: ids.other,
    });
  });
}

async function filtersFind(server: ServerProcess, ids: Ids): Promise<void> {
  const pointer = { collection: 'articles', id: ids.other };
  for (const where of [
    { about: { equals: pointer } },
    { sees: { contains: pointer } },
    { 'meta.about': { equals: pointer } },
    { 'items.about': { equals: pointer } },
    { 'content.card.sees': { contains: pointer } },
  ]) {
    const list = await read(server, `notes?draft=true&where=${encodeURIComponent(JSON.stringify(where))}`);
    expect({ where, totalDocs: list['totalDocs'] }).toEqual({ where, totalDocs: 1 });
  }
}

async function oldVersionComesBack(server: ServerProcess, ids: Ids): Promise<void> {
  const { docs } = (await read(server, `notes/${ids.note}/versions`)) as {
    docs: readonly { readonly id: string; readonly document: { readonly title: string } }[];
  };
  const oldest = docs.find(({ document }) => document.title === 'Old');
  await send(server, 'POST', `notes/${ids.note}/versions/${oldest?.id ?? ''}/restore`);
  expect(await read(server, `notes/${ids.note}?draft=true`)).toMatchObject({
    title: 'Old',
    ...pointing('articles', ids.post, ids.tag),
  });
}

describeWithoutServices('a collection with another name, on SQLite', () => suite(async () => null), {
  timeout: 120_000,
});

describePostgres('a collection with another name, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
