/** Labels of versions and comments on them end with their versions: docs/spec/content-tools.md#together. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { adminRoutes } from '../../runtime/http/admin-routes/admin-routes.js';
import { type AuthClient, type AuthServer, minute, startAuthServer } from '../support/auth-server.js';

const day = 24 * 60 * minute;

async function open(): Promise<{ readonly server: AuthServer; readonly admin: AuthClient }> {
  const config: Partial<ServiceConfig> = {
    collections: [
      { slug: 'posts', versions: { max: 2 }, trash: { days: 5 }, fields: [{ name: 'title', type: 'text' }] },
      {
        slug: 'replies',
        versions: true,
        drafts: false,
        fields: [{ name: 'user', type: 'relationship', to: 'users', onDelete: 'cascade' }],
      },
    ],
    globals: [{ slug: 'site', versions: true, fields: [{ name: 'name', type: 'text' }] }],
  };
  const moreRoutes = adminRoutes(new URL('file:///none/admin.json'), {
    ...config,
    auth: { secret: 'not looked at in these tests, but long enough' },
  });
  const server = await startAuthServer({ config, moreRoutes });
  return { server, admin: await server.signedIn() };
}

async function newestOf(admin: AuthClient, path: string): Promise<string> {
  return (await admin.get(`/api/${path}/versions?limit=1`)).body.docs[0].id;
}

async function note(admin: AuthClient, path: string): Promise<string> {
  const version = await newestOf(admin, path);
  const at = `/api/admin/versions/${path}/${version}`;
  expect((await admin.send('PUT', `${at}/label`, { label: 'Said' })).status).toBe(200);
  expect((await admin.post(`${at}/comments`, { text: 'Said' })).status).toBe(200);
  return version;
}

async function kept({ services }: AuthServer): Promise<readonly number[]> {
  const count = async (table: string): Promise<number> =>
    Number((await services.driver.get(`SELECT count(*) AS "total" FROM "${table}"`, []))?.['total']);
  return [await count('_svc_version_labels'), await count('_svc_version_comments')];
}

test('what is said of a version ends with it', async () => {
  const { server, admin } = await open();
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  const other = (await admin.post('/api/posts', { title: 'Other' })).body;
  await note(admin, `posts/${id}`);
  await note(admin, `posts/${other.id}`);
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Two' });
  expect(await kept(server)).toEqual([2, 2]);
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Three' });
  expect(await kept(server)).toEqual([1, 1]);
});

test('what is said of a saved draft keeps it from being replaced', async () => {
  const { server, admin } = await open();
  const typing = { 'x-draft': 'true', 'x-autosave': 'true' };
  const { id } = (await admin.post('/api/posts', { title: 'One' }, { 'x-draft': 'true' })).body;
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Two' }, typing);
  const version = await note(admin, `posts/${id}`);
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Three' }, typing);
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Four' }, typing);
  const { docs } = (await admin.get(`/api/posts/${id}/versions`)).body;
  expect(docs.map((one: { document: { title: string } }) => one.document.title)).toEqual(['Four', 'Two']);
  expect(docs[1].id).toBe(version);
  expect(await kept(server)).toEqual([1, 1]);
});

test('what is said ends with the document, also by time and by the deletion of a user', async () => {
  const { server, admin } = await open();
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  await note(admin, `posts/${id}`);
  await admin.delete(`/api/posts/${id}`);
  expect(await kept(server)).toEqual([1, 1]);
  server.time.now += 6 * day;
  await server.store.parts?.get('trash')?.work?.run();
  expect(await kept(server)).toEqual([0, 0]);
  const user = await server.addUser('ada@example.com', { role: 'author' });
  const later = await server.signedIn();
  const reply = (await later.post('/api/replies', { user: user.id })).body;
  await note(later, `replies/${reply.id}`);
  expect((await later.delete(`/api/users/${user.id}`)).status).toBe(200);
  expect((await later.get(`/api/replies/${reply.id}`)).status).toBe(404);
  expect(await kept(server)).toEqual([0, 0]);
});

test('of many comments the newest are shown, the oldest of them first', async () => {
  const { server, admin } = await open();
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  const version = await note(admin, `posts/${id}`);
  const row = await server.services.driver.get('SELECT * FROM "_svc_version_comments"', []);
  const { author, at } = row ?? {};
  for (let one = 1; one <= 1_000; one += 1) {
    await server.services.driver.run(
      `INSERT INTO "_svc_version_comments" ("id", "kind", "slug", "document", "version", "text", "author", "at")
        VALUES (?, 'collection', 'posts', ?, ?, ?, ?, ?)`,
      [`c${one}`, id, version, `Comment ${one}`, author ?? null, Number(at) + one],
    );
  }
  const { comments } = (await admin.get(`/api/admin/versions/posts/${id}`)).body;
  expect(comments).toHaveLength(1_000);
  expect([comments[0].text, comments.at(-1).text]).toEqual(['Comment 1', 'Comment 1000']);
});

test.each(['a\u0000b', 'half \ud83d'])('a text %j is refused as a label and as a comment', async (text) => {
  const { admin } = await open();
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  const at = `/api/admin/versions/posts/${id}/${await newestOf(admin, `posts/${id}`)}`;
  const label = await admin.send('PUT', `${at}/label`, { label: text });
  expect(label).toMatchObject({ status: 400, body: { details: [{ path: 'label' }] } });
  const comment = await admin.post(`${at}/comments`, { text });
  expect(comment).toMatchObject({ status: 400, body: { details: [{ path: 'text' }] } });
});

test('a comment has 2,000 characters at most', async () => {
  const { admin } = await open();
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  const at = `/api/admin/versions/posts/${id}/${await newestOf(admin, `posts/${id}`)}/comments`;
  expect((await admin.post(at, { text: 'x'.repeat(2_000) })).status).toBe(200);
  expect(await admin.post(at, { text: 'x'.repeat(2_001) })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'text' }] },
  });
});

test('a version that the requester does not see has no notes for them', async () => {
  const staff = ['super_admin', 'admin', 'editor'];
  const config: Partial<ServiceConfig> = {
    collections: [
      {
        slug: 'posts',
        versions: true,
        drafts: { readRoles: staff },
        access: { update: [...staff, 'author'] },
        fields: [{ name: 'title', type: 'text' }],
      },
    ],
  };
  const moreRoutes = adminRoutes(new URL('file:///none/admin.json'), {
    ...config,
    auth: { secret: 'not looked at in these tests, but long enough' },
  });
  const server = await startAuthServer({ config, moreRoutes });
  const admin = await server.signedIn();
  await server.addUser('author@example.com', { role: 'author' });
  const author = await server.signedIn('author@example.com');
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  const published = await newestOf(admin, `posts/${id}`);
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Two' }, { 'x-draft': 'true' });
  const draft = await note(admin, `posts/${id}`);
  const path = `/api/admin/versions/posts/${id}`;
  expect((await author.get(path)).body).toEqual({ labels: [], comments: [] });
  for (const [version, status] of [
    [draft, 404],
    [published, 200],
  ] as const) {
    const label = await author.send('PUT', `${path}/${version}/label`, { label: 'Mine' });
    const comment = await author.post(`${path}/${version}/comments`, { text: 'Mine' });
    expect([version, label.status, comment.status]).toEqual([version, status, status]);
    expect(JSON.stringify([label.body, comment.body])).not.toContain('Said');
  }
});

test('a global has notes at its own address only', async () => {
  const { admin } = await open();
  await admin.send('PATCH', '/api/globals/site', { name: 'One' });
  expect((await admin.get('/api/admin/versions/globals.site/global')).status).toBe(200);
  expect((await admin.get('/api/admin/versions/globals.site/other')).status).toBe(404);
});
