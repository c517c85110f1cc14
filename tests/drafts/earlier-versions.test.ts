/**
 * The state of a document before its first version: of documents that were imported, or that are older than
 * their history.
 */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../access/support/guarded-service.js';
import { startAuthServer } from '../support/auth-server.js';
import { articles, type Desk, done, openDesk } from './support/desk.js';

/** Deletes the history, as if `versions` had been enabled later. */
async function withoutHistory(desk: Desk, table = 'articles'): Promise<void> {
  await desk.service.driver.briefTransaction((connection) =>
    connection.run(`DELETE FROM "${table}__versions"`, []),
  );
}

async function historyOf(desk: Desk, path: string): Promise<readonly object[]> {
  const { docs } = done(await desk.editor.get(`${path}/versions`));
  return docs.map(({ status, createdBy, document }: Answer) => ({
    status,
    createdBy,
    title: document['title'],
    revision: document['_revision'],
  }));
}

const editor = expect.any(String);

describe('the first write of a document without a history keeps what was before', () => {
  test('when it is published', async () => {
    const desk = await openDesk();
    const { id, updatedAt } = await desk.publish({ title: 'Imported' });
    await withoutHistory(desk);
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Changed' }));
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Again' }));
    expect(await historyOf(desk, `/api/articles/${id}`)).toEqual([
      { status: 'published', createdBy: editor, title: 'Again', revision: 3 },
      { status: 'published', createdBy: editor, title: 'Changed', revision: 2 },
      { status: 'published', createdBy: null, title: 'Imported', revision: 1 },
    ]);
    const { docs } = done(await desk.editor.get(`/api/articles/${id}/versions`));
    expect(docs.at(-1).createdAt).toBe(updatedAt);
  });

  test('what is published and the draft over it', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Imported' });
    done(await desk.save(id, { title: 'Imported draft' }));
    await withoutHistory(desk);
    done(await desk.save(id, { title: 'Changed' }));
    expect(await historyOf(desk, `/api/articles/${id}`)).toEqual([
      { status: 'draft', createdBy: editor, title: 'Changed', revision: 3 },
      { status: 'draft', createdBy: null, title: 'Imported draft', revision: 2 },
      { status: 'published', createdBy: null, title: 'Imported', revision: 1 },
    ]);
  });

  test('also when the write is none that the history keeps', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Imported' });
    done(await desk.save(id, { title: 'Imported draft' }));
    await withoutHistory(desk);
    done(await desk.editor.post(`/api/articles/${id}/unpublish`, {}));
    expect(await historyOf(desk, `/api/articles/${id}`)).toEqual([
      { status: 'draft', createdBy: null, title: 'Imported draft', revision: 2 },
      { status: 'published', createdBy: null, title: 'Imported', revision: 1 },
    ]);
  });

  test('of a global, and where there are no drafts', async () => {
    const desk = await openDesk({
      collections: [{ ...articles, drafts: false, versions: { max: 2 } }],
      globals: [{ slug: 'front', versions: true, fields: [{ name: 'title', type: 'text' }] }],
    });
    done(await desk.editor.patch('/api/globals/front', { title: 'Imported' }));
    await withoutHistory(desk, desk.service.contract.globals[0]?.table);
    done(await desk.editor.patch('/api/globals/front', { title: 'Changed' }));
    expect(await historyOf(desk, '/api/globals/front')).toMatchObject([
      { title: 'Changed' },
      { title: 'Imported', createdBy: null },
    ]);
    const { id } = await desk.publish({ title: 'Imported' });
    await withoutHistory(desk);
    done(await desk.editor.patch(`/api/articles/${id}`, { title: 'Changed' }));
    expect(await historyOf(desk, `/api/articles/${id}`)).toMatchObject([
      { title: 'Changed' },
      { title: 'Imported', createdBy: null },
    ]);
  });
});

test('versions name their author to all who may see them, also without the right to read users', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          versions: true,
          access: { create: ['editor', 'super_admin'], update: ['editor', 'super_admin'] },
          fields: [{ name: 'title', type: 'text' }],
        },
      ],
    },
  });
  const chief = await server.signedIn();
  const { id: userId } = await server.addUser('ed@example.com', { role: 'editor' });
  const ed = await server.signedIn('ed@example.com');
  const me = (await chief.get('/api/auth/me')).body.user.id;
  await chief.send('PATCH', `/api/users/${me}`, { name: 'Grace' });
  const { id } = (await chief.post('/api/posts', { title: 'One' })).body;
  await ed.send('PATCH', `/api/posts/${id}`, { title: 'Two' });
  const { body: made } = await chief.post('/api/auth/api-keys', { name: 'robot', role: 'editor' });
  const key = { 'x-api-key': made.key };
  await server.client().send('PATCH', `/api/posts/${id}`, { title: 'Three' }, key);
  expect((await ed.get(`/api/users/${me}`)).status).toBe(403);
  const { docs } = (await ed.get(`/api/posts/${id}/versions`)).body;
  expect(
    docs.map(({ createdBy, createdByName }: Record<string, unknown>) => [createdBy, createdByName]),
  ).toEqual([
    [`key:${made.apiKey.id}`, undefined],
    [userId, undefined],
    [me, 'Grace'],
  ]);
  expect((await ed.get(`/api/posts/${id}/versions/${docs[2].id}`)).body.createdByName).toBe('Grace');
  await ed.send('PATCH', `/api/users/${userId}`, { name: 'Ed' });
  expect((await ed.get(`/api/posts/${id}/versions`)).body.docs[1].createdByName).toBe('Ed');
  expect((await chief.delete(`/api/users/${userId}`)).status).toBe(200);
  const left = (await chief.get(`/api/posts/${id}/versions`)).body.docs[1];
  expect(left.createdBy).toBe(userId);
  expect(left).not.toHaveProperty('createdByName');
});
