/** Calls of `local` within hooks: in which transaction they are, and what undoes them. */
import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { CollectionHooks } from '../../runtime/config/hook-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { of } from './support/of.js';

const title = { name: 'title', type: 'text', required: true } as const;

interface Hooked {
  readonly posts?: CollectionHooks;
  readonly tags?: CollectionHooks;
  readonly more?: readonly CollectionConfig[];
}

async function start({ posts = {}, tags = {}, more = [] }: Hooked): Promise<AuthServer> {
  return startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          drafts: false,
          access: { read: () => true, create: () => true, update: () => true, delete: () => true },
          fields: [title, { name: 'count', type: 'number', default: 0 }],
          hooks: posts,
        },
        {
          slug: 'tags',
          drafts: false,
          fields: [{ name: 'name', type: 'text', required: true, unique: true }],
          hooks: tags,
        },
        ...more,
      ],
    },
  });
}

async function names(server: AuthServer, collection: string, field: string): Promise<readonly unknown[]> {
  const { docs } = await of(server.app.local.as('system'), collection).find({ sort: `${field}_asc` });
  return docs.map((one) => one[field]);
}

describe('before hooks', () => {
  test.each(['beforeValidate', 'beforeChange'] as const)(
    'what %s writes is committed with the write, or undone with it',
    async (hook) => {
      const server = await start({
        posts: {
          [hook]: async ({
            data,
            local,
          }: {
            data: Record<string, unknown>;
            local: AuthServer['app']['local'];
          }) => {
            await of(local.as('system'), 'tags').create({ name: String(data['title']) });
            if (data['title'] === 'bad') throw refuse('Not this one.');
          },
        },
      });
      const visitor = server.client();
      expect((await visitor.post('/api/posts', { title: 'good' })).status).toBe(201);
      expect(await visitor.post('/api/posts', { title: 'bad' })).toMatchObject({
        status: 400,
        body: { error: 'Not this one.' },
      });
      expect(await names(server, 'tags', 'name')).toEqual(['good']);
      expect(await names(server, 'posts', 'title')).toEqual(['good']);
    },
  );

  test('reads see the transaction, and requests outside see nothing of it', async () => {
    const seen: unknown[] = [];
    const server: AuthServer = await start({
      posts: {
        beforeChange: async ({ local, req }) => {
          const tags = of(local.as('system'), 'tags');
          await tags.create({ name: 'a' });
          seen.push(await tags.count(), (await tags.find({ where: { name: 'a' } })).docs.length);
          seen.push(await of(req.local.as('system'), 'tags').count());
          seen.push(await of(server.app.local.as('system'), 'tags').count());
        },
      },
    });
    await server.client().post('/api/posts', { title: 'x' });
    expect(seen).toEqual([1, 1, 1, 0]);
    expect(await names(server, 'tags', 'name')).toEqual(['a']);
  });

  test('have the rights of the request, whose refusals end the write', async () => {
    const server = await start({
      posts: { beforeChange: async ({ local }) => void (await of(local, 'tags').create({ name: 'a' })) },
    });
    expect(await server.client().post('/api/posts', { title: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', reason: 'access.anonymousDenied' },
    });
    expect(await names(server, 'posts', 'title')).toEqual([]);
    expect((await (await server.signedIn()).post('/api/posts', { title: 'x' })).status).toBe(201);
    expect(await names(server, 'tags', 'name')).toEqual(['a']);
  });

  test('end the write with the message of a call, not with the issues of the other document', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ data, local }) => {
          const tags = of(local.as('system'), 'tags');
          if (data['title'] === 'invalid') await tags.create({ nam: 'a' });
          if (data['title'] === 'taken') await tags.create({ name: 'taken' });
          const known = await tags.findOne();
          if (data['title'] === 'stale' && known) await tags.update(known.id, { name: 'b' }, { ifMatch: 9 });
        },
      },
    });
    await of(server.app.local.as('system'), 'tags').create({ name: 'taken' });
    const visitor = server.client();
    for (const [title, error] of [
      ['invalid', /name/],
      ['taken', /Another document of tags has the same name/],
      ['stale', /modified/],
    ]) {
      const response = await visitor.post('/api/posts', { title });
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'BAD_USER_INPUT', error: expect.stringMatching(error ?? '') },
      });
      expect(response.body).not.toHaveProperty('details');
      expect(response.body).not.toHaveProperty('currentRevision');
    }
    expect(await names(server, 'posts', 'title')).toEqual([]);
  });

  test('a call whose error is caught is undone alone', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ local }) => {
          const tags = of(local.as('system'), 'tags');
          await tags.create({ name: 'a' });
          await expect(tags.create({ name: 'a' })).rejects.toMatchObject({ code: 'CONFLICT' });
          await tags.create({ name: 'b' });
        },
      },
    });
    expect((await server.client().post('/api/posts', { title: 'x' })).status).toBe(201);
    expect(await names(server, 'tags', 'name')).toEqual(['a', 'b']);
  });

  test('calls at the same time are steps one after the other, also those that nobody awaits', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ local }) => {
          const tags = of(local.as('system'), 'tags');
          const all = ['a', 'b', 'a', 'c'].map((name) => tags.create({ name }));
          const results = await Promise.allSettled(all);
          expect(results.map(({ status }) => status)).toEqual([
            'fulfilled',
            'fulfilled',
            'rejected',
            'fulfilled',
          ]);
          void tags.create({ name: 'later' });
          // The call has begun before the hook ends.
          await tags.count();
        },
      },
    });
    expect((await server.client().post('/api/posts', { title: 'x' })).status).toBe(201);
    expect(await names(server, 'tags', 'name')).toEqual(['a', 'b', 'c', 'later']);
  });

  test('deletions belong to the transaction of a deletion', async () => {
    const server = await start({
      posts: {
        beforeDelete: async ({ document, local }) => {
          const tags = of(local.as('system'), 'tags');
          for (const { id } of (await tags.find()).docs) await tags.delete(id);
          if (document['title'] === 'keep') throw refuse('This one stays.');
        },
      },
    });
    const system = server.app.local.as('system');
    const { id } = await of(system, 'posts').create({ title: 'keep' });
    await of(system, 'tags').create({ name: 'a' });
    expect((await server.client().delete(`/api/posts/${id}`)).status).toBe(400);
    expect(await names(server, 'tags', 'name')).toEqual(['a']);
    await of(system, 'posts').update(id, { title: 'go' });
    expect((await server.client().delete(`/api/posts/${id}`)).status).toBe(200);
    expect(await names(server, 'tags', 'name')).toEqual([]);
  });

  test('may not change their own document by a call', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ document, local }) => {
          if (document === null) return;
          const options = { as: 'system', hooks: false } as const;
          await of(local, 'posts').update(String(document['id']), { count: 5 }, options);
        },
      },
    });
    const posts = of(server.app.local.as('system'), 'posts');
    const { id } = await posts.create({ title: 'x' });
    expect((await server.client().send('PATCH', `/api/posts/${id}`, { title: 'y' })).status).toBe(500);
    await expect(posts.update(id, { title: 'y' })).rejects.toMatchObject({ reason: 'local.ownDocument' });
    expect(await posts.findById(id)).toMatchObject({ title: 'x', count: 0, _revision: 1 });
  });

  test('of operations of a bulk request are undone with all of them', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ data, local }) => {
          await of(local.as('system'), 'tags').create({ name: String(data['title']) });
        },
      },
    });
    const admin = await server.signedIn();
    const create = (title: string): object => ({ op: 'create', data: { title } });
    const some = { operations: [create('a'), create('b'), create('a')] };
    expect((await admin.post('/api/posts/bulk', some)).status).toBe(400);
    expect(await names(server, 'tags', 'name')).toEqual([]);
    expect((await admin.post('/api/posts/bulk', { ...some, atomic: false })).body).toMatchObject({
      succeeded: 2,
      failed: 1,
    });
    expect(await names(server, 'tags', 'name')).toEqual(['a', 'b']);
    expect((await admin.post('/api/posts/bulk', { operations: [create('c')], dryRun: true })).status).toBe(
      200,
    );
    expect(await names(server, 'tags', 'name')).toEqual(['a', 'b']);
  });

  test('write by the local of their own argument, not by that of the hook that led to them', async () => {
    let outer: AuthServer['app']['local'] | undefined;
    const server = await start({
      posts: {
        beforeChange: async ({ local }) => {
          outer = local.as('system');
          await of(outer, 'tags').create({ name: 'a' });
        },
      },
      tags: {
        beforeChange: async ({ data, local }) => {
          if (data['name'] !== 'a') return;
          await of(local, 'tags').create({ name: 'own' });
          // A read waits for nothing.
          expect(await of(outer ?? local, 'tags').count()).toBe(1);
          await of(outer ?? local, 'tags').create({ name: 'outer' });
        },
      },
    });
    await expect(of(server.app.local, 'posts').create({ title: 'x' })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      reason: 'local.ofOuterHook',
    });
    expect((await server.client().post('/api/posts', { title: 'x' })).status).toBe(500);
    expect(await names(server, 'tags', 'name')).toEqual([]);
  });

  test('of a dry run are undone, and so is what access callbacks write before it', async () => {
    const notes: CollectionConfig = {
      slug: 'notes',
      drafts: false,
      access: {
        create: async ({ req }) => {
          const tags = of(req.local.as('system'), 'tags');
          await tags.create({ name: 'asked' });
          await tags.bulk([{ op: 'create', data: { name: 'many' } }]);
          return true;
        },
      },
      fields: [title],
    };
    const server = await start({ more: [notes] });
    const admin = await server.signedIn();
    const operations = [{ op: 'create', data: { title: 'a' } }];
    const tried = await admin.post('/api/notes/bulk', { operations, dryRun: true });
    expect(tried).toMatchObject({ status: 200, body: { succeeded: 1 } });
    expect(await names(server, 'tags', 'name')).toEqual([]);
    expect((await admin.post('/api/notes/bulk', { operations })).status).toBe(200);
    expect(await names(server, 'tags', 'name')).toEqual(['asked', 'many']);
  });

  test('do not write accounts', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ local }) => {
          const users = of(local.as('system'), 'users');
          expect(await users.count()).toBeGreaterThan(0);
          await users.create({ email: 'x@example.com', password: 'Correct-Horse-7-Battery' });
        },
      },
    });
    expect((await server.client().post('/api/posts', { title: 'x' })).status).toBe(500);
    await expect(of(server.app.local, 'posts').create({ title: 'x' })).rejects.toMatchObject({
      reason: 'local.accountInTransaction',
    });
  });
});

