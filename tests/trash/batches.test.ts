/** What returns with a document, and what a refused restore tells (docs/spec/content-tools.md#trash). */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type Answered,
  type AuthClient,
  type AuthServer,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const admins = ['super_admin', 'admin'];
const isPostgres = process.env['SVC_TEST_DATABASE'] === 'postgres';

/** Documents whose restore was tried. */
const tries = { parts: 0 };

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'boxes',
      drafts: false,
      trash: true,
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'best', type: 'relationship', to: 'parts', onDelete: 'set null' },
        {
          name: 'deal',
          type: 'relationship',
          to: 'deals',
          onDelete: 'restrict',
          access: { read: admins, update: admins },
        },
        { name: 'shelf', type: 'relationship', to: 'deals', onDelete: 'restrict' },
      ],
    },
    {
      slug: 'parts',
      drafts: false,
      trash: true,
      fields: [
        { name: 'code', type: 'text', unique: true },
        { name: 'needs', type: 'relationship', to: 'parts', onDelete: 'restrict' },
        { name: 'box', type: 'relationship', to: 'boxes', onDelete: 'cascade', required: true },
      ],
      hooks: {
        beforeChange: ({ operation }) => {
          if (operation === 'restore') tries.parts += 1;
        },
      },
    },
    {
      slug: 'screws',
      drafts: false,
      trash: true,
      access: { delete: admins, read: admins },
      fields: [
        { name: 'code', type: 'text', unique: true },
        { name: 'part', type: 'relationship', to: 'parts', onDelete: 'cascade', required: true },
      ],
    },
    {
      slug: 'tools',
      drafts: false,
      trash: true,
      access: { read: admins, delete: [...admins, 'author'] },
      fields: [{ name: 'code', type: 'text', unique: true }],
    },
    {
      slug: 'deals',
      drafts: false,
      trash: true,
      access: { read: admins, delete: admins },
      fields: [{ name: 'name', type: 'text' }],
    },
  ],
};

interface Desk {
  readonly server: AuthServer;
  readonly admin: AuthClient;
  readonly editor: AuthClient;
  made(slug: string, data: object): Promise<Answered>;
}

async function open(): Promise<Desk> {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  await server.addUser('editor@example.com', { role: 'editor' });
  return {
    ...{ server, admin, editor: await server.signedIn('editor@example.com') },
    async made(slug, data) {
      const { status, body } = await admin.post(`/api/${slug}`, data);
      expect([status, body.details]).toEqual([201, undefined]);
      return body;
    },
  };
}

test('What cannot return stays in the trash, with what follows it, and is named', async () => {
  const { admin, made } = await open();
  const box = await made('boxes', { name: 'Box' });
  const [one, two] = [
    await made('parts', { code: 'a', box: box.id }),
    await made('parts', { code: 'b', box: box.id }),
  ];
  const screw = await made('screws', { code: 's', part: one.id });
  await admin.send('PATCH', `/api/boxes/${box.id}`, { best: one.id });
  await admin.delete(`/api/boxes/${box.id}`);
  const other = await made('boxes', { name: 'Other' });
  await made('parts', { code: 'a', box: other.id });

  const back = await admin.post(`/api/boxes/${box.id}/restore`);
  expect([back.status, back.body.error]).toEqual([200, undefined]);
  const left = back.headers.get('x-svc-left')?.split(', ').sort();
  expect(left).toEqual([`parts/${one.id}`, `screws/${screw.id}`]);
  // The reference to it comes back with it.
  expect((await admin.get(`/api/boxes/${box.id}`)).body.best).toBeNull();
  expect((await admin.get(`/api/parts/${two.id}`)).body.box).toBe(box.id);
  expect((await admin.get('/api/parts?trash=only')).body.totalDocs).toBe(1);

  const refused = await admin.post(`/api/parts/${one.id}/restore`);
  expect(refused).toMatchObject({ status: 409, body: { details: [{ path: 'code' }] } });
  const given = await admin.post(`/api/parts/${one.id}/restore`, { values: { code: 'c' } });
  expect([given.status, given.headers.get('x-svc-left')]).toEqual([200, null]);
  expect((await admin.get(`/api/screws/${screw.id}`)).body.part).toBe(one.id);
  expect((await admin.get(`/api/boxes/${box.id}`)).body.best).toBe(one.id);
});

