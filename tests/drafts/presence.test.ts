/** Who has a document open, in the course of time: docs/spec/content-tools.md#together. */
import { expect, test } from 'vitest';
import { presence } from '../../runtime/auth/presence/capability.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { adminRoutes } from '../../runtime/http/admin-routes/admin-routes.js';
import {
  type Answered,
  type AuthClient,
  type AuthServer,
  minute,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const staff = ['super_admin', 'admin', 'editor'];

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      versions: true,
      drafts: { readRoles: staff },
      access: { read: () => true, create: staff, update: staff },
      fields: [{ name: 'title', type: 'text' }],
    },
  ],
};

interface Desk {
  readonly server: AuthServer;
  readonly admin: AuthClient;
  readonly editor: AuthClient;
  readonly id: string;
}

async function open(): Promise<Desk> {
  const auth = { secret: 'not looked at in these tests, but long enough' };
  const moreRoutes = adminRoutes(new URL('file:///none/admin.json'), { ...config, auth });
  const server = await startAuthServer({ config, moreRoutes });
  await server.addUser('editor@example.com', { role: 'editor' });
  const admin = await server.signedIn();
  const { id } = (await admin.post('/api/posts', { title: 'One' })).body;
  return { server, admin, editor: await server.signedIn('editor@example.com'), id };
}

const path = (id: string): string => `/api/admin/presence/posts/${id}`;
const others = async (client: AuthClient, id: string): Promise<readonly Answered[]> =>
  (await client.post(path(id), { state: 'reading' })).body.others;

async function rows({ services }: AuthServer): Promise<readonly (readonly number[])[]> {
  const found = await services.driver.all('SELECT "since", "seenAt", "editing" FROM "_svc_presence"', []);
  return found.map(({ since, seenAt, editing }) => [Number(since), Number(seenAt), Number(editing)]);
}

test('a user who sends nothing for a minute has left, and joins again on return', async () => {
  const { server, admin, editor, id } = await open();
  const begun = server.time.now;
  await editor.post(path(id), { state: 'editing' });
  server.time.now = begun + 59_999;
  expect(await others(admin, id)).toMatchObject([{ since: new Date(begun).toISOString(), isEditing: true }]);
  server.time.now = begun + 60_000;
  expect(await others(admin, id)).toEqual([]);
  await editor.post(path(id), { state: 'reading' });
  expect(await others(admin, id)).toMatchObject([
    { since: new Date(begun + 60_000).toISOString(), isEditing: false },
  ]);
});

test('a user who stays is written again after 25 seconds, or when the state changes', async () => {
  const { server, editor, id } = await open();
  const begun = server.time.now;
  const say = async (after: number, state: string): Promise<readonly (readonly number[])[]> => {
    server.time.now = begun + after;
    expect((await editor.post(path(id), { state })).status).toBe(200);
    return (await rows(server)).map(([since = 0, seenAt = 0, editing = 0]) => [
      since - begun,
      seenAt - begun,
      editing,
    ]);
  };
  expect(await say(0, 'reading')).toEqual([[0, 0, 0]]);
  expect(await say(15_000, 'reading')).toEqual([[0, 0, 0]]);
  expect(await say(20_000, 'editing')).toEqual([[0, 20_000, 1]]);
  expect(await say(44_999, 'editing')).toEqual([[0, 20_000, 1]]);
  expect(await say(45_000, 'editing')).toEqual([[0, 45_000, 1]]);
  expect(await say(50_000, 'left')).toEqual([]);
});

test('who has left without a word is removed in time', async () => {
  const { server, editor, id } = await open();
  await editor.post(path(id), { state: 'reading' });
  const { driver } = server.services;
  const purge = async (): Promise<unknown> => presence.purge?.({ driver, clock: () => server.time.now });
  server.time.now += minute;
  await purge();
  expect(await rows(server)).toHaveLength(1);
  server.time.now += 1;
  await purge();
  expect(await rows(server)).toEqual([]);
});

test('a key gets no names, and leaves no row', async () => {
  const { server, admin, editor, id } = await open();
  await editor.post(path(id), { state: 'editing' });
  const { key } = (await admin.post('/api/auth/api-keys', { name: 'k', role: 'editor' })).body;
  const { status, body } = await server.client().post(path(id), { state: 'editing' }, { 'x-api-key': key });
  expect([status, body.revision, body.others]).toEqual([200, 1, []]);
  expect(await rows(server)).toHaveLength(1);
  expect(await others(admin, id)).toHaveLength(1);
});

test('the author of a change is told to those alone who may read the history', async () => {
  const { server, admin, editor, id } = await open();
  const { body } = await editor.send('PATCH', `/api/posts/${id}`, { title: 'Two' });
  await server.addUser('reader@example.com');
  const reader = await server.signedIn('reader@example.com');
  const ask = (client: AuthClient): Promise<Sent> => client.post(path(id), { state: 'reading', revision: 1 });
  expect((await ask(admin)).body).toMatchObject({
    revision: body._revision,
    changedBy: { id: expect.any(String) },
  });
  expect((await reader.get(`/api/posts/${id}/versions`)).status).toBe(403);
  expect((await ask(reader)).body).toMatchObject({ revision: body._revision, changedBy: null, others: [] });
});

test('another instance knows it, too', async () => {
  const { server, editor, id } = await open();
  const auth = { secret: 'not looked at in these tests, but long enough' };
  const moreRoutes = adminRoutes(new URL('file:///none/admin.json'), { ...config, auth });
  const other = await startAuthServer({ config, moreRoutes, beside: server });
  await editor.post(path(id), { state: 'reading' });
  expect(await others(await other.signedIn(), id)).toHaveLength(1);
});
