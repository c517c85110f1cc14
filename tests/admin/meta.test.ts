import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminFieldMeta, AdminMeta } from '../../runtime/codegen/admin-meta.js';
import { type DashboardServer, type Role, startDashboard } from './support/dashboard-server.js';

async function metaOf(server: DashboardServer, role?: Role | null): Promise<AdminMeta> {
  const { status, body } = await (await server.api(role))('GET', '/api/admin/meta');
  expect(status).toBe(200);
  return body as AdminMeta;
}

function pathsOf(fields: readonly AdminFieldMeta[]): readonly string[] {
  return fields.flatMap(({ path, fields: inner = [] }) => [path, ...pathsOf(inner)]);
}

describe('the metadata of a service with access rules', () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access');
  });
  afterAll(() => server.close());

  const rights = async (role: Role): Promise<unknown> => {
    const { collections, globals } = await metaOf(server, role);
    return Object.fromEntries(
      [...collections, ...globals].map(({ slug, can }) => [slug, Object.values(can)]),
    );
  };

  test('says what a role may do: role lists exactly, callbacks and constraints for each document', async () => {
    const callbacks = ['row', 'row', 'row', 'row'];
    expect(await rights('super_admin')).toEqual({
      users: [true, true, true, true],
      secrets: [true, true, true, true],
      notes: callbacks,
      articles: ['row', true, true, true],
      comments: callbacks,
      banner: [true, true],
      billing: [true, true],
    });
    expect(await rights('admin')).toMatchObject({
      users: ['row', true, 'row', 'row'],
      secrets: [true, false, false, false],
      billing: [true, false],
    });
    expect(await rights('author')).toEqual({
      notes: callbacks,
      articles: ['row', true, true, false],
      comments: callbacks,
      banner: [true, false],
    });
    expect(await rights('guest')).toEqual({
      notes: callbacks,
      articles: ['row', false, false, false],
      comments: callbacks,
      banner: [true, false],
    });
  });

  test('has no field that the requester may not read, and says which may be changed', async () => {
    const articlesOf = async (role: Role): Promise<AdminMeta['collections'][number] | undefined> =>
      (await metaOf(server, role)).collections.find(({ slug }) => slug === 'articles');
    const author = await articlesOf('author');
    expect(pathsOf(author?.fields ?? [])).toEqual([
      'title',
      'released',
      'author',
      'related',
      'secret',
      'fee',
      'fee.currency',
      'notes',
    ]);
    const editor = await articlesOf('editor');
    expect(editor?.fields.find(({ name }) => name === 'verdict')?.canUpdate).toBe(false);
    const highest = await articlesOf('super_admin');
    expect(pathsOf(highest?.fields ?? [])).toContain('fee.amount');
    expect(highest?.fields.find(({ name }) => name === 'verdict')?.canUpdate).toBe(true);
    expect(highest?.fields.find(({ name }) => name === 'notes')?.canUpdate).toBe(false);
    expect(JSON.stringify(await metaOf(server, 'customer'))).not.toMatch(/verdict|iban|costCentre|rotation/);
  });

  test('who is signed in, and what they may do beyond documents', async () => {
    const { auth } = await metaOf(server, 'admin');
    expect(auth).toMatchObject({
      user: { email: 'admin@example.com', role: 'admin', emailVerified: true, name: 'Admin Person' },
      settings: { enableRegistration: false, defaultRegistrationRole: 'customer' },
      can: {
        manageUsers: true,
        changeRoles: false,
        invite: true,
        manageApiKeys: true,
        readAuditLog: true,
        readSettings: true,
        changeSettings: false,
      },
    });
    expect(auth?.roles.map(({ name, rank }) => `${name} ${rank}`)).toEqual([
      ...['super_admin 100', 'admin 90', 'editor 70', 'reviewer 60', 'author 50', 'customer 30', 'guest 10'],
    ]);
    const customer = (await metaOf(server, 'customer')).auth;
    expect(customer?.settings).toBeNull();
    expect(new Set(Object.values(customer?.can ?? {}))).toEqual(new Set([false]));
    expect(customer?.profile.map(({ name, canUpdate }) => [name, canUpdate])).toEqual([
      ['email', false],
      ['name', true],
      ['role', false],
      ['emailVerified', false],
      ['department', true],
    ]);
  });

  test('is sent again only when it has changed', async () => {
    const api = await server.api('editor');
    const first = await api('GET', '/api/admin/meta');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await api('GET', '/api/admin/meta', undefined, known)).status).toBe(304);
    const other = await (await server.api('author'))('GET', '/api/admin/meta', undefined, known);
    expect(other.status).toBe(200);
    const self = server.users.get('editor')?.id;
    await api('PATCH', `/api/users/${self}`, { name: 'Somebody Else' });
    const next = await api('GET', '/api/admin/meta', undefined, known);
    expect({ status: next.status, name: next.body.auth.user.name }).toEqual({
      status: 200,
      name: 'Somebody Else',
    });
  });

  test('nobody gets it without a session', async () => {
    const { status, body } = await (await server.api(null))('GET', '/api/admin/meta');
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });
});