test('Of many that stay 20 are named, and all are counted', async () => {
  const { admin, made } = await open();
  const box = await made('boxes', { name: 'Box' });
  const other = await made('boxes', { name: 'Other' });
  const create = (code: string, of: string): object => ({ op: 'create', data: { code, box: of } });
  const codes = Array.from({ length: 25 }, (_, at) => `code ${at}`);
  await admin.post('/api/parts/bulk', { operations: codes.map((code) => create(code, box.id)) });
  await admin.delete(`/api/boxes/${box.id}`);
  await admin.post('/api/parts/bulk', { operations: codes.map((code) => create(code, other.id)) });
  const operations = [{ op: 'restore', id: box.id }];
  const { results } = (await admin.post('/api/boxes/bulk', { operations, dryRun: true })).body;
  expect([results[0].left.length, results[0].leftCount]).toEqual([20, 25]);
  const { status, headers } = await admin.post(`/api/boxes/${box.id}/restore`);
  expect([status, headers.get('x-svc-left')?.split(', ').length, headers.get('x-svc-left-count')]).toEqual([
    ...[200, 20],
    '25',
  ]);
});

// PostgreSQL is another process: nothing is blocked while it works.
test.skipIf(isPostgres)('Other requests are handled while many documents return', async () => {
  const { admin, editor, made } = await open();
  const box = await made('boxes', { name: 'Box' });
  const other = await made('boxes', { name: 'Other' });
  const create = (at: number, of: string): object => ({
    op: 'create',
    data: { code: `code ${at}`, box: of },
  });
  const sized = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, at) => from + at);
  const store = (numbers: readonly number[], of: string): Promise<Answered> =>
    admin.post('/api/parts/bulk', { operations: numbers.map((at) => create(at, of)) });
  await store(sized(0, 400), box.id);
  await admin.delete(`/api/boxes/${box.id}`);
  // Every other one cannot return: all of them are steps of their own then.
  await store(
    sized(0, 400).filter((at) => at % 2 === 0),
    other.id,
  );
  const order: string[] = [];
  const restore = admin.post(`/api/boxes/${box.id}/restore`).then(({ status }) => {
    order.push('restored');
    return status;
  });
  for (let read = 0; read < 2; read += 1) await editor.get(`/api/boxes/${other.id}`);
  order.push('read');
  expect(await restore).toBe(200);
  expect(order).toEqual(['read', 'restored']);
});

test('A refused restore names no field of a collection that the requester does not read', async () => {
  const { server, admin, made } = await open();
  const tool = await made('tools', { code: 'a' });
  await admin.delete(`/api/tools/${tool.id}`);
  await made('tools', { code: 'a' });
  await server.addUser('author@example.com', { role: 'author' });
  const author = await server.signedIn('author@example.com');
  const refused = await author.post(`/api/tools/${tool.id}/restore`);
  expect([refused.status, refused.body.details]).toEqual([409, undefined]);
  expect(refused.body.error).toBe('The document would not be unique in tools.');
  const ofAdmin = await admin.post(`/api/tools/${tool.id}/restore`);
  expect(ofAdmin).toMatchObject({ status: 409, body: { details: [{ path: 'code' }] } });
});

test('Those that the requester does not see in the trash are not named', async () => {
  const { admin, editor, made } = await open();
  const box = await made('boxes', { name: 'Box' });
  const part = await made('parts', { code: 'a', box: box.id });
  const screw = await made('screws', { code: 's', part: part.id });
  await admin.delete(`/api/boxes/${box.id}`);
  const other = await made('boxes', { name: 'Other' });
  await made('screws', { code: 's', part: (await made('parts', { code: 'o', box: other.id })).id });
  const back = await editor.post(`/api/boxes/${box.id}/restore`);
  expect([back.status, back.headers.get('x-svc-left')]).toEqual([200, null]);
  expect(back.headers.get('x-svc-left-count')).toBeNull();
  expect((await admin.get('/api/screws?trash=only')).body.docs).toMatchObject([{ id: screw.id }]);
});

