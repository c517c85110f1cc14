/** docs/spec/contract.md#read-only-fields. */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  anonymous,
  type Client,
  type GuardedService,
  openGuarded,
} from '../access/support/guarded-service.js';

/** What the hooks of a test return. */
interface Filling {
  readonly words?: unknown;
  readonly row?: unknown;
}

function configOf(filling: Filling = {}): ServiceConfig {
  return {
    name: 'Read-only',
    collections: [
      {
        slug: 'posts',
        versions: true,
        fields: [
          { name: 'title', type: 'text', required: true },
          { name: 'words', type: 'number', integer: true, min: 0, readOnly: true },
          {
            name: 'source',
            type: 'select',
            options: ['web', 'mail'],
            default: 'web',
            required: true,
            readOnly: true,
          },
          { name: 'token', type: 'text', default: () => 'made', readOnly: true },
          {
            name: 'seo',
            type: 'group',
            fields: [
              { name: 'title', type: 'text' },
              { name: 'score', type: 'number', readOnly: true },
            ],
          },
          {
            name: 'stats',
            type: 'group',
            fields: [{ name: 'views', type: 'number', default: 0, readOnly: true }],
          },
          {
            name: 'items',
            type: 'array',
            fields: [
              { name: 'label', type: 'text', required: true },
              { name: 'code', type: 'text', default: () => 'new', readOnly: true },
            ],
          },
        ],
        hooks: {
          beforeChange: ({ data }) => ({
            ...data,
            ...('words' in filling ? { words: filling.words } : {}),
            ...(data['seo'] === undefined ? {} : { seo: { ...(data['seo'] as object), score: 7 } }),
          }),
        },
      },
      {
        slug: 'strict',
        drafts: false,
        fields: [
          { name: 'title', type: 'text' },
          { name: 'owner', type: 'text', required: true, readOnly: true },
        ],
      },
    ],
    globals: [
      {
        slug: 'site',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'build', type: 'number', default: 1, readOnly: true },
        ],
      },
    ],
  };
}

async function open(
  filling?: Filling,
): Promise<{ readonly service: GuardedService; readonly client: Client }> {
  const service = await openGuarded(configOf(filling));
  return { service, client: service.as(anonymous) };
}

const issue = (path: string): object => expect.objectContaining({ path, reason: 'field.readOnly' });

describe('a body', () => {
  test.each([
    [{ words: 3 }, 'words'],
    [{ words: null }, 'words'],
    [{ seo: { score: 1 } }, 'seo.score'],
    [{ stats: { views: 1 } }, 'stats.views'],
    [{ items: [{ label: 'a' }, { label: 'b', code: 'mine' }] }, 'items.1.code'],
  ])('that names a read-only field is refused, and says why: %j', async (fields, path) => {
    const { client } = await open();
    const created = await client.post('/api/posts', { title: 'A', ...fields });
    expect([created.status, created.body.details]).toEqual([400, [issue(path)]]);
    const { id } = (await client.post('/api/posts', { title: 'B' })).body;
    for (const headers of [{}, { 'x-draft': 'true' }]) {
      const updated = await client.patch(`/api/posts/${id}`, fields, headers);
      expect([updated.status, updated.body.details]).toEqual([400, [issue(path)]]);
    }
    expect((await client.get(`/api/posts/${id}`)).body._revision).toBe(1);
  });

  test('is refused with all that is wrong in it', async () => {
    const { client } = await open();
    const { status, body } = await client.post('/api/posts', { words: 3, titel: 'A' });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['words', 'title', 'titel']);
  });

  test('of many writes is refused too', async () => {
    const { client } = await open();
    const { id } = (await client.post('/api/posts', { title: 'A' })).body;
    const { status, body } = await client.post('/api/posts/bulk', {
      operations: [{ update: id, data: { words: 9 } }],
    });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(
      (await client.patch('/api/posts', { where: { title: { equals: 'A' } }, data: { words: 9 } })).status,
    ).toBe(400);
  });

  test('of a global is refused too', async () => {
    const { client } = await open();
    expect((await client.patch('/api/globals/site', { build: 2 })).body.details).toEqual([issue('build')]);
    expect((await client.patch('/api/globals/site', { name: 'A' })).body).toMatchObject({
      name: 'A',
      build: 1,
    });
  });
});

describe('the value', () => {
  test('comes from defaults and hooks', async () => {
    const { client } = await open({ words: 2 });
    const { status, body } = await client.post('/api/posts', {
      title: 'A',
      seo: { title: 'S' },
      items: [{ label: 'a' }],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      words: 2,
      source: 'web',
      token: 'made',
      seo: { title: 'S', score: 7 },
      stats: { views: 0 },
      items: [{ label: 'a', code: 'new' }],
    });
  });

  test('stays where an update does not concern it: in a group that is cleared, and in rows that keep their id', async () => {
    const { client } = await open();
    const { body } = await client.post('/api/posts', {
      title: 'A',
      seo: { title: 'S' },
      items: [{ label: 'a' }, { label: 'b' }],
    });
    const [, second] = body.items;
    const updated = await client.patch(`/api/posts/${body.id}`, {
      stats: null,
      items: [{ label: 'c' }, { id: second.id, label: 'b2' }],
    });
    expect(updated.status).toBe(200);
    expect(updated.body.stats).toEqual({ views: 0 });
    expect(updated.body.items).toEqual([
      { id: expect.any(String), label: 'c', code: 'new' },
      { id: second.id, label: 'b2', code: 'new' },
    ]);
  });

  test('returns with a version', async () => {
    const filling = { words: 1 };
    const { client } = await open(filling);
    const { id } = (await client.post('/api/posts', { title: 'A' })).body;
    Object.assign(filling, { words: 2 });
    await client.patch(`/api/posts/${id}`, { title: 'B' });
    delete (filling as Filling & { words?: unknown }).words;
    const [, first] = (await client.get(`/api/posts/${id}/versions`)).body.docs;
    const restored = await client.post(`/api/posts/${id}/versions/${first.id}/restore`, {});
    expect(restored.body).toMatchObject({ title: 'A', words: 1 });
    const published = await client.post(`/api/posts/${id}/publish`, {});
    expect(published.body).toMatchObject({ title: 'A', words: 1 });
  });

  test.each([
    [-1, 'less than min'],
    [1.5, 'not a whole number'],
    ['two', 'not a number'],
  ])('of a hook that does not fit is a failure of the server: %j', async (words, text) => {
    const { service, client } = await open({ words });
    const { status, body } = await client.post('/api/posts', { title: 'A' });
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(service.logged)).toContain('read-only field words');
    expect(JSON.stringify(service.logged)).toContain(text);
  });

  test('that is required and that nothing gives is a failure of the server', async () => {
    const { service, client } = await open();
    expect((await client.post('/api/strict', { title: 'A' })).status).toBe(500);
    expect(JSON.stringify(service.logged)).toContain(
      'strict cannot be stored. owner: This read-only field is required',
    );
  });
});
