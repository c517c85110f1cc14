/** Scheduled publishing and unpublishing, over HTTP, with a fixed clock. */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import {
  type Answered,
  type AuthClient,
  type AuthServer,
  minute,
  startAuthServer,
} from '../support/auth-server.js';

/** Within the lifetime of an access token. */
const later = 12 * minute;
const asDraft = { 'x-draft': 'true' };
const published: string[] = [];

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      versions: true,
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'text', type: 'text' },
      ],
      hooks: {
        afterChange: ({ document, draft }) => {
          if (!draft) published.push(String(document?.['title']));
        },
      },
    },
    { slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }] },
  ],
  globals: [{ slug: 'front', fields: [{ name: 'headline', type: 'text', default: 'None' }] }],
};

interface Desk {
  readonly server: AuthServer;
  readonly editor: AuthClient;
  /** The ISO time that is the given number of milliseconds ahead. */
  at(ahead: number): string;
  /** Moves the clock and runs the steps that are due. */
  pass(milliseconds: number): Promise<void>;
  draft(data?: object): Promise<string>;
  publish(id: string, body?: object): Promise<Answered>;
  schedule(id: string): Promise<Answered>;
  /** The post as the public reads it; null if there is none. */
  seen(id: string): Promise<Answered>;
}

async function openDesk(beside?: AuthServer): Promise<Desk> {
  const server = await startAuthServer({ config, ...(beside && { beside }) });
  const editor = await server.signedIn();
  return {
    server,
    editor,
    at: (ahead) => new Date(server.time.now + ahead).toISOString(),
    async pass(milliseconds) {
      server.time.now += milliseconds;
      await server.store.parts?.get('schedule')?.work?.run();
    },
    async draft(data = { title: 'Hello' }) {
      const { status, body } = await editor.send('POST', '/api/posts', data, asDraft);
      expect(status).toBe(201);
      return body.id;
    },
    publish: (id, body) => editor.post(`/api/posts/${id}/publish`, body),
    async schedule(id) {
      const { status, body } = await editor.get(`/api/posts/${id}/schedule`);
      expect(status).toBe(200);
      return body;
    },
    async seen(id) {
      const { status, body } = await server.client().get(`/api/posts/${id}`);
      return status === 404 ? null : body;
    },
  };
}

