/**
 * A scheduled step needs the rights that its scheduler has when it is due (docs/spec/contract.md#schedules),
 * tested over HTTP with a fixed clock.
 */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type AuthClient,
  type AuthServer,
  minute,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const asDraft = { 'x-draft': 'true' };

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      versions: true,
      access: {
        read: ({ req }) => req.user?.role !== 'customer' || { team: { equals: 'open' } },
        update: ({ req }) => req.user?.['team'] === 'news' || req.apiKey !== undefined,
      },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'text' },
      ],
    },
    { slug: 'users', fields: [{ name: 'team', type: 'text', default: 'news' }] },
  ],
  globals: [{ slug: 'front', fields: [{ name: 'headline', type: 'text' }] }],
};

interface Desk {
  readonly server: AuthServer;
  readonly chief: AuthClient;
  readonly planner: AuthClient;
  /** Id of the scheduler. */
  readonly id: string;
  /** Moves the clock by a minute and runs the steps that are due. */
  pass(): Promise<void>;
}

async function openDesk(): Promise<Desk> {
  const server = await startAuthServer({ config });
  const { id } = await server.addUser('ann@example.com', { role: 'editor' });
  return {
    server,
    chief: await server.signedIn(),
    planner: await server.signedIn('ann@example.com'),
    id,
    async pass() {
      server.time.now += minute;
      await server.store.parts?.get('schedule')?.work?.run();
    },
  };
}

async function done(sent: Promise<Sent>): Promise<Sent['body']> {
  const { status, body } = await sent;
  if (status < 300) return body;
  throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/**
 * Creates a draft and schedules its publication in one minute, as the sender of the given headers. Returns
 * its id.
 */
async function planned(desk: Desk, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { chief, planner, server } = desk;
  const { id } = await done(chief.send('POST', '/api/posts', { title: 'T', team: 'open' }, asDraft));
  const publishAt = new Date(server.time.now + minute).toISOString();
  const client = Object.keys(headers).length === 0 ? planner : server.client();
  await done(client.post(`/api/posts/${id}/publish`, { publishAt }, headers));
  return id;
}

const refusal = 'The user who planned this may no longer publish it. Plan it again.';

async function outcome({ chief }: Desk, id: string): Promise<object> {
  const { error } = await done(chief.get(`/api/posts/${id}/schedule`));
  const { _status: status } = await done(chief.get(`/api/posts/${id}`));
  return { error, status };
}

test('a step is done in the name of its planner', async () => {
  const desk = await openDesk();
  const id = await planned(desk);
  await desk.pass();
  expect(await outcome(desk, id)).toEqual({ error: null, status: 'published' });
  const { docs } = await done(desk.chief.get(`/api/posts/${id}/versions`));
  expect(docs[0]).toMatchObject({ status: 'published', createdBy: desk.id });
});

test.each<readonly [string, (desk: Desk) => Promise<unknown>]>([
  ['was deleted', ({ chief, id }) => done(chief.delete(`/api/users/${id}`))],
  [
    'is refused by the callback now',
    ({ chief, id }) => done(chief.send('PATCH', `/api/users/${id}`, { team: 'sport' })),
  ],
])('a step whose planner %s is not done, and says so', async (_what, change) => {
  const desk = await openDesk();
  const id = await planned(desk);
  await change(desk);
  await desk.pass();
  expect(await outcome(desk, id)).toEqual({ error: refusal, status: 'draft' });
  const { docs } = await done(desk.chief.get('/api/auth/audit-log?type=schedule.done'));
  expect(docs).toMatchObject([{ outcome: 'failure', actorId: desk.id }]);
});

test('a step whose planner does not see the document any more is not done', async () => {
  const desk = await openDesk();
  const id = await planned(desk);
  await done(desk.chief.send('PATCH', `/api/users/${desk.id}`, { role: 'customer' }));
  await done(desk.chief.send('PATCH', `/api/posts/${id}`, { team: 'closed' }, asDraft));
  await desk.pass();
  expect(await outcome(desk, id)).toEqual({ error: refusal, status: 'draft' });
});

test('the role that a planner has lost is asked for on globals too', async () => {
  const { server, chief, planner, id, pass } = await openDesk();
  await done(planner.send('PATCH', '/api/globals/front', { headline: 'Soon' }, asDraft));
  const publishAt = new Date(server.time.now + minute).toISOString();
  await done(planner.post('/api/globals/front/publish', { publishAt }));
  await done(chief.send('PATCH', `/api/users/${id}`, { role: 'customer' }));
  await pass();
  expect((await done(chief.get('/api/globals/front/schedule'))).error).toBe(refusal);
  expect((await done(chief.get('/api/globals/front?draft=false'))).headline).toBeNull();
});

test('an API key plans as long as it is good, and one that was rotated plans on', async () => {
  const desk = await openDesk();
  const make = async (): Promise<Sent['body']> =>
    done(desk.chief.post('/api/auth/api-keys', { name: 'robot', role: 'editor' }));
  const [kept, revoked] = [await make(), await make()];
  const ids = [
    await planned(desk, { 'x-api-key': kept.key }),
    await planned(desk, { 'x-api-key': revoked.key }),
  ];
  await done(desk.chief.post(`/api/auth/api-keys/${kept.apiKey.id}/rotate`, {}));
  await done(desk.chief.delete(`/api/auth/api-keys/${revoked.apiKey.id}`));
  await desk.pass();
  expect(await Promise.all(ids.map((id) => outcome(desk, id)))).toEqual([
    { error: null, status: 'published' },
    { error: refusal, status: 'draft' },
  ]);
});
