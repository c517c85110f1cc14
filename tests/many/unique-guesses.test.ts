/** A bulk that writes nothing is not a cheaper way to guess unique values than single writes. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type AuthClient,
  type AuthServer,
  minute,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'coupons',
      drafts: false,
      fields: [
        { name: 'code', type: 'text', unique: true },
        { name: 'note', type: 'text' },
        { name: 'meta', type: 'group', fields: [{ name: 'serial', type: 'text', unique: true }] },
      ],
    },
  ],
};
const bulk = '/api/coupons/bulk';
const most = 6;

const guess = (code: string): object => ({ op: 'create', data: { code } });
const guesses = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => guess(`guess-${index}`));

async function openShop(): Promise<{ readonly server: AuthServer; readonly owner: AuthClient }> {
  const server = await startAuthServer({
    config,
    // The limit leaves enough for the other requests of a test.
    auth: { rateLimit: { api: { max: most, windowSeconds: 60 } } },
  });
  return { server, owner: await server.signedIn() };
}

const limited = { status: 429, body: { code: 'RATE_LIMITED' } };

test('dry runs tell of no more unique values in a minute than there may be requests', async () => {
  const { server, owner } = await openShop();
  const dry = (count: number): Promise<Sent> =>
    owner.post(bulk, { operations: guesses(count), dryRun: true });
  expect((await dry(4)).status).toBe(200);
  expect((await dry(2)).status).toBe(200);
  const refused = await dry(1);
  expect(refused).toMatchObject(limited);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Other sessions of the same user count towards the limit; operations without unique values, and real
  // writes, do not.
  const again = await server.signedIn();
  expect(await again.post(bulk, { operations: guesses(1), dryRun: true })).toMatchObject(limited);
  const note = [{ op: 'create', data: { note: 'N' } }];
  expect((await owner.post(bulk, { operations: note, dryRun: true })).status).toBe(200);
  expect((await owner.post(bulk, { operations: guesses(20) })).status).toBe(200);
  server.time.now += minute;
  expect(await dry(1)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('a refused bulk that is done all or not at all counts as one', async () => {
  const { owner } = await openShop();
  expect((await owner.post('/api/coupons', { code: 'taken' })).status).toBe(201);
  const wrong = { op: 'create', data: { note: 5 } };
  const refused = await owner.post(bulk, { operations: [guess('taken'), ...guesses(5), wrong] });
  expect(refused).toMatchObject({ status: 400 });
  const more = await owner.post(bulk, { operations: [guess('taken'), wrong] });
  expect(more).toMatchObject(limited);
  expect(JSON.stringify(more.body)).not.toContain('same code');
});

test('values inside of groups are guesses too, and an API key has a limit of its own', async () => {
  const { server, owner } = await openShop();
  const key = (await owner.post('/api/auth/api-keys', { name: 'k', role: 'author' })).body.key as string;
  const operations = Array.from({ length: most }, (_, index) => ({
    op: 'create',
    data: { meta: { serial: `s${index}` } },
  }));
  const send = (): Promise<Sent> =>
    server.client().send('POST', bulk, { operations, dryRun: true }, { 'x-api-key': key });
  expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject(limited);
  expect((await owner.post(bulk, { operations, dryRun: true })).status).toBe(200);
});

test('restores that are only tried are guesses, too', async () => {
  const [coupons] = config.collections ?? [];
  if (coupons === undefined) throw new Error('No coupons.');
  const server = await startAuthServer({
    config: { collections: [{ ...coupons, trash: true }] },
    auth: { rateLimit: { api: { max: most, windowSeconds: 60 } } },
  });
  const owner = await server.signedIn();
  const operations = guesses(most);
  const { results } = (await owner.post(bulk, { operations })).body;
  const ids: readonly string[] = results.map(({ id }: { readonly id: string }) => id);
  await owner.post(bulk, { operations: ids.map((id) => ({ op: 'delete', id })) });
  server.time.now += minute;
  const dry = (some: readonly string[]): Promise<Sent> =>
    owner.post(bulk, {
      operations: some.map((id, at) => ({ op: 'restore', id, values: { code: `other-${at}` } })),
      dryRun: true,
    });
  expect((await dry(ids)).status).toBe(200);
  expect(await dry(ids.slice(0, 1))).toMatchObject(limited);
  expect((await owner.get('/api/coupons?trash=only&limit=0')).body.totalDocs).toBe(most);
});