describe('publishAt', () => {
  test('is done with when a plain PATCH publishes the draft before', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(later) });
    expect((await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Now' })).body._status).toBe(
      'published',
    );
    expect((await desk.schedule(id)).publishAt).toBeNull();
    // A draft saved after scheduling is not part of the scheduled step.
    await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Not yet' }, asDraft);
    await desk.pass(later + minute);
    expect(await desk.seen(id)).toMatchObject({ title: 'Now' });
  });

  test('publishes a draft that became due after another look at the schedule had begun', async () => {
    const desk = await openDesk();
    const id = await desk.draft({ title: 'Later' });
    await desk.publish(id, { publishAt: desk.at(later) });
    const earlier = desk.pass(later - 1);
    await Promise.all([earlier, desk.pass(1)]);
    expect(await desk.seen(id)).toMatchObject({ title: 'Later', _status: 'published' });
  });

  test('publishes a draft when its time has come, once, and with the hooks and the history of a publication', async () => {
    const desk = await openDesk();
    const id = await desk.draft({ title: 'Later' });
    const planned = await desk.publish(id, { publishAt: desk.at(later) });
    expect(planned).toMatchObject({ status: 200, body: { id, _status: 'draft', _revision: 1 } });
    expect(await desk.schedule(id)).toEqual({ publishAt: desk.at(later), unpublishAt: null, error: null });
    await desk.pass(later - 1);
    expect(await desk.seen(id)).toBeNull();
    published.length = 0;
    await desk.pass(1);
    expect(await desk.seen(id)).toMatchObject({ title: 'Later', _status: 'published', _revision: 2 });
    expect(published).toEqual(['Later']);
    expect(await desk.schedule(id)).toEqual({ publishAt: null, unpublishAt: null, error: null });
    await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Draft' }, asDraft);
    await desk.pass(later);
    expect(await desk.seen(id)).toMatchObject({ title: 'Later' });
  });

  test('publishes what the draft says then', async () => {
    const desk = await openDesk();
    const id = await desk.draft({ title: 'First' });
    await desk.publish(id, { publishAt: desk.at(minute) });
    await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Second' }, asDraft);
    await desk.pass(minute);
    expect(await desk.seen(id)).toMatchObject({ title: 'Second' });
  });

  test('that is over means at once, and publishing by hand does what was planned', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(later) });
    expect((await desk.publish(id, { publishAt: desk.at(-later) })).body._status).toBe('published');
    expect(await desk.schedule(id)).toEqual({ publishAt: null, unpublishAt: null, error: null });
    const other = await desk.draft();
    await desk.publish(other, { publishAt: desk.at(later) });
    expect((await desk.publish(other)).status).toBe(200);
    expect((await desk.schedule(other)).publishAt).toBeNull();
  });

  test('can be moved and cancelled', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(later), unpublishAt: desk.at(2 * later) });
    await desk.publish(id, { publishAt: desk.at(3 * minute) });
    expect(await desk.schedule(id)).toMatchObject({
      publishAt: desk.at(3 * minute),
      unpublishAt: desk.at(2 * later),
    });
    const { status, body } = await desk.editor.delete(`/api/posts/${id}/schedule`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { publishAt: null, unpublishAt: null, error: null },
    });
    await desk.pass(3 * later);
    expect(await desk.seen(id)).toBeNull();
  });

  test('is cancelled for the revision that If-Match names only', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(later) });
    const planned = await desk.schedule(id);
    await desk.editor.send('PATCH', `/api/posts/${id}`, { text: 'More' }, asDraft);
    const cancel = (ifMatch: string): Promise<Answered> =>
      desk.editor.delete(`/api/posts/${id}/schedule`, { 'if-match': ifMatch });
    expect(await cancel('"1"')).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', currentRevision: 2 },
    });
    expect(await cancel('two')).toMatchObject({ status: 400 });
    expect(await desk.schedule(id)).toEqual(planned);
    expect(await cancel('"1", "2"')).toMatchObject({ status: 200, body: { publishAt: null } });
  });

  test('of a draft that lacks something fails for everybody to see, until another time is set', async () => {
    const desk = await openDesk();
    const id = await desk.draft({ text: 'No title' });
    expect((await desk.publish(id, { publishAt: desk.at(minute) })).status).toBe(200);
    const due = desk.at(minute);
    await desk.pass(minute);
    expect(await desk.seen(id)).toBeNull();
    expect(await desk.schedule(id)).toEqual({
      publishAt: due,
      unpublishAt: null,
      error: expect.stringContaining('required'),
    });
    await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Now' }, asDraft);
    await desk.publish(id, { publishAt: desk.at(minute) });
    await desk.pass(minute);
    expect(await desk.seen(id)).toMatchObject({ title: 'Now' });
  });

  test('holds to If-Match as a publication does', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    const body = { publishAt: desk.at(later) };
    const stale = await desk.editor.post(`/api/posts/${id}/publish`, body, { 'if-match': '"7"' });
    expect(stale).toMatchObject({ status: 409, body: { code: 'CONFLICT', currentRevision: 1 } });
    expect((await desk.schedule(id)).publishAt).toBeNull();
  });
});

describe('unpublishAt', () => {
  test('takes a document back, also together with publishAt', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(minute), unpublishAt: desk.at(later) });
    await desk.pass(minute);
    expect(await desk.seen(id)).toMatchObject({ title: 'Hello' });
    await desk.pass(later);
    expect(await desk.seen(id)).toBeNull();
    const { body } = await desk.editor.get(`/api/posts/${id}`);
    expect(body).toMatchObject({ title: 'Hello', _status: 'draft' });
  });

  test('where both times have passed while the service was away ends with the document taken back', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(minute), unpublishAt: desk.at(2 * minute) });
    await desk.pass(later);
    expect(await desk.seen(id)).toBeNull();
    expect((await desk.editor.get(`/api/posts/${id}`)).body).toMatchObject({
      _status: 'draft',
      _revision: 3,
    });
    expect(await desk.schedule(id)).toEqual({ publishAt: null, unpublishAt: null, error: null });
  });

  test('is over when somebody unpublishes by hand', async () => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { unpublishAt: desk.at(later) });
    await desk.editor.post(`/api/posts/${id}/unpublish`);
    expect((await desk.schedule(id)).unpublishAt).toBeNull();
  });
});

