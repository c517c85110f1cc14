/**
 * What the dashboard's routes say to users who may see only some of the documents, and no drafts of others.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const asDraft = { 'x-draft': 'true' };

const config = `
  collections: [
    {
      slug: 'pages',
      access: { read: mine, create: everybody, update: everybody },
      fields: [{ name: 'title', type: 'text' }, { name: 'owner', type: 'text' }],
    },
  ],
  globals: ['front', 'greeting'].map((slug) => ({
    slug,
    drafts: { readRoles: ['super_admin'] },
    access: {
      read: ({ req }) => isChief(req) || (slug === 'front' ? { open: { not_equals: false } } : { open: { equals: true } }),
      update: everybody,
    },
    fields: [{ name: 'open', type: 'boolean' }],
  })),`;

const imports = `
const everybody = ['editor', 'author', 'super_admin'];
const isChief = (req: { user?: { role: string } | null }) => req.user?.role === 'super_admin';
const mine = ({ req }: { req: { user?: { role: string } | null } }) =>
  isChief(req) || { owner: { equals: req.user?.role ?? 'nobody' } };
`;

let server: DashboardServer;
beforeAll(async () => {
  server = await startDashboard('minimal', { auth: true, config, imports });
}, 60_000);
afterAll(() => server.close());

test.each(['front', 'greeting'])(
  'rights in the global %s depend on no draft that the requester does not see',
  async (slug) => {
    const [chief, author] = [await server.api('super_admin'), await server.api('author')];
    const path = `/api/globals/${slug}`;
    const told = async (): Promise<readonly object[]> => {
      const sent = [await author('GET', path), await author('GET', `/api/admin/access/globals/${slug}`)];
      return sent.map(({ status, body }) => ({ status, body }));
    };
    const before = await told();
    const [read] = before;
    expect(before[1]).toMatchObject({ status: (read as { readonly status: number }).status });
    for (const open of [true, false]) {
      await done(chief, 'PATCH', path, { open }, asDraft);
      expect(await told()).toEqual(before);
    }
    for (const open of [true, false]) {
      await done(chief, 'PATCH', path, { open });
      await done(chief, 'POST', `${path}/unpublish`, {});
      expect(await told()).toEqual(before);
    }
  },
);

describe('an editor with few documents among many of others', () => {
  const others = 230;

  test('sees their own drafts and their own schedule on the start page', async () => {
    const [chief, author] = [await server.api('super_admin'), await server.api('author')];
    const own = { title: 'Own', owner: 'author' };
    const draft = await done(author, 'POST', '/api/pages', own, asDraft);
    const many = Array.from({ length: others }, () => ({
      ...{ op: 'create', draft: true },
      data: { title: 'Of others', owner: 'editor' },
    }));
    const { results } = await done(chief, 'POST', '/api/pages/bulk', { operations: many });
    for (const { id } of results as readonly { readonly id: string }[])
      await done(chief, 'POST', `/api/pages/${id}/publish`, { publishAt: '2999-01-01T00:00:00.000Z' });
    const publishAt = '2999-01-02T00:00:00.000Z';
    await done(author, 'POST', `/api/pages/${draft['id']}/publish`, { publishAt });
    const overview = await done(author, 'GET', '/api/admin/overview');
    expect(overview['drafts']).toMatchObject([{ id: draft['id'], title: 'Own' }]);
    expect(overview['scheduled']).toMatchObject([{ id: draft['id'], at: publishAt }]);
    expect((await done(chief, 'GET', '/api/admin/overview'))['drafts']).toHaveLength(20);
  }, 120_000);

  test('sees a draft that is older than many discarded ones', async () => {
    const editor = await server.api('editor');
    const own = await done(editor, 'POST', '/api/pages', { title: 'Open', owner: 'editor' });
    await done(editor, 'PATCH', `/api/pages/${own['id']}`, { title: 'Opened' }, asDraft);
    const ids: string[] = [];
    for (let made = 0; made < others; made += 1)
      ids.push(String((await done(editor, 'POST', '/api/pages', { title: 'P', owner: 'editor' }))['id']));
    const change = (op: string, more = {}): Promise<unknown> =>
      done(editor, 'POST', '/api/pages/bulk', { operations: ids.map((id) => ({ op, id, ...more })) });
    await change('update', { draft: true, data: { title: 'Q' } });
    await change('discard');
    const { drafts } = await done(editor, 'GET', '/api/admin/overview');
    expect(drafts).toContainEqual(expect.objectContaining({ id: own['id'], title: 'Opened' }));
  }, 120_000);
});

/** The body of a request that succeeded. */
async function done(api: Api, ...request: Parameters<Api>): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await api(...request);
  expect({ request, body, isDone: status < 300 }).toMatchObject({ isDone: true });
  return body;
}
