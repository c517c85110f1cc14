/** Accounts are written one by one: docs/spec/content-tools.md#storage-faults-goals-attacks. */
import { beforeAll, expect, test } from 'vitest';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let id = '';
beforeAll(async () => {
  server = await generatedServer('content-tools');
  const { docs } = (await (await server.fetch('/api/users')).json()) as { docs: readonly { id: string }[] };
  id = docs[0]?.id ?? '';
  return () => server.close();
});

const role = { role: 'super_admin', email: 'mallory@example.com', password: 'Correct-Horse-7-Battery' };
const where = encodeURIComponent(JSON.stringify({ email: { contains: '@' } }));

test.each([
  ['POST', '/api/users/bulk', { operations: [{ op: 'create', data: role }] }],
  ['POST', '/api/users/upsert', { key: { email: role.email }, data: role }],
  ['POST', '/api/users/:id/duplicate', role],
  ['POST', '/api/users/:id/restore', {}],
  ['POST', '/api/users/trash/empty', {}],
  ['PATCH', `/api/users?where=${where}`, { role: 'super_admin' }],
  ['DELETE', `/api/users?where=${where}`, undefined],
  ['POST', '/api/svc/bulk', { operations: [{ op: 'create', collection: 'users', data: role }] }],
  [
    'POST',
    '/api/svc/bulk',
    { operations: [{ op: 'upsert', collection: 'users', key: { email: role.email }, data: role }] },
  ],
])('%s %s does nothing with accounts', async (method, path, body) => {
  const count = async (): Promise<unknown> => (await server.fetch('/api/users?limit=0')).json();
  const before = await count();
  const { status } = await server.send(method, path.replace(':id', id), body);
  expect([400, 404, 405]).toContain(status);
  expect(await count()).toEqual(before);
});