test('times that are none, unknown properties and the wrong order are refused by name', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  const faults = async (body: object): Promise<Answered> => {
    const answer = await desk.publish(id, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
    return answer.body.details.map(({ path }: { path: string }) => path);
  };
  expect(await faults({ publishAt: 'tomorrow' })).toEqual(['publishAt']);
  expect(await faults({ publishAt: 1 })).toEqual(['publishAt']);
  expect(await faults({ unpublishAt: '2026-05-01' })).toEqual(['unpublishAt']);
  expect(await faults({ publishedAt: desk.at(1) })).toEqual(['publishedAt']);
  expect(await faults({ publishAt: desk.at(later), unpublishAt: desk.at(minute) })).toEqual(['unpublishAt']);
  expect(await faults({ unpublishAt: desk.at(-minute) })).toEqual(['unpublishAt']);
  expect(await desk.seen(id)).toBeNull();
});

test('several instances do a step once, and one that starts later goes on with it', async () => {
  const desk = await openDesk();
  const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => desk.draft({ title: `T${index}` })));
  for (const id of ids) await desk.publish(id, { publishAt: desk.at(minute) });
  const second = await openDesk(desk.server);
  const third = await openDesk(desk.server);
  published.length = 0;
  desk.server.time.now += minute;
  await Promise.all(
    [desk, second, third].map(({ server }) => server.store.parts?.get('schedule')?.work?.run()),
  );
  expect(published.toSorted()).toEqual(ids.map((_, index) => `T${index}`).toSorted());
  for (const id of ids) expect(await third.seen(id)).toMatchObject({ _revision: 2 });
});

test('a step whose owner was killed is done by another when the lease is over', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  await desk.publish(id, { publishAt: desk.at(minute) });
  desk.server.time.now += minute;
  const { driver } = desk.server.services;
  await driver.run('UPDATE "_svc_schedule" SET "leasedUntil" = ?', [desk.server.time.now + minute]);
  await desk.pass(0);
  expect(await desk.seen(id)).toBeNull();
  await desk.pass(minute);
  expect(await desk.seen(id)).toMatchObject({ title: 'Hello' });
});

test('a lease of before the clock was set back is over', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  await desk.publish(id, { publishAt: desk.at(minute) });
  desk.server.time.now += minute;
  const { driver } = desk.server.services;
  await driver.run('UPDATE "_svc_schedule" SET "leasedUntil" = ?', [desk.server.time.now + 24 * later]);
  await desk.pass(0);
  expect(await desk.seen(id)).toMatchObject({ title: 'Hello' });
});

test('a clock that jumps back waits for its time, and one that jumps ahead does what is due', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  const due = desk.at(later);
  await desk.publish(id, { publishAt: due });
  await desk.pass(-24 * later);
  expect(await desk.seen(id)).toBeNull();
  // The access token was issued in the future, seen from the new time.
  await desk.editor.post('/api/auth/refresh');
  expect((await desk.schedule(id)).publishAt).toBe(due);
  await desk.pass(48 * later);
  expect(await desk.seen(id)).toMatchObject({ title: 'Hello' });
});

test('a schedule does not outlive its document', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  await desk.publish(id, { publishAt: desk.at(later) });
  expect((await desk.editor.delete(`/api/posts/${id}`)).status).toBe(200);
  expect((await desk.editor.get(`/api/posts/${id}/schedule`)).status).toBe(404);
  await desk.pass(later);
  expect(await desk.server.services.driver.all('SELECT * FROM "_svc_schedule"', [])).toEqual([]);
});