describe('after hooks', () => {
  test('run after the commit, and write in transactions of their own', async () => {
    const server: AuthServer = await start({
      posts: {
        afterChange: async ({ document, local }) => {
          const tags = of(local.as('system'), 'tags');
          await tags.create({ name: String(document['title']) });
          // A fault here undoes nothing.
          await tags.create({ name: String(document['title']) });
        },
      },
    });
    const { status } = await server.client().post('/api/posts', { title: 'x' });
    expect(status).toBe(201);
    expect(await names(server, 'tags', 'name')).toEqual(['x']);
    expect(server.log.filter((line) => line.includes('afterChange of posts failed'))).toHaveLength(1);
  });

  test('of a call within a transaction wait for its commit, and are dropped with it', async () => {
    const seen: unknown[] = [];
    const server: AuthServer = await start({
      posts: {
        beforeChange: async ({ data, local }) => {
          await of(local.as('system'), 'tags').create({ name: String(data['title']) });
          seen.push('called');
          if (data['title'] === 'bad') throw refuse('No.');
        },
        afterChange: () => void seen.push('posts.afterChange'),
      },
      tags: {
        afterChange: async ({ document, local }) => {
          seen.push(`tags.afterChange ${document['name']}`);
          // The write that led here is visible to everybody.
          seen.push(await of(server.app.local.as('system'), 'posts').count());
          await of(local, 'tags').update(String(document['id']), { name: 'renamed' }, { hooks: false });
        },
      },
    });
    const visitor = server.client();
    await visitor.post('/api/posts', { title: 'bad' });
    expect(seen).toEqual(['called']);
    seen.length = 0;
    await visitor.post('/api/posts', { title: 'good' });
    expect(seen).toEqual(['called', 'tags.afterChange good', 1, 'posts.afterChange']);
    expect(await names(server, 'tags', 'name')).toEqual(['renamed']);
  });
});

