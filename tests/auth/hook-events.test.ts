/** What hooks of `users` learn of each way to write an account. */
import { expect, test } from 'vitest';
import type { ChangeArguments } from '../../runtime/config/hook-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import { password } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const bob = 'bob@example.com';
const eve = 'eve@example.com';

test('accounts are created and updated, and a hook sees the account before', async () => {
  const seen: unknown[] = [];
  const afterChange = ({ event, document, previous }: ChangeArguments): void => {
    const before = previous === null ? null : [previous['name'], previous['role']];
    seen.push([event, document['email'], document['name'], before]);
  };
  const afterDelete = ({ event, document }: { event: string; document: object | null }): void =>
    void seen.push([event, document === null ? null : 'email' in document && document.email]);
  const server = await startMailedServer({
    config: {
      collections: [
        {
          slug: 'users',
          fields: [{ name: 'department', type: 'text' }],
          hooks: { afterChange, afterDelete },
        },
      ],
    },
  });
  const admin = await server.signedIn();
  const since = (): unknown[] => seen.splice(0);
  since();

  await server.client().post('/api/auth/register', { email: ada, password, name: 'Ada' });
  expect(since()).toEqual([['create', ada, 'Ada', null]]);

  const { body } = await admin.post('/api/users', { email: bob, password, name: 'Bob', role: 'author' });
  expect(since()).toEqual([['create', bob, 'Bob', null]]);

  await admin.post('/api/auth/invites', { email: eve, role: 'editor', name: 'Eve' });
  expect(since()).toEqual([]);
  const token = await server.lastToken(eve);
  await server.client().post('/api/auth/accept-invite', { token, password });
  expect(since()).toEqual([['create', eve, 'Eve', null]]);

  await admin.send('PATCH', `/api/users/${body.id}`, { name: 'Robert', role: 'editor' });
  expect(since()).toEqual([['update', bob, 'Robert', ['Bob', 'author']]]);

  const owner = await server.signedIn(bob);
  await owner.send('PATCH', `/api/users/${body.id}`, { department: 'Press' });
  expect(since()).toEqual([['update', bob, 'Robert', ['Robert', 'editor']]]);

  await admin.delete(`/api/users/${body.id}`);
  expect(since()).toEqual([['delete', bob]]);
});

test('accounts of invitations and verified addresses run the hooks, which see no password', async () => {
  const seen: Record<string, unknown>[] = [];
  const after: unknown[] = [];
  let isRefused = false;
  const server = await startMailedServer({
    auth: { emailVerification: true },
    config: {
      collections: [
        {
          slug: 'users',
          fields: [
            { name: 'department', type: 'text', readOnly: true },
            { name: 'profile', type: 'relationship', to: 'profiles', readOnly: true },
          ],
          hooks: {
            beforeChange: async ({ event, data, document, local }) => {
              seen.push({ event, data, document });
              const profiles = local.as('system')['profiles'];
              if (profiles === undefined) return;
              if (event === 'create') {
                const { id } = await profiles.create({ email: data['email'] });
                if (isRefused) throw refuse('No more people.');
                return { ...data, department: 'Press', profile: id, role: 'super_admin' };
              }
              return { ...data, department: 'Verified' };
            },
            afterChange: async ({ event, document, previous, local }) => {
              const count = await local.as('system')['profiles']?.count();
              after.push([event, document['email'], previous?.['emailVerified'], count]);
            },
          },
        },
        {
          slug: 'profiles',
          drafts: false,
          fields: [{ name: 'email', type: 'email', required: true }],
        },
      ],
    },
  });
  const admin = await server.signedIn();
  const profiles = async (): Promise<unknown> => (await admin.get('/api/profiles')).body.totalDocs;
  const invite = async (email: string): Promise<string> => {
    await admin.post('/api/auth/invites', { email, role: 'editor' });
    return server.lastToken(email);
  };

  // A hook that refuses leaves neither an account nor what it has written, and the token good.
  const token = await invite(eve);
  isRefused = true;
  const refused = await server.client().post('/api/auth/accept-invite', { token, password });
  expect(refused).toMatchObject({ status: 400, body: { error: 'No more people.' } });
  expect(await profiles()).toBe(0);
  isRefused = false;
  const accepted = await server.client().post('/api/auth/accept-invite', { token, password });
  expect(accepted).toMatchObject({
    status: 200,
    // The role is that of the invitation, whatever a hook returns.
    body: { user: { email: eve, role: 'editor', emailVerified: true, department: 'Press' } },
  });
  expect(await profiles()).toBe(1);
  expect(after.splice(0)).toEqual([['create', eve, undefined, 1]]);

  await server.client().post('/api/auth/register', { email: ada, password });
  const verifying = await server.lastToken(ada);
  after.length = 0;
  const verified = await server.client().post('/api/auth/verify-email', { token: verifying });
  expect(verified).toMatchObject({ status: 200, body: { user: { department: 'Verified' } } });
  expect(seen.at(-1)).toMatchObject({
    ...{ event: 'update', data: { emailVerified: true } },
    document: { email: ada, emailVerified: false },
  });
  expect(after.splice(0)).toEqual([['update', ada, false, 2]]);

  // A new password is no change of the document.
  await server.client().post('/api/auth/forgot-password', { email: ada });
  const reset = { token: await server.lastToken(ada), password: 'Another-Horse-8-Battery' };
  expect((await server.client().post('/api/auth/reset-password', reset)).status).toBe(200);
  expect(after).toEqual([]);
  expect(JSON.stringify(seen)).not.toMatch(/argon2|assword/);
});
