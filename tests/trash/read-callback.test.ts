/** A callback for reading that refuses also refuses the trash (docs/spec/content-tools.md#trash). */
import { expect, test } from 'vitest';
import { startAuthServer } from '../support/auth-server.js';

test('who is refused by a callback for reading neither lists nor restores nor purges', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'notes',
          drafts: false,
          trash: true,
          access: {
            read: ({ req }) => req.user?.role === 'super_admin',
            create: ['author', 'super_admin'],
            delete: ['author', 'super_admin'],
            purge: ['author', 'super_admin'],
          },
          fields: [{ name: 'text', type: 'text' }],
        },
      ],
    },
  });
  await server.addUser('author@example.com', { role: 'author' });
  const admin = await server.signedIn();
  const author = await server.signedIn('author@example.com');
  const { id } = (await admin.post('/api/notes', { text: 'Hidden' })).body;
  expect((await author.delete(`/api/notes/${id}`)).status).toBe(403);
  expect((await admin.delete(`/api/notes/${id}`)).status).toBe(200);
  for (const refused of [
    await author.get('/api/notes?trash=only'),
    await author.get(`/api/notes/${id}?trash=only`),
    await author.post(`/api/notes/${id}/restore`, {}),
    await author.delete(`/api/notes/${id}?permanent=true`),
    await author.post('/api/notes/trash/empty', {}),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  }
  expect((await admin.get('/api/notes?trash=only')).body.totalDocs).toBe(1);
  expect((await admin.post(`/api/notes/${id}/restore`, {})).body).toMatchObject({ id, text: 'Hidden' });
});
