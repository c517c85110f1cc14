/** Calls of `local` that a hook starts without awaiting them: they undo themselves alone. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CollectionHooks } from '../../runtime/config/hook-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { of } from './support/of.js';

const everybody = () => true;
const access = { read: everybody, create: everybody, update: everybody, delete: everybody };

function start(hooks: Readonly<Record<'posts' | 'tags' | 'notes', CollectionHooks>>): Promise<AuthServer> {
  const name = { name: 'name', type: 'text', required: true } as const;
  const slugs = ['posts', 'tags', 'notes'] as const;
  const collections = slugs.map((slug) => ({
    slug,
    drafts: false,
    access,
    fields: [name],
    hooks: hooks[slug],
  }));
  return startAuthServer({ config: { collections } });
}

async function names(server: AuthServer, collection: string): Promise<readonly unknown[]> {
  const { docs } = await of(server.app.local.as('system'), collection).find({ sort: 'name_asc' });
  return docs.map((one) => one['name']);
}

/** Lets everything else of the process proceed that waits for nothing. */
async function laterThanOthers(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
}

interface Begun {
  readonly begun: Promise<void>;
  begin(): void;
}

function openBegun(): Begun {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { begun, begin: () => begin() };
}

test('a failed call that nobody awaits does not undo the write of its hook', async () => {
  const { begun, begin } = openBegun();
  const startsTag: CollectionHooks['beforeChange'] = async ({ data, local }) => {
    if (data['name'] !== 'hooked') return;
    of(local, 'tags')
      .create({ name: 'x' })
      .catch(() => undefined);
    await begun;
  };
  const server = await start({
    posts: { beforeChange: startsTag },
    tags: {
      beforeChange: async () => {
        begin();
        await laterThanOthers();
        throw refuse('Not this tag.');
      },
    },
    notes: {},
  });
  const visitor = server.client();
  expect((await visitor.post('/api/posts', { name: 'hooked' })).status).toBe(201);
  expect(await names(server, 'posts')).toEqual(['hooked']);
  const { id } = await of(server.app.local, 'posts').create({ name: 'other' });
  expect((await visitor.send('PATCH', `/api/posts/${id}`, { name: 'hooked' })).status).toBe(200);
  expect(await names(server, 'posts')).toEqual(['hooked', 'hooked']);
  expect(await names(server, 'tags')).toEqual([]);
});

test('a failed call that nobody awaits does not undo the deletion of its hook', async () => {
  const { begun, begin } = openBegun();
  const server = await start({
    posts: {
      beforeDelete: async ({ local }) => {
        of(local, 'tags')
          .create({ name: 'x' })
          .catch(() => undefined);
        await begun;
      },
    },
    tags: {
      beforeChange: async () => {
        begin();
        await laterThanOthers();
        throw refuse('Not this tag.');
      },
    },
    notes: {},
  });
  const { id } = await of(server.app.local, 'posts').create({ name: 'a' });
  expect((await server.client().delete(`/api/posts/${id}`)).status).toBe(200);
  expect(await names(server, 'posts')).toEqual([]);
});

test('a call that is undone takes what its hooks have started with it', async () => {
  const { begun, begin } = openBegun();
  const server = await start({
    posts: {
      beforeChange: async ({ local }) => {
        await expect(of(local, 'tags').create({ name: 'x' })).rejects.toMatchObject({ status: 400 });
        await laterThanOthers();
      },
    },
    tags: {
      beforeChange: async ({ local }) => {
        of(local, 'notes')
          .create({ name: 'x' })
          .catch(() => undefined);
        await begun;
        throw refuse('Not this tag.');
      },
    },
    notes: {
      beforeChange: async () => {
        begin();
        await laterThanOthers();
      },
    },
  });
  expect((await server.client().post('/api/posts', { name: 'a' })).status).toBe(201);
  expect(await names(server, 'posts')).toEqual(['a']);
  expect(await names(server, 'tags')).toEqual([]);
  expect(await names(server, 'notes')).toEqual([]);
});

test('a call after its operation of a bulk request is not undone with the next one', async () => {
  let late: Promise<unknown> = Promise.resolve();
  let ofFirst: AuthServer['app']['local'] | null = null;
  const server = await start({
    posts: {
      beforeChange: async ({ data, local }) => {
        if (data['name'] === 'first') {
          ofFirst = local;
          return;
        }
        if (ofFirst !== null) late = of(ofFirst.as('system'), 'tags').create({ name: 'late' });
        await laterThanOthers();
        throw refuse('Not the second.');
      },
    },
    tags: {},
    notes: {},
  });
  // What the first call loads takes longer than the transaction.
  await of(server.app.local, 'tags').create({ name: 'before' });
  const operations = ['first', 'second'].map((name) => ({ op: 'create', data: { name } }));
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/posts/bulk', { operations, atomic: false });
  expect(body).toMatchObject({ succeeded: 1, failed: 1 });
  await late;
  expect(await names(server, 'tags')).toEqual(['before', 'late']);
});

test('`as` without a requester chooses no rights', async () => {
  const server = await start({ posts: {}, tags: {}, notes: {} });
  const nobody: { readonly user?: { readonly id: string } } = {};
  const system = server.app.local.as('system');
  expect(() => system.as(nobody.user as { readonly id: string })).toThrow(/`as` must be/);
});