describe('hooks that lead to each other', () => {
  test('end with an error that names them, and nothing is written', async () => {
    const server = await start({
      posts: {
        beforeChange: async ({ local }) => void (await of(local.as('system'), 'tags').create({ name: 'a' })),
      },
      tags: {
        beforeChange: async ({ local }) =>
          void (await of(local.as('system'), 'posts').create({ title: 'a' })),
      },
    });
    const chain = /posts\.beforeChange → tags\.beforeChange → posts\.beforeChange → /;
    await expect(of(server.app.local.as('system'), 'posts').create({ title: 'x' })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      status: 500,
      reason: 'local.tooDeep',
      params: { max: 10, chain: expect.stringMatching(chain) },
      message: expect.stringMatching(chain),
    });
    const { status, body } = await server.client().post('/api/posts', { title: 'x' });
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('beforeChange');
    expect(server.log.some((line) => chain.test(line))).toBe(true);
    expect(await names(server, 'posts', 'title')).toEqual([]);
    expect(await names(server, 'tags', 'name')).toEqual([]);
  });

  test('after commits too: the last call fails, and is logged', async () => {
    let tag = 0;
    const server = await start({
      posts: {
        afterChange: async ({ local }) => {
          tag += 1;
          await of(local.as('system'), 'tags').create({ name: `${tag}` });
        },
      },
      tags: {
        afterChange: async ({ local }) => void (await of(local.as('system'), 'posts').create({ title: 'a' })),
      },
    });
    expect((await server.client().post('/api/posts', { title: 'x' })).status).toBe(201);
    expect(await names(server, 'posts', 'title')).toHaveLength(6);
    expect(await names(server, 'tags', 'name')).toHaveLength(5);
    const logged = server.log.filter((line) => line.includes('local lead to each other'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('posts.afterChange → tags.afterChange');
  });

  test('do not run for a call that switches them off', async () => {
    const ran: string[] = [];
    const note = (name: string) => () => void ran.push(name);
    const server = await start({
      posts: {
        beforeValidate: note('beforeValidate'),
        beforeChange: note('beforeChange'),
        afterChange: note('afterChange'),
        afterRead: note('afterRead'),
        beforeDelete: note('beforeDelete'),
        afterDelete: note('afterDelete'),
      },
    });
    const posts = of(server.app.local.as('system'), 'posts');
    const silent = { hooks: false };
    const { id } = await posts.create({ title: 'x' }, silent);
    await posts.update(id, { title: 'y' }, silent);
    await posts.find({}, silent);
    await posts.findById(id, {}, silent);
    await posts.delete(id, silent);
    expect(ran).toEqual([]);
    await posts.create({ title: 'x' });
    expect(new Set(ran)).toEqual(new Set(['beforeValidate', 'beforeChange', 'afterChange', 'afterRead']));
    // What is no hook stays: defaults, checks.
    await expect(posts.create({}, silent)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

test('transactions that collide and run again repeat their calls', async () => {
  const server = await start({
    posts: {
      beforeChange: async ({ event, data, local }) => {
        if (event !== 'update' || typeof data['title'] !== 'string') return;
        const posts = of(local.as('system'), 'posts');
        const other = await posts.findById(data['title']);
        await posts.update(other.id, { count: Number(other['count']) + 1 });
      },
    },
  });
  const posts = of(server.app.local.as('system'), 'posts');
  const [a, b] = [await posts.create({ title: 'a' }), await posts.create({ title: 'b' })];
  const admin = await server.signedIn();
  const change = (id: string, title: string): ReturnType<typeof admin.post> =>
    admin.post('/api/posts/bulk', { operations: [{ op: 'update', id, data: { title } }] });
  // Each changes one document and, by its hook, the other one: in opposite orders.
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? change(a.id, b.id) : change(b.id, a.id))),
  );
  const succeeded = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([]);
  const counts = (await posts.find()).docs.map(({ count }) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(succeeded);
});
