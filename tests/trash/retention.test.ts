/** The end of what is in the trash, schedules, and several instances (docs/spec/content-tools.md#trash). */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import { type Answered, type AuthServer, day, minute, startAuthServer } from '../support/auth-server.js';
import { onSqliteOnly } from '../support/test-database.js';

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      trash: { days: 5 },
      fields: [{ name: 'title', type: 'text' }],
      hooks: {
        beforeDelete: ({ operation, document }) => {
          if (operation === 'purge' && document['title'] === 'Kept') throw refuse('No.');
        },
      },
    },
    { slug: 'tags', drafts: false, trash: true, fields: [{ name: 'name', type: 'text', unique: true }] },
  ],
};

async function expire(server: AuthServer): Promise<void> {
  await server.store.parts?.get('trash')?.work?.run();
}

test('Documents are deleted for good when their days have passed', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  for (const title of ['Kept', 'Old']) {
    const { body } = await admin.post('/api/posts', { title });
    await admin.delete(`/api/posts/${body.id}`);
  }
  server.time.now += 4 * day;
  const later = await server.signedIn();
  const { body } = await later.post('/api/posts', { title: 'New' });
  await later.delete(`/api/posts/${body.id}`);
  await expire(server);
  expect((await later.get('/api/posts?trash=only')).body.totalDocs).toBe(3);
  server.time.now += day;
  await expire(server);
  const last = await server.signedIn();
  const left = (await last.get('/api/posts?trash=only&sort=title')).body.docs;
  // A hook that refuses keeps its document alone.
  expect(left.map(({ title }: Answered) => title)).toEqual(['Kept', 'New']);
  const { docs } = (await last.get('/api/auth/audit-log?type=document.purged')).body;
  expect(docs).toHaveLength(1);
  expect(docs[0]).toMatchObject({ actorId: null, outcome: 'success', ip: null });
});

test('Emptying takes the oldest thousand', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  for (let round = 0; round < 2; round += 1) {
    const operations = Array.from({ length: 600 }, (_, at) => ({
      op: 'create',
      data: { name: `${round} ${at}` },
    }));
    const created = await admin.post('/api/tags/bulk', { operations });
    const ids = created.body.results.map(({ id }: Answered) => id);
    await admin.post('/api/tags/bulk', { operations: ids.map((id: string) => ({ op: 'delete', id })) });
  }
  expect((await admin.post('/api/tags/trash/empty')).body).toEqual({ purged: 1000, left: 200 });
  expect((await admin.post('/api/tags/trash/empty')).body).toEqual({ purged: 200, left: 0 });
  expect((await admin.post('/api/tags/trash/empty')).body).toEqual({ purged: 0, left: 0 });
}, 60_000);

test('A schedule ends with the deletion, and does not come back', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/posts', { title: 'Soon' }, { 'x-draft': 'true' });
  const publishAt = new Date(server.time.now + minute).toISOString();
  await admin.post(`/api/posts/${body.id}/publish`, { publishAt });
  await admin.delete(`/api/posts/${body.id}`);
  await admin.post(`/api/posts/${body.id}/restore`);
  expect((await admin.get(`/api/posts/${body.id}/schedule`)).body.publishAt ?? null).toBeNull();
  server.time.now += 2 * minute;
  await server.store.parts?.get('schedule')?.work?.run();
  expect((await admin.get(`/api/posts/${body.id}`)).body._status).toBe('draft');
});

test('Of two instances one restores, one deletes, and one empties', async () => {
  const server = await startAuthServer({ config, alone: true });
  const other = await startAuthServer({ config, beside: server });
  const [one, two] = [await server.signedIn(), await other.signedIn()];
  const { body } = await one.post('/api/tags', { name: 'x' });
  const id: string = body.id;
  const statuses = async (...sent: Promise<{ readonly status: number }>[]): Promise<readonly number[]> =>
    (await Promise.all(sent)).map(({ status }) => status).sort();
  for (let round = 0; round < 5; round += 1) {
    expect(await statuses(one.delete(`/api/tags/${id}`), two.delete(`/api/tags/${id}`))).toEqual([200, 404]);
    expect(await statuses(one.post(`/api/tags/${id}/restore`), two.post(`/api/tags/${id}/restore`))).toEqual([
      200, 404,
    ]);
  }
  await one.delete(`/api/tags/${id}`);
  const [emptied, restored] = await Promise.all([
    one.post('/api/tags/trash/empty'),
    two.post(`/api/tags/${id}/restore`),
  ]);
  const isBack = (await one.get(`/api/tags/${id}`)).status === 200;
  expect([emptied.body.purged, restored.status, isBack]).toEqual(isBack ? [0, 200, true] : [1, 404, false]);
});

