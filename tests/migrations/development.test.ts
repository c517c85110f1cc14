import { expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { svcBinary } from '../support/svc-command.js';
import { migrationProject } from './support/migration-project.js';

const posts = (...fields: readonly string[]): string =>
  `collections: [{ slug: 'posts', fields: [${fields.join(', ')}] }]`;
const views = `{ name: 'views', type: 'number' }`;

test('svc dev keeps values under a new name and warns of a broken rule; migrations made later count as run', {
  timeout: 120_000,
}, async () => {
  using project = migrationProject(posts(`{ name: 'title', type: 'text' }`, views));
  await project.done('create');
  {
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path });
    await dev.seen(/Migration 0001_initial has run/);
    await fetch(`${dev.url}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'One', views: 50 }),
    });
    project.configure(posts(`{ name: 'headline', type: 'text', renamedFrom: 'title' }`, views));
    await dev.seen(/posts\.title is called posts\.headline now/);
    const strict = `{ name: 'views', type: 'number', max: 10 }`;
    project.configure(posts(`{ name: 'headline', type: 'text', renamedFrom: 'title' }`, strict));
    await dev.seen(
      /Documents break a new rule\. posts\.views must be 10 or less now \(found once; for example document \S+ with 50\)/,
    );
    await dev.seen(/(Serving[\s\S]*){3}/);
    const list: unknown = await (await fetch(`${dev.url}/api/posts`)).json();
    expect(list).toMatchObject({ docs: [{ headline: 'One', views: 50 }] });
    await dev.end('SIGINT');
  }
  await project.done('create', '--name', 'headline');
  expect(await project.done('up')).toMatchObject({
    migrations: [{ name: '0002_headline', state: 'adopted' }],
  });
  expect((await project.migrate('status', '--check')).code).toBe(0);
});

test('svc dev keeps values under a new name beside what it has kept of removed fields and collections', {
  timeout: 120_000,
}, async () => {
  const config = (articles: string, ...rest: readonly string[]): string =>
    `collections: [{ slug: ${articles} }, ${rest.join(', ')}]`;
  const title = `{ name: 'title', type: 'text', renamedFrom: 'name' }`;
  using project = migrationProject(
    config(
      `'posts', fields: [{ name: 'name', type: 'text' }, ${views}]`,
      `{ slug: 'tags', fields: [${views}] }`,
    ),
  );
  await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path });
  for (const [path, body] of Object.entries({ posts: { name: 'One', views: 50 }, tags: { views: 7 } })) {
    await fetch(`${dev.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
  project.configure(config(`'posts', fields: [${title}]`));
  await dev.seen(
    /does not rename and remove in one change\. Renamed: posts\.title\. Removed: [^\n]*posts\.views/,
  );
  project.configure(config(`'posts', fields: [{ name: 'name', type: 'text' }]`));
  await dev.seen(/(Serving[\s\S]*){2}/);
  project.configure(config(`'articles', renamedFrom: 'posts', fields: [${title}]`));
  await dev.seen(/posts is called articles now/);
  await dev.seen(/(Serving[\s\S]*){3}/);
  const read = async (path: string): Promise<unknown> => (await fetch(`${dev.url}/api/${path}`)).json();
  expect(await read('articles')).toMatchObject({ docs: [{ title: 'One' }] });
  project.configure(
    config(`'articles', fields: [{ name: 'head', type: 'text', renamedFrom: 'title' }, ${views}]`),
  );
  await dev.seen(/does not rename and bring back in one change\. It has kept values of articles\.views/);
  project.configure(
    config(`'articles', fields: [${title}, ${views}]`, `{ slug: 'tags', fields: [${views}] }`),
  );
  await dev.seen(/(Serving[\s\S]*){4}/);
  expect(await read('articles')).toMatchObject({ docs: [{ title: 'One', views: 50 }] });
  expect(await read('tags')).toMatchObject({ docs: [{ views: 7 }] });
});

test('svc dev says that values of a field are kept when its name is gone, and how they get the new name', {
  timeout: 120_000,
}, async () => {
  const title = `{ name: 'title', type: 'text' }`;
  using project = migrationProject(posts(title, views));
  await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path });
  await fetch(`${dev.url}/api/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'One', views: 5 }),
  });
  project.configure(posts(`{ name: 'headline', type: 'text' }`, views));
  await dev.seen(
    /posts\.title is gone from the config; its values are kept\. If you renamed it, undo that and save; then rename it again, with renamedFrom: 'title'\./,
  );
  await dev.seen(/(Serving[\s\S]*){2}/);
  project.configure(posts(title, views));
  await dev.seen(/(Serving[\s\S]*){3}/);
  expect(dev.output()).not.toContain('posts.headline is gone');
  project.configure(posts(`{ name: 'headline', type: 'text', renamedFrom: 'title' }`, views));
  await dev.seen(/posts\.title is called posts\.headline now/);
  await dev.seen(/(Serving[\s\S]*){4}/);
  const list: unknown = await (await fetch(`${dev.url}/api/posts`)).json();
  expect(list).toMatchObject({ docs: [{ headline: 'One', views: 5 }] });
  project.configure(posts(`{ name: 'headline', type: 'text' }`));
  await dev.seen(/posts\.views is gone from the config; its values are kept\.["\n]/);
});

test('svc dev lets schedules follow the new name of a collection', { timeout: 120_000 }, async () => {
  const named = (slug: string): string => posts(`{ name: 'title', type: 'text' }`).replace(`'posts',`, slug);
  using project = migrationProject(named(`'posts',`));
  await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path });
  const send = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const answer = await fetch(`${dev.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-draft': 'true' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { readonly id: string };
  };
  const { id } = await send('posts', { title: 'Later' });
  await send(`posts/${id}/publish`, { publishAt: '2100-01-01T00:00:00.000Z' });
  project.configure(named(`'articles', renamedFrom: 'posts',`));
  await dev.seen(/posts is called articles now/);
  await dev.seen(/(Serving[\s\S]*){2}/);
  const schedule: unknown = await (await fetch(`${dev.url}/api/articles/${id}/schedule`)).json();
  expect(schedule).toMatchObject({ publishAt: '2100-01-01T00:00:00.000Z' });
});

test('what svc dev keeps without a place in the config is named before data are copied to PostgreSQL', {
  timeout: 120_000,
}, async () => {
  using project = migrationProject(posts(`{ name: 'title', type: 'text' }`, views));
  {
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path });
    await fetch(`${dev.url}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'One', views: 50 }),
    });
    project.configure(posts(`{ name: 'title', type: 'text' }`));
    await dev.seen(/(Serving[\s\S]*){2}/);
    await dev.end('SIGINT');
  }
  // No server listens on this port: the command connects only after all its checks.
  const copy = ['from-sqlite', '--to', 'postgres://postgres@127.0.0.1:1/none'];
  const refused = await project.migrate(...copy);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    '"svc dev" has kept values of removed fields and collections: posts.views. They are not copied.',
  );
  expect((await project.migrate(...copy, '--yes')).stderr).not.toContain('posts.views');
});
