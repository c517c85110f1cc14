/** The emitted client against its server: over HTTP, and in process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, isSvcError, type SvcClient } from '../../fixtures/every-field/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let url: string;
beforeAll(async () => {
  server = await generatedServer('every-field');
  const { port } = await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => server.close());

describe.each([
  ['over HTTP', () => createClient({ baseUrl: url, onDrift })],
  [
    'in process',
    () =>
      createClient({ baseUrl: 'http://localhost', fetch: (request) => server.app.fetch(request), onDrift }),
  ],
] as readonly (readonly [string, () => SvcClient])[])('%s', (_name, create) => {
  let client: SvcClient;
  let ada: string;
  beforeAll(async () => {
    client = create();
    for await (const { id } of client.things.iterate({ select: [] })) await client.things.delete(id);
    ada = (await client.people.create({ name: 'Ada' })).id;
    for (let index = 0; index < 25; index++) {
      const title = `Thing ${String(index).padStart(2, '0')}`;
      await client.things.create({
        title,
        price: index,
        kind: index % 2 ? 'tool' : 'toy',
        owner: ada,
        fans: [ada],
        size: { width: index, box: { material: 'wood' } },
        images: [{ source: 'https://example.org/', caption: title }],
      });
    }
  });

  test('what is created can be read', async () => {
    const made = await client.things.create({
      title: 'New',
      aliases: ['x'],
      place: [13.4, 52.5],
      extra: { a: 1 },
    });
    expect(made).toMatchObject({
      title: 'New',
      aliases: ['x'],
      place: [13.4, 52.5],
      _revision: 1,
      owner: null,
    });
    expect(await client.things.findById(made.id)).toEqual(made);
    await client.things.delete(made.id);
    const gone = await client.safe.things.findById(made.id);
    expect(gone.error).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });

  test('filters, order and pages', async () => {
    const where = {
      kind: 'tool',
      price: { gte: 3, lt: 20 },
      'owner.name': 'Ada',
      'images.caption': { contains: 'thing' },
    } as const;
    const page = await client.things.find({ where, sort: ['price_desc', 'title'], limit: 3, page: 2 });
    expect(page.docs.map(({ price }) => price)).toEqual([13, 11, 9]);
    expect(page).toMatchObject({
      totalDocs: 9,
      page: 2,
      totalPages: 3,
      hasNextPage: true,
      hasPrevPage: true,
    });
    expect(await client.things.count({ where })).toBe(9);
    const first = await client.things.find({ sort: 'price', cursor: '', limit: 20 });
    const second = await client.things.find({ sort: 'price', cursor: first.nextCursor ?? '', limit: 20 });
    expect([...first.docs, ...second.docs].map(({ price }) => price)).toEqual(
      Array.from({ length: 25 }, (_, n) => n),
    );
    expect(second.nextCursor).toBeNull();
  });

  test('a filter that is too long for an address', async () => {
    const wanted = Array.from({ length: 400 }, (_, index) => `Thing ${index}`);
    expect(await client.things.count({ where: { title: { in: wanted } } })).toBe(15);
  });

  test('depth and selection', async () => {
    const { docs } = await client.things.find({
      where: { price: 7 },
      depth: 1,
      select: ['title', 'owner.name', 'fans.name', 'size.box.material', 'images.caption'],
    });
    expect(docs).toEqual([
      {
        id: docs[0]?.id,
        title: 'Thing 07',
        owner: { id: ada, name: 'Ada' },
        fans: [{ id: ada, name: 'Ada' }],
        size: { box: { material: 'wood' } },
        images: [{ id: docs[0]?.images[0]?.id, caption: 'Thing 07' }],
      },
    ]);
    const person = await client.people.findById(ada, { depth: 1 });
    expect(person.things.docs).toHaveLength(3);
    expect(person.things.hasNextPage).toBe(true);
  });

  test('one after the other', async () => {
    const titles: string[] = [];
    for await (const { title } of client.things.iterate({ sort: 'title_desc', select: ['title'], limit: 7 }))
      titles.push(title);
    expect(titles).toHaveLength(25);
    expect(titles).toEqual([...titles].sort().reverse());
  });

  test('a conflict tells the revision, and mutate gets past it', async () => {
    const { id } = await client.things.create({ title: 'Counter', stock: 0 });
    const newer = await client.things.update(id, { stock: 1 }, { ifMatch: 1 });
    expect(newer).toMatchObject({ stock: 1, _revision: 2 });
    const caught = await client.things
      .update(id, { stock: 9 }, { ifMatch: 1 })
      .catch((error: unknown) => error);
    expect(isSvcError(caught) && caught.code === 'CONFLICT' && caught.currentRevision).toBe(2);
    await Promise.all(
      Array.from({ length: 5 }, () => client.things.mutate(id, ({ stock }) => ({ stock: (stock ?? 0) + 1 }))),
    );
    expect((await client.things.findById(id)).stock).toBe(6);
    await client.things.delete(id, { ifMatch: 7 });
  });

  test('a taken value and a wrong one name their fields', async () => {
    const { id } = await client.things.create({ title: 'Unique', serial: 'AB-0001' });
    const taken = await client.safe.things.create({ title: 'Other', serial: 'AB-0001' });
    expect(taken.error).toMatchObject({ code: 'CONFLICT', details: [{ path: 'serial' }] });
    expect(taken.error?.currentRevision).toBeUndefined();
    const wrong = await client.safe.things.update(id, { serial: 'no', price: -1 });
    expect(wrong.error).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    expect(wrong.error?.details?.map(({ path }) => path).sort()).toEqual(['price', 'serial']);
    await client.things.delete(id);
  });

  test('globals', async () => {
    const { defaults } = client.globals;
    const before = await defaults.get();
    expect(before).toMatchObject({ id: 'global', opening: { to: 18 } });
    const after = await defaults.update(
      { currency: 'USD', opening: { from: 8 } },
      { ifMatch: before._revision },
    );
    expect(after).toMatchObject({
      currency: 'USD',
      opening: { from: 8, to: 18 },
      _revision: before._revision + 1,
    });
    expect(await defaults.get({ select: ['currency'] })).toEqual({ id: 'global', currency: 'USD' });
    await defaults.mutate(() => ({ currency: 'EUR' }));
  });

  test('a server of the same contract is no drift', async () => {
    await client.places.count();
    expect(drifts).toEqual([]);
  });
});

const drifts: string[] = [];
function onDrift(hash: string): void {
  drifts.push(hash);
}