test('A kept response shows neither a deleted nor lacks a restored document', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/tags', { name: 'x' });
  const total = async (): Promise<number> => (await admin.get('/api/tags')).body.totalDocs;
  expect([await total(), await total()]).toEqual([1, 1]);
  await admin.delete(`/api/tags/${body.id}`);
  expect([await total(), (await admin.get(`/api/tags/${body.id}`)).status]).toEqual([0, 404]);
  await admin.post(`/api/tags/${body.id}/restore`);
  expect([await total(), (await admin.get(`/api/tags/${body.id}`)).status]).toEqual([1, 200]);
});

test('A collection that says no days keeps for 30, and a start looks, too', async () => {
  const server = await startAuthServer({ config, alone: true });
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/tags', { name: 'x' });
  await admin.delete(`/api/tags/${body.id}`);
  const total = async (): Promise<number> =>
    Number((await server.services.driver.get('SELECT count(*) AS "n" FROM "tags__trash"', []))?.['n']);
  server.time.now += 30 * day - 1;
  await expire(server);
  expect(await total()).toBe(1);
  server.time.now += 1;
  await startAuthServer({ config, beside: server });
  await expect.poll(total).toBe(0);
});

onSqliteOnly('an hour of pretended time passes for the watch of the database connection too')(
  'It looks again each hour',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startAuthServer({ config, alone: true });
    const admin = await server.signedIn();
    const { body } = await admin.post('/api/tags', { name: 'x' });
    await admin.delete(`/api/tags/${body.id}`);
    const total = async (): Promise<number> =>
      Number((await server.services.driver.get('SELECT count(*) AS "n" FROM "tags__trash"', []))?.['n']);
    const hour = 60 * minute;
    await vi.advanceTimersByTimeAsync(hour);
    server.time.now += 30 * day;
    await vi.advanceTimersByTimeAsync(hour - 1);
    expect(await total()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(total).toBe(0);
  },
);

/** Fills a trash with copies of a document that is in it. */
async function copyInTrash({ services }: AuthServer, table: string, count: number): Promise<void> {
  await services.driver.transaction(async (connection) => {
    const row = await connection.get(`SELECT * FROM "${table}"`, []);
    if (row === undefined) throw new Error(`There is nothing in ${table}.`);
    const columns = Object.keys(row);
    const names = columns.map((name) => `"${name}"`).join();
    const marks = columns.map(() => '?').join();
    for (let copy = 0; copy < count; copy += 1) {
      const id = `00000000-0000-7000-8000-${String(copy).padStart(12, '0')}`;
      const values = columns.map((name) => (name === 'id' ? id : (row[name] ?? null)));
      await connection.run(`INSERT INTO "${table}" (${names}) VALUES (${marks})`, values);
    }
  });
}

test('More end in one run than it looks at at once, also behind those that a hook keeps', async () => {
  const server = await startAuthServer({ config, alone: true });
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/posts', { title: 'Kept' });
  await admin.delete(`/api/posts/${body.id}`);
  await copyInTrash(server, 'posts__trash', 520);
  // They are older than those that end.
  server.time.now += 1;
  const { body: other } = await admin.post('/api/posts', { title: 'Old' });
  await admin.delete(`/api/posts/${other.id}`);
  server.time.now += 6 * day;
  await expire(server);
  const { body: left } = await (await server.signedIn()).get('/api/posts?trash=only&limit=0');
  expect(left.totalDocs).toBe(521);
});

onSqliteOnly('it reads ten thousand documents, and the bound is that of the service')(
  'Emptying asks callbacks about 10,000 documents at most',
  async () => {
    let asked = 0;
    const server = await startAuthServer({
      config: {
        collections: [
          {
            slug: 'notes',
            drafts: false,
            trash: true,
            access: {
              purge() {
                asked += 1;
                return true;
              },
            },
            fields: [{ name: 'text', type: 'text' }],
          },
        ],
      },
    });
    const admin = await server.signedIn();
    const { body } = await admin.post('/api/notes', { text: 'One' });
    await admin.delete(`/api/notes/${body.id}`);
    await copyInTrash(server, 'notes__trash', 10_500);
    asked = 0;
    expect((await admin.post('/api/notes/trash/empty')).body).toEqual({ purged: 1_000, left: 9_000 });
    expect(asked).toBeLessThan(11_100);
    expect((await admin.get('/api/notes?trash=only&limit=0')).body.totalDocs).toBe(9_501);
  },
  120_000,
);
