/** Several collections in process: `local.svc` (docs/local.md#several-collections). */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CollectionConfig, ServiceConfig } from '../../runtime/config/index.js';
import { defineRoute, type Local, refuse } from '../../runtime/config/index.js';
import type { AnyCallOptions, AnyResult } from '../../runtime/config/local-types.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { of } from './support/of.js';

const title = { name: 'title', type: 'text', required: true } as const;

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'authors',
      drafts: false,
      access: { read: () => true },
      search: { fields: { name: 1 } },
      fields: [{ name: 'name', type: 'text', required: true, unique: true }],
    },
    {
      slug: 'posts',
      drafts: false,
      access: { read: ['editor', 'super_admin'], create: ['editor', 'super_admin'] },
      search: { fields: { title: 1 } },
      fields: [title, { name: 'author', type: 'relationship', to: 'authors' }],
    },
  ],
  globals: [{ slug: 'site', drafts: false, fields: [{ name: 'newest', type: 'text' }] }],
};

/** An author, a post of theirs, and the global. */
function publication(local: Local, name: string, options: AnyCallOptions = {}): Promise<AnyResult> {
  return local.svc.bulk((tx) => {
    const author = tx['authors']?.create({ name });
    tx['posts']?.create({ title: `By ${name}`, author: author?.id });
    tx.globals['site']?.update({ newest: name });
  }, options);
}

async function counts({ app }: AuthServer): Promise<readonly number[]> {
  const system = app.local.as('system');
  return [await of(system, 'authors').count(), await of(system, 'posts').count()];
}

/** The config with a collection whose hooks are under test. */
function withOrders(hooks: NonNullable<CollectionConfig['hooks']>): Partial<ServiceConfig> {
  const orders: CollectionConfig = {
    ...{ slug: 'orders', drafts: false, access: { create: () => true } },
    ...{ fields: [title], hooks },
  };
  return { ...config, collections: [...(config.collections ?? []), orders] };
}

