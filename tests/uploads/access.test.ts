import { expect, test } from 'vitest';
import { connectWithUploads, type SigningMethods } from '../../templates/sdk/uploads/index.js';
import { fileForm, startFileServer } from './support/file-server.js';

const secret = 'tests/uploads: 32 bytes and some more of them';

test('files obey the access rules of their documents', async () => {
  const server = await startFileServer({
    auth: { secret },
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'] },
        access: { read: () => ({ open: true }), create: ['admin', 'super_admin'], update: ['super_admin'] },
        fields: [{ name: 'open', type: 'boolean' }],
      },
      {
        slug: 'secrets',
        upload: { mimeTypes: ['text/plain'] },
        access: { read: ['super_admin'], create: ['super_admin'] },
        drafts: false,
        fields: [],
      },
    ],
  });
  const refused = await server.send('POST', '/api/papers', { body: fileForm('x') });
  expect([refused.status, await server.stored()]).toEqual([403, []]);

  const cookie = await server.cookies();
  const asKeeper = { cookie, origin: 'http://localhost:3000' };
  const create = async (path: string, text: string, data: object, headers: object = {}) => {
    const init = { body: fileForm(text, data), headers: { ...asKeeper, ...headers } };
    const { status, body } = await server.send('POST', path, init);
    expect(status).toBe(201);
    return body;
  };
  const read = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
    (await server.send('GET', url, { headers })).status;

  // A row rule: open to everybody by chance is not open to all.
  const open = await create('/api/papers', 'open', { open: true });
  const shown = await server.send('GET', open.url);
  expect([shown.status, shown.text]).toEqual([200, 'open']);
  expect(shown.headers.get('cache-control')).toBe('private, no-cache');
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('same-site');

  const closed = await create('/api/papers', 'closed', { open: false });
  expect(await read(closed.url)).toBe(404);
  expect(await read(`/api/papers/${closed.id}/file`)).toBe(404);

  const draft = await create('/api/papers', 'draft', { open: true }, { 'x-draft': 'true' });
  expect(await read(draft.url)).toBe(404);
  expect(await read(draft.url, { cookie })).toBe(200);

  // Drafts are for requesters that are not anonymous, also where there is none.
  for (const id of [open.id, closed.id, draft.id]) {
    const path = `/api/papers/${id}`;
    expect([await read(`${path}/file?draft=true`), await read(`${path}?draft=true`)]).toEqual([403, 403]);
  }
  expect(await read(`/api/papers/${open.id}/file?draft=false`)).toBe(200);
  expect(await read(`/api/papers/${draft.id}/file?draft=true`, { cookie })).toBe(200);

  const hidden = await create('/api/secrets', 'hidden', {});
  expect(await read(hidden.url)).toBe(404);
  expect(await read(hidden.url, { cookie })).toBe(200);
  // The same as for a file that never was.
  const never = hidden.url.replace(/file\/[^/]+/, `file/${'A'.repeat(22)}`);
  const [one, other] = [await server.send('GET', hidden.url), await server.send('GET', never)];
  expect(one.text).toBe(other.text);
});

