/** Writes as `system` in the audit log (docs/spec/auth.md#audit-log). */
import { expect, test } from 'vitest';
import { refuse } from '../../runtime/errors/refusal.js';
import { type Answered, type AuthServer, startAuthServer } from '../support/auth-server.js';
import { of } from './support/of.js';

async function entries(server: AuthServer): Promise<Answered[]> {
  const { body } = await (await server.signedIn()).get('/api/auth/audit-log?type=system.write');
  return body.docs.toReversed();
}

test('each write as system has an entry that says what led to it', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          access: { create: () => true },
          fields: [{ name: 'title', type: 'text' }],
          hooks: {
            beforeChange: async ({ data, local }) => {
              const { id } = await of(local, 'notes').create({ text: 'a' }, { as: 'system' });
              await of(local.as('system'), 'notes').update(id, { text: 'b' });
              await of(local.as('system'), 'notes').find();
              if (data['title'] === 'bad') throw refuse('No.');
            },
          },
        },
        { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
      ],
      globals: [{ slug: 'site', drafts: false, fields: [{ name: 'title', type: 'text' }] }],
    },
  });
  const visitor = server.client();
  expect((await visitor.post('/api/posts', { title: 'bad' })).status).toBe(400);
  expect(await entries(server)).toEqual([]);
  const { status, headers } = await visitor.post('/api/posts', { title: 'good' });
  expect(status).toBe(201);
  const by = ', by posts.beforeChange';
  const ofRequest = {
    actorId: 'system',
    userId: null,
    ip: '127.0.0.1',
    requestId: headers.get('x-request-id'),
  };
  expect(await entries(server)).toMatchObject([
    { ...ofRequest, reason: expect.stringMatching(`^create notes \\S+${by}$`) },
    { ...ofRequest, reason: expect.stringMatching(`^update notes \\S+${by}$`) },
  ]);

  const system = server.app.local.as('system');
  await system.globals['site']?.update({ title: 'x' });
  const draft = await of(system, 'posts').create({ title: 'd' }, { draft: true, hooks: false });
  await of(system, 'posts').publish(draft.id, {}, { hooks: false });
  await of(system, 'posts').delete(draft.id);
  expect((await entries(server)).slice(2).map(({ reason, ip }) => [reason, ip])).toEqual([
    ['update globals.site global', null],
    [`create posts ${draft.id}`, null],
    [`publish posts ${draft.id}`, null],
    [`delete posts ${draft.id}`, null],
  ]);
});

test('what a deletion as system takes along has entries, too, and a deletion for good names the service', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        { slug: 'posts', trash: true, fields: [{ name: 'title', type: 'text' }] },
        {
          slug: 'notes',
          trash: true,
          fields: [{ name: 'post', type: 'relationship', to: 'posts', onDelete: 'cascade' }],
        },
      ],
    },
  });
  const system = server.app.local.as('system');
  const post = await of(system, 'posts').create({ title: 'a' });
  const note = await of(system, 'notes').create({ post: post.id });
  await of(system, 'posts').delete(post.id);
  expect((await entries(server)).slice(2).map(({ reason }) => reason)).toEqual([
    `delete posts ${post.id}`,
    `delete notes ${note.id}`,
  ]);
  await of(system, 'posts').trash.purge(post.id);
  const admin = await server.signedIn();
  const { docs } = (await admin.get('/api/auth/audit-log?type=document.purged')).body;
  expect(docs).toMatchObject([{ actorId: 'system', reason: `collection posts ${post.id}` }]);
});
