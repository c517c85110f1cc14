import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
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
        canPublish: true,
      },
      {
        kind: 'collection',
        slug: 'posts',
        id: made.body.id,
        title: 'Not yet',
        status: 'draft',
        updatedAt: expect.any(String),
        mine: true,
        canPublish: true,
      },
    ]);
    expect(body.scheduled).toEqual([
      { kind: 'collection', slug: 'categories', id, title: 'Newer', action: 'publish', at, error: null },
    ]);
    const states = body.recent.map(({ title, status, pending, scheduled }: Record<string, unknown>) => [
      ...[title, status, pending, scheduled],
    ]);
    expect(states).toEqual([
      ['As it was', 'published', false, false],
      ['Newer', 'published', true, true],
      ['Not yet', 'draft', false, false],
    ]);
    const drafts = body.collections.flatMap(({ slug, drafts }: { slug: string; drafts?: number }) =>
      drafts ? [[slug, drafts]] : [],
    );
    expect(drafts).toEqual([['posts', 1]]);
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
    expect(body.recent).toMatchObject([{ title: 'Seen', pending: false, scheduled: false }]);
    expect(body.collections[0]).not.toHaveProperty('drafts');
    const meta = await (await server.api('author'))('GET', '/api/admin/meta');
    expect(meta.body.collections[0].readDrafts).toBe(false);
  } finally {
    await server.close();
  }
});

test('a draft that differs in hidden fields alone is in no overview of who may not read them', {
  timeout: 60_000,
}, async () => {
  const server = await startDashboard('minimal', {
    auth: true,
    config: `collections: [{ slug: 'notes', admin: { useAsTitle: 'title' }, fields: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text', access: { read: ['editor'] } },
      { name: 'inner', type: 'group', fields: [{ name: 'secret', type: 'text', access: { read: ['editor'] } }] },
    ] }], globals: []`,
  });
  try {
    const [editor, author] = [await server.api('editor'), await server.api('author')];
    const draft = { 'x-draft': 'true' };
    const note = async (data: object, pending: object): Promise<string> => {
      const { id } = (await editor('POST', '/api/notes', data)).body;
      expect((await author('PATCH', `/api/notes/${id}`, pending, draft)).status).toBe(200);
      return id;
    };
    const stored = { title: 'T', secret: 'right', inner: { secret: 'right' } };
    const changed = await note(stored, { title: 'U', secret: 'right' });
    const hidden = [
      await note(stored, { secret: 'wrong' }),
      await note(stored, { inner: { secret: 'wrong' } }),
    ];
    await note(stored, { secret: 'right' });
    const draftsOf = async (api: typeof author): Promise<readonly string[]> =>
      (await api('GET', '/api/admin/overview')).body.drafts.map(({ id }: { id: string }) => id);
    expect(await draftsOf(author)).toEqual([changed]);
    expect((await draftsOf(editor)).toSorted()).toEqual([changed, ...hidden].toSorted());
  } finally {
    await server.close();
  }
});

describe.skipIf(noBrowser !== null)('the start page', { timeout: 60_000 }, () => {
  test('has the states of lists and headings, and the way to all drafts', async () => {
    const server = await startDashboard('minimal', {
      auth: true,
      config: `admin: { name: 'Northwind Magazine of the North' },
        collections: [{ slug: 'notes', labels: { singular: 'Note', plural: 'Notes' }, admin: { useAsTitle: 'title' },
        fields: [{ name: 'title', type: 'text' }] }], globals: []`,
    });
    try {
      const api = await server.api();
      const draft = { 'x-draft': 'true' };
      for (let index = 1; index <= 25; index++)
        await api('POST', '/api/notes', { title: `Draft ${index}` }, draft);
      await api('POST', '/api/notes', { title: 'Plain' });
      const { body: note } = await api('POST', '/api/notes', { title: 'Before' });
      await api('PATCH', `/api/notes/${note.id}`, { title: 'After' }, draft);
      await api('POST', `/api/notes/${note.id}/publish`, { publishAt: '2999-01-01T00:00:00.000Z' });

      const { page } = await openDashboard(server);
      const recent = page.getByRole('region', { name: 'Recent changes' });
      const marks = async (title: string): Promise<readonly string[]> =>
        recent.getByRole('listitem').filter({ hasText: title }).locator('.badge').allInnerTexts();
      await recent.getByText('After').waitFor();
      expect(await marks('After')).toEqual(['Published with changes', 'Scheduled 1 Jan 2999']);
      expect(await marks('Plain')).toEqual(['Published']);
      expect(await marks('Draft 25')).toEqual(['Draft']);
      await page.getByRole('link', { name: 'All drafts (25)' }).click();
      await page.getByText('25 documents').first().waitFor();
      expect(await page.getByRole('row').filter({ hasText: 'Draft' }).count()).toBe(25);

      await page.setViewportSize({ width: 390, height: 844 });
      const avatar = await page.locator('.account-button').boundingBox();
      expect(avatar?.width).toBe(avatar?.height);
      await page.setViewportSize({ width: 1280, height: 900 });

      const german = await openDashboard(server, {
        path: `/admin/collections/notes/${note.id}`,
        locale: 'de-DE',
      });
      const heading = german.page.locator('.edit-badges');
      await heading.getByText(/^Geplant/).waitFor();
      expect(await heading.locator('.badge').allInnerTexts()).toEqual([
        'Veröffentlicht, mit Änderungen',
        'Geplant 01.01.2999',
      ]);
    } finally {
      await server.close();
      await closeBrowser();
    }
  });
});