describe('bulk', () => {
  test('writes all of them or none, with the ids of documents that it creates', async () => {
    const server = await startAuthServer({ config });
    const system = server.app.local.as('system');
    expect(await publication(system, 'Ada')).toMatchObject({ succeeded: 3, failed: 0 });
    const [author] = (await of(system, 'authors').find()).docs;
    expect((await of(system, 'posts').find()).docs).toMatchObject([{ title: 'By Ada', author: author?.id }]);
    expect(await system.globals['site']?.get()).toMatchObject({ newest: 'Ada' });
    const twice = system.svc.bulk((tx) => {
      tx['posts']?.create({ title: 'Undone' });
      tx['authors']?.create({ name: 'Ada' });
    });
    await expect(twice).rejects.toMatchObject({ name: 'SvcError', code: 'CONFLICT', status: 409 });
    expect(await counts(server)).toEqual([1, 1]);
    const each = { atomic: false };
    expect(await publication(system, 'Ada', each)).toMatchObject({ succeeded: 1, failed: 2 });
    expect(await publication(system, 'Bob', { dryRun: true })).toMatchObject({ dryRun: true, succeeded: 3 });
    expect(await counts(server)).toEqual([1, 1]);
  });

  test('has the rights of the request, of a visitor, or those that `as` says', async () => {
    const publish = defineRoute({
      id: 'publish',
      method: 'POST',
      path: '/publish',
      access: 'public',
      body: z.object({ name: z.string(), as: z.enum(['request', 'system']) }),
      response: z.object({ succeeded: z.number() }),
      handler: async ({ local, body: { name, as } }) => {
        const { succeeded } = await publication(local, name, as === 'system' ? { as } : {});
        return { succeeded };
      },
    });
    const server = await startAuthServer({ config: { ...config, routes: [publish] } });
    const visitor = server.client();
    const send = async (client: typeof visitor, as: string): Promise<number> =>
      (await client.post('/api/publish', { name: `${as} ${Math.random()}`, as })).status;
    expect([await send(visitor, 'request'), await send(visitor, 'system')]).toEqual([403, 200]);
    expect(await send(await server.signedIn(), 'request')).toBe(200);
    await expect(publication(server.app.local, 'Eve')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { id } = await server.addUser('ed@example.com', { role: 'editor' });
    const post = { as: { id } };
    const created = server.app.local.svc.bulk((tx) => void tx['posts']?.create({ title: 'x' }), post);
    expect(await created).toMatchObject({ succeeded: 1 });
    const unknown = { as: { id: 'none' } };
    const mistake = { as: undefined as unknown as 'system' };
    await expect(publication(server.app.local, 'Eve', unknown)).rejects.toMatchObject({
      reason: 'local.noUser',
    });
    await expect(publication(server.app.local, 'Eve', mistake)).rejects.toThrow(/`as` must be/);
    expect(await counts(server)).toEqual([2, 3]);
  });

  test('neither creates accounts nor changes them', async () => {
    const server = await startAuthServer({ config });
    const { id } = await server.addUser('ed@example.com', { role: 'editor' });
    const deletion = server.app.local.as('system').svc.bulk((tx) => tx['users']?.delete(id));
    await expect(deletion).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: [{ path: 'operations[0].collection', reason: 'bulk.users' }],
    });
  });

  test('in a before hook it is a step of the write, undone alone or with it', async () => {
    const server = await startAuthServer({
      config: withOrders({
        beforeChange: async ({ data, local }) => {
          const name = String(data['title']);
          const system = local.as('system');
          await publication(system, name);
          // The second one of the same name is undone alone.
          await expect(publication(system, name)).rejects.toMatchObject({
            details: [{ path: 'operations[0].data.name' }, { path: 'operations[1].data.author' }],
          });
          if (name === 'refused') throw refuse('Not this one.');
        },
      }),
    });
    const visitor = server.client();
    expect((await visitor.post('/api/orders', { title: 'refused' })).status).toBe(400);
    expect(await counts(server)).toEqual([0, 0]);
    expect((await visitor.post('/api/orders', { title: 'kept' })).status).toBe(201);
    expect(await counts(server)).toEqual([1, 1]);
  });

  test('in an after hook it is a transaction of its own, and runs hooks unless they are switched off', async () => {
    const ran: string[] = [];
    const server = await startAuthServer({
      config: withOrders({
        beforeChange: ({ data }) => void ran.push(String(data['title'])),
        afterChange: async ({ document, local }) => {
          if (document['title'] !== 'first') return;
          const system = local.as('system');
          await publication(system, 'Ada');
          await system.svc.bulk((tx) => void tx['orders']?.create({ title: 'hooked' }));
          const silent = { hooks: false };
          await system.svc.bulk((tx) => void tx['orders']?.create({ title: 'silent' }), silent);
        },
      }),
    });
    expect((await server.client().post('/api/orders', { title: 'first' })).status).toBe(201);
    await expect.poll(() => of(server.app.local.as('system'), 'orders').count()).toBe(3);
    expect(ran).toEqual(['first', 'hooked']);
    expect(await counts(server)).toEqual([1, 1]);
  });
});

describe('search', () => {
  test('finds in the collections that the requester may read', async () => {
    const server = await startAuthServer({ config });
    const { local } = server.app;
    const system = local.as('system');
    await publication(system, 'Fox');
    const found = async (searching: Local, query?: object): Promise<readonly string[]> =>
      (await searching.svc.search('fox', query)).hits.map(({ collection }) => collection).toSorted();
    expect(await found(system)).toEqual(['authors', 'posts']);
    expect(await found(system, { collections: ['posts'], limit: 1 })).toEqual(['posts']);
    expect(await found(local)).toEqual(['authors']);
    const { id } = await server.addUser('ed@example.com', { role: 'editor' });
    expect(await found(local.as({ id }))).toEqual(['authors', 'posts']);
    await expect(local.svc.search('')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('sees the write whose before hook it is called in', async () => {
    const seen: unknown[] = [];
    const server = await startAuthServer({
      config: withOrders({
        beforeChange: async ({ local }) => {
          const system = local.as('system');
          await publication(system, 'Fox');
          const { hits } = await system.svc.search('fox', { collections: ['posts'] });
          seen.push(hits.map(({ document }) => document['title']));
        },
      }),
    });
    expect((await server.client().post('/api/orders', { title: 'x' })).status).toBe(201);
    expect(seen).toEqual([['By Fox']]);
  });
});
