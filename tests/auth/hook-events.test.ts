/** What hooks of `users` learn of each way to write an account. */
import { expect, test } from 'vitest';
import type { ChangeArguments } from '../../runtime/config/hook-config.js';
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
  // Authentication writes this account itself (docs/users.md).
  expect(since()).toEqual([]);

  await admin.send('PATCH', `/api/users/${body.id}`, { name: 'Robert', role: 'editor' });
  expect(since()).toEqual([['update', bob, 'Robert', ['Bob', 'author']]]);

  const owner = await server.signedIn(bob);
  await owner.send('PATCH', `/api/users/${body.id}`, { department: 'Press' });
  expect(since()).toEqual([['update', bob, 'Robert', ['Robert', 'editor']]]);

  await admin.delete(`/api/users/${body.id}`);
  expect(since()).toEqual([['delete', bob]]);
});