describe.each(['every-field', 'website', 'drafts'] as const)('the metadata of %s', (fixture) => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard(fixture);
  });
  afterAll(() => server.close());

  test('is open to everybody, and its filters and sorts are those that lists take', async () => {
    const meta = await metaOf(server, null);
    expect(meta.auth).toBeNull();
    const api = await server.api(null);
    for (const { slug, fields, defaultSort } of meta.collections) {
      const list = (query: string): Promise<{ readonly status: number }> =>
        api('GET', `/api/${slug}?limit=1&${query}`);
      expect((await list(`sort=${defaultSort}`)).status, slug).toBe(200);
      const columns = fields.flatMap((field) => (field.type === 'group' ? (field.fields ?? []) : [field]));
      for (const { path, operators, sortable } of columns) {
        expect((await list(`sort=${path}_desc`)).status, `${slug} ${path}`).toBe(sortable ? 200 : 400);
        const where = encodeURIComponent(JSON.stringify({ [path]: { exists: true } }));
        const takes = operators.includes('exists') ? 200 : 400;
        expect((await list(`where=${where}`)).status, `${slug} ${path}`).toBe(takes);
      }
    }
  });
});

describe('a config with words of its own', () => {
  const config = `
    name: 'Words',
    collections: [{
      slug: 'field-notes',
      description: 'Seen outside.',
      admin: { group: 'Outside', useAsTitle: 'title', defaultColumns: ['title', 'kind'] },
      fields: [
        { name: 'title', type: 'text', label: 'Heading', admin: { placeholder: 'Seen a fox' } },
        { name: 'seenAt', type: 'date', default: '2026-11-21', admin: { readOnly: true } },
        { name: 'inner', type: 'text', admin: { hidden: true } },
        { name: 'kind', type: 'select', options: ['in_passing', 'EUR', { label: 'Looked for', value: 'search' }] },
        { name: 'parts', type: 'blocks', blocks: [
          { slug: 'call-to-action', fields: [{ name: 'url', type: 'url' }] },
          { slug: 'quote', label: 'Words', fields: [{ name: 'text', type: 'text', label: 'Said' }] },
        ] },
      ],
    }],
    globals: []`;
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('minimal', { config });
  });
  afterAll(() => server.close());

  test('has its labels, and made ones where it has none', async () => {
    const { collections } = await metaOf(server, null);
    const [notes] = collections;
    expect(notes).toMatchObject({
      labels: { singular: 'Field note', plural: 'Field notes' },
      description: 'Seen outside.',
      group: 'Outside',
      useAsTitle: 'title',
      defaultColumns: ['title', 'kind'],
    });
    const [title, seenAt, inner, kind, parts] = notes?.fields ?? [];
    expect(title).toMatchObject({ label: 'Heading', placeholder: 'Seen a fox' });
    expect(seenAt).toMatchObject({ label: 'Seen at', readOnly: true, default: '2026-11-21' });
    expect(inner).toMatchObject({ hidden: true });
    expect(kind?.options?.map(({ label }) => label)).toEqual(['In passing', 'EUR', 'Looked for']);
    expect(parts?.blocks?.map(({ label, fields }) => [label, fields[0]?.label, fields[0]?.path])).toEqual([
      ['Call to action', 'Url', 'parts.url'],
      ['Words', 'Said', 'parts.text'],
    ]);
  });
});
