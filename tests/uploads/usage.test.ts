import { expect, test } from 'vitest';
import { fileForm, startFileServer } from './support/file-server.js';

const secret = 'tests/uploads: 32 bytes and some more of them';

/** A rich text as the dashboard writes it. */
function textWith(collection: string, id: string): object {
  const image = { type: 'upload', attrs: { collection, id } };
  const item = { type: 'listItem', content: [{ type: 'paragraph' }, image] };
  return { type: 'doc', content: [{ type: 'bulletList', content: [item] }] };
}

test('rich texts use the files that they show, and lists of unused files know it', async () => {
  const server = await startFileServer({
    auth: { secret, roles: [{ name: 'reader', rank: 10 }] },
    collections: [
      {
        slug: 'media',
        upload: { mimeTypes: ['text/plain'] },
        access: { read: () => true, update: ['super_admin'], create: ['super_admin'] },
        fields: [{ name: 'note', type: 'richText' }],
      },
      {
        slug: 'posts',
        access: { read: () => true, update: ['super_admin'], create: ['super_admin'] },
        versions: true,
        fields: [
          { name: 'body', type: 'richText' },
          { name: 'cover', type: 'upload', to: 'media' },
          { name: 'side', type: 'group', fields: [{ name: 'text', type: 'richText' }] },
          { name: 'parts', type: 'array', fields: [{ name: 'text', type: 'richText' }] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'prose', fields: [{ name: 'text', type: 'richText' }] },
              {
                slug: 'boxes',
                fields: [{ name: 'rows', type: 'array', fields: [{ name: 'text', type: 'richText' }] }],
              },
            ],
          },
        ],
      },
      {
        slug: 'secrets',
        drafts: false,
        access: { read: ['reader'], create: ['super_admin'] },
        fields: [{ name: 'body', type: 'richText' }],
      },
    ],
    globals: [
      {
        slug: 'site',
        drafts: false,
        access: { read: () => true },
        fields: [{ name: 'imprint', type: 'richText' }],
      },
    ],
  });
  const cookie = await server.cookies();
  const headers = { cookie, origin: 'http://localhost:3000' };
  const asked = { ...headers, 'content-type': 'application/json' };
  const create = async (name: string) => {
    const { status, body } = await server.send('POST', '/api/media', {
      body: fileForm(name, {}),
      headers,
    });
    expect(status).toBe(201);
    return body.id as string;
  };
  const save = async (method: string, path: string, data: object | null, more = {}) => {
    const init = { ...(data && { body: JSON.stringify(data) }), headers: { ...asked, ...more } };
    const { status, body } = await server.send(method, path, init);
    expect([body, Math.floor(status / 100)]).toEqual([body, 2]);
    return body;
  };
  const usage = async (id: string) =>
    (await server.send('GET', `/api/media/${id}/usage`, { headers })).body.docs as {
      field: string;
      id: string;
    }[];
  const unused = async (query = '') => {
    const { status, body } = await server.send('GET', `/api/media?unused=true&sort=createdAt_asc${query}`, {
      headers,
    });
    expect([body, status]).toEqual([body, 200]);
    return (body.docs as { id: string }[]).map(({ id }) => id);
  };

  const [shown = '', rows = '', covered = '', hidden = '', free = ''] = await Promise.all(
    ['shown', 'rows', 'covered', 'hidden', 'free'].map(create),
  );
  expect(new Set(await unused())).toEqual(new Set([shown, rows, covered, hidden, free]));
  const post = await save('POST', '/api/posts', {
    body: textWith('media', shown),
    cover: covered,
    side: { text: textWith('media', shown) },
    parts: [{ text: textWith('media', rows) }, { text: textWith('media', rows) }],
    content: [
      { blockType: 'prose', text: textWith('media', rows) },
      { blockType: 'boxes', rows: [{ text: [textWith('media', rows)] }] },
    ],
  });
  await save('PATCH', '/api/globals/site', { imprint: textWith('media', shown) });
  const use = (field: string) => ({ collection: 'posts', id: post.id, field });
  expect(await usage(shown)).toEqual([
    use('body'),
    use('side.text'),
    { collection: 'globals.site', id: 'global', field: 'imprint' },
  ]);
  expect(await usage(rows)).toEqual([use('parts.text'), use('content.text'), use('content.rows.text')]);
  expect(new Set(await unused())).toEqual(new Set([hidden, free]));

  // What the requester may not read does not tell that it uses a file.
  await save('POST', '/api/secrets', { body: textWith('media', hidden) });
  expect(await usage(hidden)).toEqual([]);
  expect(new Set(await unused())).toEqual(new Set([hidden, free]));

  // A draft uses a file besides what is published, until it is discarded.
  await save('PATCH', `/api/posts/${post.id}`, { body: textWith('media', free) }, { 'x-draft': 'true' });
  expect(await usage(free)).toEqual([use('body')]);
  expect((await usage(shown)).map(({ field }) => field)).toContain('body');
  expect(await unused()).toEqual([hidden]);
  await save('DELETE', `/api/posts/${post.id}/draft`, null);
  expect(await usage(free)).toEqual([]);

  // Publishing moves the use; what is not in the text any more is not used.
  await save('PATCH', `/api/posts/${post.id}`, { body: textWith('media', free) });
  expect((await usage(shown)).map(({ field }) => field)).toEqual(['side.text', 'imprint']);
  expect(await usage(free)).toEqual([use('body')]);

  // Nodes that name nothing, or no document, are kept in the text and listed nowhere.
  const odd = [
    { type: 'upload' },
    { type: 'upload', attrs: { collection: 7, id: shown } },
    { type: 'upload', attrs: { collection: 'x'.repeat(5_000), id: shown } },
    { type: 'upload', attrs: { collection: 'media', id: '"'.repeat(36) } },
    { type: 'paragraph', attrs: { collection: 'media', id: hidden } },
    { type: 'upload', attrs: { collection: 'posts', id: hidden } },
  ];
  const kept = await save('PATCH', `/api/posts/${post.id}`, { body: odd });
  expect(kept.body).toEqual(odd);
  expect(await usage(hidden)).toEqual([]);

  // A deletion does not follow texts: the text keeps the place of the file.
  await save('PATCH', `/api/posts/${post.id}`, { body: textWith('media', free), cover: null });
  expect((await server.send('DELETE', `/api/media/${free}`, { headers })).status).toBe(200);
  const after = (await server.send('GET', `/api/posts/${post.id}`, { headers })).body;
  expect(after.body).toEqual(textWith('media', free));

  // With other filters, pages, counts and cursors.
  expect(await unused('&where={"filename":{"contains":"a"}}&limit=1')).toHaveLength(1);
  const { body: page } = await server.send('GET', '/api/media?unused=true&limit=1&cursor=', { headers });
  expect(page.docs).toHaveLength(1);
  const next = await server.send('GET', `/api/media?unused=true&limit=5&cursor=${page.nextCursor}`, {
    headers,
  });
  expect(next.body.docs).toHaveLength(1);
  expect((await server.send('GET', `/api/media?cursor=${page.nextCursor}`, { headers })).status).toBe(400);
  const query = { method: 'POST', body: JSON.stringify({ unused: true, limit: 0 }), headers: asked };
  expect((await server.send('POST', '/api/media/query', query)).body.totalDocs).toBe(2);
  expect((await server.send('GET', '/api/media?unused=true&draft=true', { headers })).body.totalDocs).toBe(2);

  expect((await server.send('GET', '/api/media?unused=true')).status).toBe(403);
  expect((await server.send('GET', '/api/media?unused=false', { headers })).status).toBe(400);
  expect((await server.send('GET', '/api/posts?unused=true', { headers })).status).toBe(400);

  // Deleting the post frees its files.
  await save('PATCH', '/api/globals/site', { imprint: null });
  expect((await server.send('DELETE', `/api/posts/${post.id}`, { headers })).status).toBe(200);
  expect(new Set(await unused())).toEqual(new Set([shown, rows, covered, hidden]));
});
