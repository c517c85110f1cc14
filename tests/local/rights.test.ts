/** Documents in process: whose rights calls of `local` have (docs/spec/contract.md#documents-in-process). */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../runtime/config/define-config.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { of } from './support/of.js';

const posts = {
  slug: 'posts',
  access: {
    read: ['editor', 'admin', 'super_admin'],
    create: ['editor', 'admin', 'super_admin'],
  },
  drafts: false,
  fields: [
    { name: 'title', type: 'text', required: true, unique: true },
    { name: 'secret', type: 'text', access: { read: ['admin', 'super_admin'] } },
  ],
} as const;

function start(config: Parameters<typeof startAuthServer>[0] = {}): Promise<AuthServer> {
  return startAuthServer({ ...config, config: { collections: [posts], ...config.config } });
}

describe('app.local', () => {
  test('has the rights of a visitor unless it says otherwise', async () => {
    const { app } = await start();
    await expect(of(app.local, 'posts').find()).rejects.toMatchObject({
      name: 'SvcError',
      code: 'FORBIDDEN',
      status: 403,
      reason: 'access.anonymousDenied',
    });
    await expect(of(app.local, 'posts').create({ title: 'a' })).rejects.toMatchObject({ status: 403 });
    const system = of(app.local.as('system'), 'posts');
    const created = await system.create({ title: 'a', secret: 'x' });
    expect(created).toMatchObject({ title: 'a', secret: 'x', _revision: 1 });
    expect(await of(app.local, 'posts').find({}, { as: 'system' })).toMatchObject({ docs: [created] });
    expect(await system.count()).toBe(1);
    await expect(of(app.local.as('system').as('public'), 'posts').count()).rejects.toMatchObject({
      status: 403,
    });
  });

  test('acts as a user with the rights that this user has now', async () => {
    const server = await start();
    const { id } = await server.addUser('ed@example.com', { role: 'editor' });
    const asEditor = of(server.app.local.as({ id }), 'posts');
    const created = await asEditor.create({ title: 'a' });
    expect(created).not.toHaveProperty('secret');
    // What the caller says of the user does not matter.
    const forged = { id, role: 'super_admin', kind: 'user' };
    expect(await of(server.app.local.as(forged), 'posts').findById(created.id)).not.toHaveProperty('secret');
    const admin = await server.signedIn();
    await admin.send('PATCH', `/api/users/${id}`, { role: 'customer' });
    await expect(asEditor.find()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 });
    await admin.delete(`/api/users/${id}`);
    await expect(asEditor.find()).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'local.noUser' });
  });

  test('refuses what is neither a requester nor a user', async () => {
    const { app } = await start();
    for (const as of ['sytem', 'admin', '', null, undefined, {}, { id: 5 }, { kind: 'system' }, true]) {
      const call = of(app.local.as('system'), 'posts').find({}, { as: as as 'system' });
      await expect(call).rejects.toThrow(/`as` must be/);
    }
  });

  test('throws the errors of the client, with code, reason, details and revision', async () => {
    const { app } = await start();
    const system = of(app.local.as('system'), 'posts');
    await expect(system.create({ titel: 'a' })).rejects.toMatchObject({
      name: 'SvcError',
      code: 'BAD_USER_INPUT',
      status: 400,
      details: expect.arrayContaining([expect.objectContaining({ path: 'title' })]),
    });
    const { id } = await system.create({ title: 'a' });
    await expect(system.create({ title: 'a' })).rejects.toMatchObject({ code: 'CONFLICT', status: 409 });
    await system.update(id, { title: 'b' });
    await expect(system.update(id, { title: 'c' }, { ifMatch: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      currentRevision: 2,
    });
    await expect(system.findById('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(system.find({ where: { nope: 1 } })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await system.findOne({ where: { title: 'x' } })).toBeNull();
    const seen: string[] = [];
    for await (const post of system.iterate()) seen.push(post.id);
    expect(seen).toEqual([id]);
    await system.mutate(id, () => ({ title: 'd' }));
    expect(await system.createMany([{ title: 'e' }, { title: 'e' }])).toMatchObject({
      succeeded: 1,
      failed: 1,
    });
    expect(await system.delete(id)).toMatchObject({ message: expect.any(String) });
  });

  test('reaches documents only', async () => {
    const { app } = await start();
    const system = app.local.as('system');
    for (const name of ['auth', 'admin', 'docs', '..', 'sessions']) {
      await expect(of(system, name).find()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(system.globals['system']?.get()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(of(system, 'auth').findById('me')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(of(system, 'users').findById('x/sessions')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(of(system, 'svc').findById('views')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is counted by no limit of requests', async () => {
    const server = await start({ auth: { rateLimit: { api: { max: 1, windowSeconds: 60 } } } });
    const system = of(server.app.local.as('system'), 'posts');
    for (let time = 0; time < 5; time += 1) await system.find();
    for (let time = 0; time < 5; time += 1) {
      await system.bulk([{ op: 'create', data: { title: 'x' } }], { dryRun: true });
    }
    expect((await server.client().get('/api/posts')).status).toBe(403);
    expect((await server.client().get('/api/posts')).status).toBe(429);
  });

  test('plans a publication as a user only, with whose rights it will run', async () => {
    const server = await start({
      config: { collections: [{ slug: 'news', fields: [{ name: 'title', type: 'text' }] }] },
    });
    const { id: user } = await server.addUser('ed@example.com', { role: 'editor' });
    const news = of(server.app.local.as('system'), 'news');
    const { id } = await news.create({ title: 'a' }, { draft: true });
    const publishAt = new Date(server.time.now + 60_000).toISOString();
    for (const times of [{ publishAt }, { unpublishAt: publishAt }]) {
      await expect(news.publish(id, times)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        details: [{ path: Object.keys(times)[0], reason: 'local.noPlanner' }],
      });
    }
    await news.publish(id, { publishAt }, { as: { id: user } });
    expect(await news.findById(id, { draft: true })).toMatchObject({ _status: 'draft' });
    await news.publish(id);
    expect(await news.findById(id)).toMatchObject({ _status: 'published' });
  });

  test('manages users, as the service too', async () => {
    const { app, signedIn } = await start();
    const users = of(app.local.as('system'), 'users');
    const { id } = await users.create({
      email: 'new@example.com',
      password: 'Correct-Horse-7-Battery',
      role: 'editor',
    });
    expect(await users.findById(id)).toMatchObject({ email: 'new@example.com', role: 'editor' });
    const client = await signedIn('new@example.com');
    expect((await client.get('/api/auth/me')).body.user).toMatchObject({ id });
    await expect(of(app.local, 'users').find()).rejects.toMatchObject({ status: 401 });
  });
});

describe('local in functions of the config', () => {
  const whoIs = defineRoute({
    id: 'whoIs',
    method: 'POST',
    path: '/who-is',
    access: 'public',
    body: z.object({ as: z.enum(['request', 'system', 'public']) }),
    response: z.object({ count: z.int(), byReq: z.int() }),
    handler: async ({ local, req, body: { as } }) => {
      const options = as === 'request' ? {} : { as };
      const byReq = await of(req.local, 'posts').count({}, options);
      return { count: await of(local, 'posts').count({}, options), byReq };
    },
  });

  test('has the rights of the request, in routes too', async () => {
    const server = await start({ config: { routes: [whoIs] } });
    await of(server.app.local.as('system'), 'posts').create({ title: 'a' });
    await server.addUser('ed@example.com', { role: 'editor' });
    await server.addUser('cu@example.com', { role: 'customer' });
    const editor = await server.signedIn('ed@example.com');
    const customer = await server.signedIn('cu@example.com');
    const visitor = server.client();
    const ask = async (client: typeof visitor, as: string): Promise<unknown> => {
      const { status, body } = await client.post('/api/who-is', { as });
      return status === 200 ? body.count + body.byReq : status;
    };
    expect(await ask(editor, 'request')).toBe(2);
    expect(await ask(customer, 'request')).toBe(403);
    expect(await ask(visitor, 'request')).toBe(403);
    expect(await ask(customer, 'system')).toBe(2);
    expect(await ask(visitor, 'system')).toBe(2);
    expect(await ask(editor, 'public')).toBe(403);
  });

  test('no header, parameter or body of a request chooses rights', async () => {
    const server = await start();
    const visitor = server.client();
    const attempts = ['as', 'x-as', 'x-svc-as', 'x-local', 'x-svc-local', 'x-system', 'requester'];
    for (const name of attempts) {
      const { status } = await visitor.get('/api/posts', { [name]: 'system' });
      expect([name, status]).toEqual([name, 403]);
    }
    for (const search of ['as=system', 'hooks=false', 'local=system', 'rights=system']) {
      expect((await visitor.get(`/api/posts?${search}`)).status).toBe(403);
      expect((await (await server.signedIn()).get(`/api/posts?${search}`)).status).toBe(400);
    }
    const response = await server.app.fetch('/api/posts', {
      headers: { as: 'system' },
      as: 'system',
    } as object);
    expect(response.status).toBe(403);
  });

  test('works in virtual fields and access callbacks', async () => {
    const server = await start({
      config: {
        collections: [
          posts,
          {
            slug: 'shelves',
            drafts: false,
            access: {
              read: async ({ req }) => (await of(req.local, 'posts').count({}, { as: 'system' })) > 0,
              create: () => true,
            },
            fields: [
              { name: 'name', type: 'text' },
              {
                name: 'posts',
                type: 'number',
                virtual: ({ local }) => of(local, 'posts').count({}, { as: 'system' }),
              },
            ],
          },
        ],
      },
    });
    const visitor = server.client();
    expect((await visitor.post('/api/shelves', { name: 'a' })).status).toBe(201);
    expect((await visitor.get('/api/shelves')).status).toBe(403);
    await of(server.app.local.as('system'), 'posts').create({ title: 'a' });
    expect((await visitor.get('/api/shelves')).body.docs).toMatchObject([{ name: 'a', posts: 1 }]);
  });
});

test('without authentication everything is open', async () => {
  const { app } = await start();
  expect(await of(app.local.as('system'), 'posts').count()).toBe(0);
});
