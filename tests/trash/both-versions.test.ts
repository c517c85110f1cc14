/** The trash shows documents whose versions are both readable (docs/spec/content-tools.md#trash). */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthClient, startAuthServer } from '../support/auth-server.js';

const everyone = ['super_admin', 'author'];

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      trash: true,
      drafts: { readRoles: everyone },
      admin: { useAsTitle: 'title' },
      access: {
        read: ({ req }) => req.user?.role === 'super_admin' || { open: { equals: true } },
        create: everyone,
        update: everyone,
        delete: everyone,
        purge: everyone,
      },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'open', type: 'boolean' },
      ],
    },
  ],
};

interface Desk {
  readonly admin: AuthClient;
  readonly author: AuthClient;
  /** The id of a document in the trash. */
  trash(published: object, draft?: object): Promise<string>;
}

async function openDesk(): Promise<Desk> {
  const server = await startAuthServer({ config });
  await server.addUser('author@example.com', { role: 'author' });
  const admin = await server.signedIn();
  return {
    admin,
    author: await server.signedIn('author@example.com'),
    async trash(published, draft) {
      const { id } = (await admin.post('/api/posts', published)).body;
      if (draft !== undefined) await admin.send('PATCH', `/api/posts/${id}`, draft, { 'x-draft': 'true' });
      expect((await admin.delete(`/api/posts/${id}`)).status).toBe(200);
      return id;
    },
  };
}

const closed = { title: 'Secret plan', open: false };
const opened = { title: 'Plan', open: true };
const only = '/api/posts?trash=only';
const titled = (contains: string): string =>
  `${only}&where=${encodeURIComponent(JSON.stringify({ title: { contains } }))}`;

test('whose published version is hidden is not restored, changed or purged by its draft', async () => {
  const { admin, author, trash } = await openDesk();
  const id = await trash(closed, opened);
  for (const refused of [
    await author.get(`/api/posts/${id}?trash=only`),
    await author.post(`/api/posts/${id}/restore`, {}),
    await author.post(`/api/posts/${id}/restore`, { values: { title: 'Other' } }),
    await author.delete(`/api/posts/${id}?permanent=true`),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(JSON.stringify(refused.body)).not.toContain('Secret');
  }
  for (const operation of [
    { op: 'restore', id },
    { op: 'delete', id, permanent: true },
  ]) {
    const { status, body } = await author.post('/api/posts/bulk', { operations: [operation] });
    expect([status, JSON.stringify(body).includes('NOT_FOUND')]).toEqual([404, true]);
  }
  expect((await author.post('/api/posts/trash/empty', {})).body).toEqual({ purged: 0, left: 0 });
  expect((await admin.post(`/api/posts/${id}/restore`, {})).body).toMatchObject(closed);
});

test('neither lists, counts nor filters by title tell of it', async () => {
  const { admin, author, trash } = await openDesk();
  await trash(closed, opened);
  for (const path of [only, titled('Secret'), titled('Plan'), `${only}&sort=title_asc`]) {
    expect((await author.get(path)).body).toMatchObject({ docs: [], totalDocs: 0 });
  }
  expect((await admin.get(titled('Secret'))).body.totalDocs).toBe(1);
});

test('documents with both versions readable, or one, are seen and return', async () => {
  const { author, trash } = await openDesk();
  const both = await trash({ title: 'Live', open: true }, { title: 'Next', open: true });
  const live = await trash(opened);
  const hiddenDraft = await trash(opened, closed);
  expect((await author.get(only)).body.totalDocs).toBe(2);
  expect((await author.post(`/api/posts/${hiddenDraft}/restore`, {})).status).toBe(404);
  for (const id of [both, live]) expect((await author.post(`/api/posts/${id}/restore`, {})).status).toBe(200);
  expect((await author.get(`/api/posts/${both}?draft=false`)).body.title).toBe('Live');
});

test('a document that was never published is seen by its draft alone', async () => {
  const { admin, author } = await openDesk();
  const { id } = (await admin.post('/api/posts', opened, { 'x-draft': 'true' })).body;
  await admin.delete(`/api/posts/${id}`);
  expect((await author.get(titled('Plan'))).body.totalDocs).toBe(1);
  expect((await author.post(`/api/posts/${id}/restore`, {})).status).toBe(200);
});