test('globals have a schedule too', async () => {
  const { editor, server, at, pass } = await openDesk();
  await editor.send('PATCH', '/api/globals/front', { headline: 'Soon' }, asDraft);
  expect((await editor.post('/api/globals/front/publish', { publishAt: at(minute) })).status).toBe(200);
  const due = at(minute);
  expect((await editor.get('/api/globals/front/schedule')).body.publishAt).toBe(due);
  expect((await server.client().get('/api/globals/front')).body.headline).toBe('None');
  await pass(minute);
  expect((await server.client().get('/api/globals/front')).body.headline).toBe('Soon');
});

test('who may not change a document neither sees nor sets what is planned', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  const nobody = desk.server.client();
  for (const [method, path, body] of [
    ['GET', 'schedule', undefined],
    ['DELETE', 'schedule', undefined],
    ['POST', 'publish', { publishAt: desk.at(later) }],
  ] as const) {
    const answer = await nobody.send(method, `/api/posts/${id}/${path}`, body);
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  }
  expect((await desk.editor.get('/api/notes/x/schedule')).status).toBe(404);
});

test('the log of events has who planned, cancelled and did what', async () => {
  const desk = await openDesk();
  const id = await desk.draft();
  const broken = await desk.draft({ text: 'No title' });
  await desk.publish(id, { publishAt: desk.at(later) });
  await desk.editor.delete(`/api/posts/${id}/schedule`);
  await desk.publish(id, { publishAt: desk.at(minute) });
  await desk.publish(broken, { publishAt: desk.at(minute) });
  await desk.pass(minute);
  const events = async (type: string): Promise<readonly Answered[]> =>
    (await desk.editor.get(`/api/auth/audit-log?type=${type}`)).body.docs;
  expect(await events('schedule.set')).toHaveLength(3);
  expect(await events('schedule.cancelled')).toHaveLength(1);
  const [cancelled] = await events('schedule.cancelled');
  expect(cancelled).toMatchObject({ reason: `collection posts ${id}`, actorId: expect.any(String) });
  const done = await events('schedule.done');
  expect(done.map(({ outcome }) => outcome).toSorted()).toEqual(['failure', 'success']);
  expect(done.every(({ actorId }) => actorId === cancelled.actorId)).toBe(true);
});

describe('a publication that is planned', () => {
  test.each([
    ['an end', (desk: Desk) => ({ unpublishAt: desk.at(2 * later) })],
    ['no end', () => ({ unpublishAt: null })],
    ['no beginning', () => ({ publishAt: null })],
  ])('is not made at once by a body that says %s', async (_what, body) => {
    const desk = await openDesk();
    const id = await desk.draft();
    await desk.publish(id, { publishAt: desk.at(later) });
    await desk.publish(id, body(desk));
    expect(await desk.seen(id)).toBeNull();
  });

  test('ends with the draft that it was planned for', async () => {
    const desk = await openDesk();
    const id = await desk.draft({ title: 'First' });
    await desk.publish(id);
    await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Planned' }, asDraft);
    await desk.publish(id, { publishAt: desk.at(minute) });
    await desk.editor.delete(`/api/posts/${id}/draft`);
    await desk.editor.send('PATCH', `/api/posts/${id}`, { title: 'Half-written' }, asDraft);
    await desk.pass(later);
    expect(await desk.seen(id)).toMatchObject({ title: 'First' });
  });
});

test('a guard of publications is not passed by a change of something else', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'title', type: 'text', required: true },
            { name: 'text', type: 'text' },
          ],
          hooks: {
            beforeChange: ({ data, draft }) => {
              const title = String(data['title'] ?? '');
              if (!draft && title !== '' && title === title.toUpperCase()) throw refuse('No shouting.');
            },
          },
        },
      ],
    },
  });
  const editor = await server.signedIn();
  const { body: post } = await editor.send('POST', '/api/posts', { title: 'LOUD' }, asDraft);
  expect((await editor.post(`/api/posts/${post.id}/publish`)).status).toBe(400);
  expect((await editor.send('PATCH', `/api/posts/${post.id}`, { text: 'x' })).status).toBe(400);
  expect((await server.client().get(`/api/posts/${post.id}`)).status).toBe(404);
  const quiet = await editor.send('PATCH', `/api/posts/${post.id}`, { title: 'Quiet' });
  expect(quiet).toMatchObject({ status: 200, body: { title: 'Quiet', _status: 'published' } });
});
