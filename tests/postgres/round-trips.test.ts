/** How often a write waits for the database: a write is as fast as its round trips allow. */
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { openDocumentsOn, refusal, type TestDocuments } from '../support/documents.js';
import { type PostgresWire, relayedPostgres } from '../support/postgres-wire.js';
import { describePostgres, type FreshDatabase } from '../support/services.js';

const config: ServiceConfig = {
  collections: [
    {
      slug: 'notes',
      drafts: false,
      fields: [
        { name: 'text', type: 'text' },
        { name: 'serial', type: 'text', unique: true },
      ],
    },
    { slug: 'authors', fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'author', type: 'relationship', to: 'authors' },
        { name: 'tags', type: 'relationship', to: 'authors', hasMany: true },
      ],
    },
    { slug: 'kept', versions: { max: 3 }, fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'hooked',
      drafts: false,
      hooks: { beforeChange: ({ data }) => data },
      fields: [{ name: 'text', type: 'text' }],
    },
  ],
};

describePostgres('round trips of a write on PostgreSQL', (fresh) => {
  test.each(['notes', 'authors', 'posts', 'kept'])(
    'a document of %s that refers to nothing is created in one',
    async (slug) => {
      const { docs, wire } = await opened(fresh);
      const create = (): Promise<unknown> => docs.create(slug, {});
      await create();
      expect(await wire.roundTrips(create)).toBe(1);
      expect((await docs.list(slug)).totalDocs).toBe(2);
    },
  );

  test('a new document that refers to others is created in two', async () => {
    const { docs, wire } = await opened(fresh);
    const { id: author } = await docs.create('authors', { name: 'A' });
    const create = (): Promise<unknown> => docs.create('posts', { author, tags: [author] });
    expect(await wire.roundTrips(create)).toBe(2);
    expect((await docs.list('posts', 'depth=0')).docs).toMatchObject([{ author, tags: [author] }]);
  });

  test.each(['notes', 'authors', 'posts'])('a document of %s is changed in two', async (slug) => {
    const { docs, wire } = await opened(fresh);
    const { id } = await docs.create(slug, {});
    const field = slug === 'notes' ? 'text' : slug === 'authors' ? 'name' : 'title';
    const change = (): Promise<unknown> => docs.update(slug, id, { [field]: 'changed' });
    expect(await wire.roundTrips(change)).toBe(2);
    expect(await docs.read(slug, id)).toMatchObject({ [field]: 'changed', _revision: 2 });
  });

  test('a draft over a published document is saved in two', async () => {
    const { docs, wire } = await opened(fresh);
    const { id } = await docs.create('posts', { title: 'a' });
    expect(await wire.roundTrips(() => docs.saveDraft('posts', id, { title: 'b' }))).toBe(2);
    expect(await docs.update('posts', id, { title: 'c' })).toMatchObject({ title: 'c', _revision: 3 });
  });

  test('a change under hooks needs one more, which begins its transaction before them', async () => {
    const { docs, wire } = await opened(fresh);
    const { id } = await docs.create('hooked', { text: 'a' });
    expect(await wire.roundTrips(() => docs.update('hooked', id, { text: 'b' }))).toBe(3);
  });

  test('a write that fails in its only round trip is refused like any other, and leaves nothing', async () => {
    const { docs, wire } = await opened(fresh);
    await docs.create('notes', { serial: 'x' });
    const again = docs.create('notes', { serial: 'x' });
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await wire.roundTrips(() => docs.create('notes', { serial: 'y' }))).toBe(1);
    expect((await docs.list('notes')).totalDocs).toBe(2);
  });
});

/** Documents through one connection. */
async function opened(
  fresh: FreshDatabase,
): Promise<{ readonly docs: TestDocuments; readonly wire: PostgresWire }> {
  const wire = await relayedPostgres(await fresh());
  const driver = await createPostgresDriver({ url: wire.url, pool: { max: 1 } });
  onTestFinished(() => driver.close());
  return { docs: await openDocumentsOn(driver, config), wire };
}
