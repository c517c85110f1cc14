import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

describe('what is under way', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('website', { auth: true });
  });
  afterAll(() => server.close());

  test('pending drafts with whose they are, and what is scheduled; nothing of it for those who see no drafts', async () => {
    const editor = await server.api('editor');
    const draft = { 'x-draft': 'true' };
    const made = await editor('POST', '/api/posts', { title: 'Not yet' }, draft);
    expect(made.status).toBe(201);
    const category = await editor('POST', '/api/categories', { title: 'News' });
    const { id } = category.body;
    expect((await editor('PATCH', `/api/categories/${id}`, { title: 'Newer' }, draft)).status).toBe(200);
    const discarded = await editor('POST', '/api/categories', { title: 'As it was' });
    await editor('PATCH', `/api/categories/${discarded.body.id}`, { title: 'As it will not be' }, draft);
    await editor('DELETE', `/api/categories/${discarded.body.id}/draft`);
    const at = '2999-01-01T00:00:00.000Z';
    expect((await editor('POST', `/api/categories/${id}/publish`, { publishAt: at })).status).toBe(200);

    const { body } = await editor('GET', '/api/admin/overview');
    expect(body.drafts).toEqual([
      {
        kind: 'collection',
        slug: 'categories',
        id,
        title: 'Newer',
        status: 'published',
        updatedAt: expect.any(String),
        mine: null,
      },
      {
        kind: 'collection',
        slug: 'posts',
        id: made.body.id,
        title: 'Not yet',
        status: 'draft',
        updatedAt: expect.any(String),
        mine: true,
      },
    ]);
    expect(body.scheduled).toEqual([
      { kind: 'collection', slug: 'categories', id, title: 'Newer', action: 'publish', at, error: null },
    ]);
    const other = await (await server.api('author'))('GET', '/api/admin/overview');
    expect(other.body.drafts.map(({ mine }: { mine: boolean | null }) => mine)).toEqual([null, false]);
  });
});

test('a reader who sees no drafts gets none in the overview', { timeout: 60_000 }, async () => {
  const server = await startDashboard('minimal', {
    auth: true,
    config: `collections: [{ slug: 'notes', drafts: { readRoles: ['editor'] }, versions: true, admin: { useAsTitle: 'title' },
      fields: [{ name: 'title', type: 'text', required: true }] }], globals: []`,
  });
  try {
    const editor = await server.api('editor');
    const { body: note } = await editor('POST', '/api/notes', { title: 'Seen' });
    await editor('PATCH', `/api/notes/${note.id}`, { title: 'Unseen' }, { 'x-draft': 'true' });
    await editor('POST', `/api/notes/${note.id}/publish`, { publishAt: '2999-01-01T00:00:00.000Z' });
    expect((await editor('GET', '/api/admin/overview')).body.drafts).toHaveLength(1);
    const { body } = await (await server.api('author'))('GET', '/api/admin/overview');
    expect({ drafts: body.drafts, scheduled: body.scheduled }).toEqual({ drafts: [], scheduled: [] });
    expect(body.recent.map(({ title }: { title: string }) => title)).toEqual(['Seen']);
    const meta = await (await server.api('author'))('GET', '/api/admin/meta');
    expect(meta.body.collections[0].readDrafts).toBe(false);
  } finally {
    await server.close();
  }
});