test('A refused restore names neither hidden fields nor documents of closed collections', async () => {
  const { admin, editor, made } = await open();
  const deal = await made('deals', { name: 'Merger' });
  const hidden = await made('boxes', { name: 'One', deal: deal.id });
  const shown = await made('boxes', { name: 'Two', shelf: deal.id });
  for (const { id } of [hidden, shown]) await admin.delete(`/api/boxes/${id}`);
  expect((await admin.delete(`/api/deals/${deal.id}`)).status).toBe(200);

  const ofHidden = await editor.post(`/api/boxes/${hidden.id}/restore`);
  expect([ofHidden.status, ofHidden.body.details]).toEqual([409, undefined]);
  const ofShown = await editor.post(`/api/boxes/${shown.id}/restore`);
  expect(ofShown.status).toBe(409);
  expect(ofShown.body.details).toEqual([
    { path: 'shelf', message: 'Refers to a document that is in the trash.', reason: 'trash.refersToTrash' },
  ]);
  const ofAdmin = await admin.post(`/api/boxes/${hidden.id}/restore`);
  expect(ofAdmin.body.details).toMatchObject([
    { path: 'deal', params: { collection: 'deals', id: deal.id } },
  ]);

  // What is gone for good is left out, and named where it may be read.
  await admin.delete(`/api/deals/${deal.id}?permanent=true`);
  const back = await editor.post(`/api/boxes/${hidden.id}/restore`);
  expect([back.status, back.headers.get('x-svc-dropped')]).toEqual([200, null]);
  const seen = await editor.post(`/api/boxes/${shown.id}/restore`);
  expect(seen.headers.get('x-svc-dropped')).toBe('shelf');
});

test('A restore with an Idempotency-Key happens once', async () => {
  const { admin, made } = await open();
  const { id } = await made('boxes', { name: 'Box' });
  await admin.delete(`/api/boxes/${id}`);
  const restore = (values: object): Promise<Answered> =>
    admin.post(`/api/boxes/${id}/restore`, { values }, { 'idempotency-key': 'k' });
  const first = await restore({ name: 'New' });
  expect([first.status, first.body._revision, first.body.name]).toEqual([200, 2, 'New']);
  const again = await restore({ name: 'New' });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await restore({ name: 'Other' })).status).toBe(409);
});

test('What is sent again for a restore names nothing that could not return', async () => {
  const { admin, made } = await open();
  const deal = await made('deals', { name: 'Merger' });
  const box = await made('boxes', { name: 'Box', shelf: deal.id });
  await made('parts', { code: 'a', box: box.id });
  await admin.delete(`/api/boxes/${box.id}`);
  await admin.delete(`/api/deals/${deal.id}?permanent=true`);
  await made('parts', { code: 'a', box: (await made('boxes', { name: 'Other' })).id });
  const restore = (): Promise<Sent> =>
    admin.post(`/api/boxes/${box.id}/restore`, undefined, { 'idempotency-key': 'k' });
  const headersOf = ({ headers }: Sent): readonly (string | null)[] =>
    ['x-svc-dropped', 'x-svc-left-count', 'idempotency-replayed'].map((name) => headers.get(name));
  expect(headersOf(await restore())).toEqual(['shelf', '1', null]);
  expect(headersOf(await restore())).toEqual([null, null, 'true']);
});

test('Emptying the trash needs the right to delete, too', async () => {
  const { server, admin, made } = await open();
  const { id } = await made('boxes', { name: 'Box' });
  await admin.delete(`/api/boxes/${id}`);
  const { body } = await admin.post('/api/auth/api-keys', { name: 'key', scopes: ['boxes:purge'] });
  const empty = await server
    .client()
    .post('/api/boxes/trash/empty', undefined, { authorization: `Bearer ${body.key}` });
  expect(empty.status).toBe(403);
  expect((await admin.get('/api/boxes?trash=only')).body.totalDocs).toBe(1);
});

test('A chain of documents that need each other stays in the trash after few tries', async () => {
  const { admin, made } = await open();
  const box = await made('boxes', { name: 'Box' });
  const size = 40;
  const parts: Answered[] = [];
  for (let at = 0; at < size; at += 1) parts.push(await made('parts', { code: `c${at}`, box: box.id }));
  // Each needs the next one, and the last one cannot return.
  const operations = parts.slice(1).map(({ id }, at) => ({
    ...{ op: 'update', id: parts[at]?.id, data: { needs: id } },
  }));
  expect((await admin.post('/api/parts/bulk', { operations })).status).toBe(200);
  expect((await admin.delete(`/api/boxes/${box.id}`)).status).toBe(200);
  const other = await made('boxes', { name: 'Other' });
  await made('parts', { code: `c${size - 1}`, box: other.id });
  tries.parts = 0;
  expect((await admin.post(`/api/boxes/${box.id}/restore`)).status).toBe(200);
  expect((await admin.get('/api/parts?trash=only')).body.totalDocs).toBe(size);
  expect(tries.parts).toBeLessThan(3 * size);
});