test('signs addresses, closes files to roles, and lists uses', async () => {
  const server = await startFileServer({
    auth: { secret },
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'] },
        access: { read: ['admin', 'super_admin'] },
        fields: [],
      },
      {
        slug: 'plans',
        drafts: false,
        upload: { mimeTypes: ['text/plain'], access: { file: { read: ['super_admin'] } } },
        fields: [],
      },
      {
        slug: 'scans',
        drafts: false,
        upload: { mimeTypes: ['text/plain'], access: { original: ['super_admin'] } },
        access: { update: ['super_admin', 'author'] },
        fields: [],
      },
      {
        slug: 'letters',
        access: { read: () => ({ open: true }), create: ['super_admin'] },
        fields: [
          { name: 'open', type: 'boolean' },
          { name: 'scan', type: 'relationship', to: 'scans' },
          { name: 'more', type: 'relationship', to: ['scans', 'plans'], hasMany: true },
          {
            name: 'pages',
            type: 'array',
            fields: [{ name: 'scan', type: 'relationship', to: 'scans' }],
          },
          { name: 'inner', type: 'relationship', to: 'scans', access: { read: ['admin'] } },
        ],
      },
      {
        slug: 'hidden',
        drafts: false,
        access: { read: ['admin'] },
        fields: [{ name: 'scan', type: 'relationship', to: 'scans' }],
      },
    ],
    globals: [{ slug: 'site', fields: [{ name: 'logo', type: 'relationship', to: 'scans' }] }],
  });
  const cookie = await server.cookies();
  const headers = { cookie, origin: 'http://localhost:3000' };
  const asked = { ...headers, 'content-type': 'application/json' };
  const create = async (slug: string, text: string, more = {}) => {
    const init = { body: fileForm(text), headers: { ...headers, ...more } };
    return (await server.send('POST', `/api/${slug}`, init)).body;
  };
  const sign = (path: string, body: object = {}) =>
    server.send('POST', path, { body: JSON.stringify(body), headers: asked });
  const get = (url: string, init: RequestInit = {}) =>
    server.send('GET', url.replace('http://localhost:3000', ''), init);

  const paper = await create('papers', 'secret');
  const signed = await sign(`/api/papers/${paper.id}/sign`);
  expect(signed.status).toBe(200);
  expect(signed.headers.get('cache-control')).toBe('no-store');
  expect(signed.body.expiresAt).toBe('2026-01-01T00:15:00.000Z');
  const { url } = signed.body;
  expect(url).toContain(`${paper.url}?expires=`);
  const opened = await get(url);
  expect([opened.status, opened.text]).toEqual([200, 'secret']);
  expect(opened.headers.get('cache-control')).toBe('private, max-age=900');
  expect(opened.headers.get('content-disposition')).toBe('inline; filename="a.txt"');
  expect((await get(url, { headers: { range: 'bytes=0-2' } })).text).toBe('sec');

  const other = await create('papers', 'other');
  const altered = [
    url.replace(/expires=\d/, 'expires=9'),
    `${url}&download`,
    url.replace('a.txt', 'b.html'),
    url.replace(paper.url, other.url),
    url.replace(/signature=.*/, 'signature=A'),
    url.replace(/&signature=.*/, '&signature='),
  ];
  for (const one of altered) {
    const { status, body } = await get(one);
    expect([one, status, body.code]).toEqual([one, 403, 'INVALID_SIGNATURE']);
  }
  const saved = await sign(`/api/papers/${paper.id}/sign`, { download: true, expiresIn: 60 });
  const download = await get(saved.body.url);
  expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
  server.time.now += 59_000;
  expect((await get(saved.body.url)).headers.get('cache-control')).toBe('private, max-age=1');
  server.time.now += 1000;
  expect((await get(saved.body.url)).body.code).toBe('INVALID_SIGNATURE');
  // It dies with its file.
  await server.send('DELETE', `/api/papers/${paper.id}`, { headers });
  expect((await get(url)).status).toBe(404);

  // A published file, or on request that of the draft.
  const draft = await create('papers', 'draft', { 'x-draft': 'true' });
  expect((await sign(`/api/papers/${draft.id}/sign`)).status).toBe(404);
  const ofDraft = await sign(`/api/papers/${draft.id}/sign?draft=true`);
  expect((await get(ofDraft.body.url)).text).toBe('draft');

  const refused = await server.send('POST', `/api/papers/${other.id}/sign`);
  expect(refused.status).toBe(403);
  for (const body of [{ expiresIn: 59 }, { expiresIn: 604_801 }, { download: 1 }, { size: 'thumbnail' }]) {
    expect([body, (await sign(`/api/papers/${other.id}/sign`, body)).status]).toEqual([body, 400]);
  }
  expect((await sign(`/api/papers/${'a'.repeat(36)}/sign`)).status).toBe(404);

  const client = connectWithUploads(
    { hash: '', pathOf: (name) => name, hasDrafts: () => true },
    {
      baseUrl: 'http://localhost:3000',
      headers,
      fetch: ((path: string, init: RequestInit) => server.fetch(path, init)) as never,
    },
    ['papers'],
  ) as { readonly papers: SigningMethods<never> };
  const address = await client.papers.sign(other.id, { expiresIn: 120 });
  expect((await get(address.url)).text).toBe('other');

  // The address of a closed file is hidden, as the field that it is.
  const plan = await create('plans', 'plan');
  const anonymous = await server.send('GET', `/api/plans/${plan.id}`);
  expect(anonymous.body).toMatchObject({ filename: 'a.txt' });
  expect(anonymous.body.url).toBeUndefined();
  expect((await get(plan.url)).status).toBe(404);
  expect((await get(`/api/plans/${plan.id}/file`)).status).toBe(404);
  expect((await server.send('POST', `/api/plans/${plan.id}/sign`)).status).toBe(404);
  const open = await get(plan.url, { headers: { cookie } });
  expect([open.text, open.headers.get('cache-control')]).toEqual(['plan', 'private, no-cache']);

  const scan = await create('scans', 'scan');
  expect((await server.send('GET', `/api/scans/${scan.id}`)).body.url).toBe(scan.url);
  expect((await get(scan.url)).status).toBe(404);
  expect((await server.send('POST', `/api/scans/${scan.id}/sign`)).status).toBe(404);
  const shown = await get(scan.url, { headers: { cookie } });
  expect([shown.text, shown.headers.get('cache-control')]).toEqual(['scan', 'private, no-cache']);

  // What refers to it, as far as the requester sees it.
  const save = async (method: string, path: string, data: object, more = {}) => {
    const init = { body: JSON.stringify(data), headers: { ...asked, ...more } };
    const { status, body } = await server.send(method, path, init);
    expect([body, Math.floor(status / 100)]).toEqual([body, 2]);
    return body;
  };
  const usage = async (query = '') =>
    (await server.send('GET', `/api/scans/${scan.id}/usage${query}`, { headers })).body;
  const facts = { page: 1, hasPrevPage: false };
  expect(await usage()).toEqual({ docs: [], totalDocs: 0, totalPages: 0, hasNextPage: false, ...facts });
  const letter = await save('POST', '/api/letters', {
    open: true,
    scan: scan.id,
    more: [{ collection: 'scans', id: scan.id }],
    pages: [{ scan: scan.id }, { scan: scan.id }],
    inner: scan.id,
  });
  // Its draft refers by the same field: it is one use.
  await save('PATCH', `/api/letters/${letter.id}`, { open: true, scan: scan.id }, { 'x-draft': 'true' });
  const drafted = await save('POST', '/api/letters', { open: true });
  await save('PATCH', `/api/letters/${drafted.id}`, { scan: scan.id }, { 'x-draft': 'true' });
  await save('POST', '/api/letters', { open: false, scan: scan.id });
  await save('POST', '/api/hidden', { scan: scan.id });
  await save('PATCH', '/api/globals/site', { logo: scan.id });
  const used = await usage();
  expect(used.docs).toHaveLength(5);
  expect(used.docs).toEqual(
    expect.arrayContaining([
      { collection: 'letters', id: letter.id, field: 'scan' },
      { collection: 'letters', id: letter.id, field: 'more' },
      { collection: 'letters', id: letter.id, field: 'pages.scan' },
      { collection: 'letters', id: drafted.id, field: 'scan' },
      { collection: 'globals.site', id: 'global', field: 'logo' },
    ]),
  );
  const paged = await usage('?limit=2&page=3');
  expect(paged).toMatchObject({ docs: [used.docs[4]], totalDocs: 5, totalPages: 3, hasNextPage: false });
  const pages = await Promise.all([1, 2, 3, 4].map((page) => usage(`?limit=2&page=${page}`)));
  expect(pages.flatMap(({ docs }) => docs)).toEqual(used.docs);
  expect(await usage('?limit=0')).toMatchObject({ docs: [], totalDocs: 5 });
  expect((await server.send('GET', `/api/scans/${scan.id}/usage`)).status).toBe(403);
  expect((await server.send('GET', `/api/scans/${paper.id}/usage`, { headers })).status).toBe(404);
  expect((await server.send('GET', `/api/scans/${scan.id}/usage?depth=1`, { headers })).status).toBe(400);
});
