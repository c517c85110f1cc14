/** docs/spec/contract.md#drafts and docs/spec/service.md#draft-operations: drafts and versions. */
import { describe, expect, test } from 'vitest';
import { useNewsroom } from './support/newsroom.js';

const room = useNewsroom();
const asDraft = { 'x-draft': 'true' };

async function published(data: object = { title: 'First' }): Promise<string> {
  const { status, body } = await room.chief('POST', '/api/articles', data);
  expect(status).toBe(201);
  return body.id;
}

async function drafted(data: object = { title: 'First' }): Promise<string> {
  const { status, body } = await room.chief('POST', '/api/articles', data, asDraft);
  expect(status).toBe(201);
  return body.id;
}

describe('draft operations', () => {
  test('PATCH with X-Draft: true creates or updates a draft version without publishing', async () => {
    const id = await published({ title: 'First', rank: 1 });
    for (const title of ['Second', 'Third']) {
      expect((await room.save(`/api/articles/${id}`, { title })).body).toMatchObject({ title, rank: 1 });
      expect((await room.get(`/api/articles/${id}`)).body).toMatchObject({ title: 'First', rank: 1 });
    }
  });

  test('POST with X-Draft: true creates the document as a draft', async () => {
    const { status, headers, body } = await room.chief('POST', '/api/articles', { title: 'New' }, asDraft);
    expect(status).toBe(201);
    expect(body).toMatchObject({ _status: 'draft', _revision: 1, title: 'New' });
    expect(headers.get('location')).toBe(`/api/articles/${body.id}`);
    expect((await room.get(`/api/articles/${body.id}`)).status).toBe(404);
  });

  test('draft=true reads drafts merged over what is published, draft=false what is published, and absent it depends on who asks', async () => {
    const id = await published({ title: 'Public', rank: 2 });
    await room.save(`/api/articles/${id}`, { title: 'Pending' });
    const title = async (search: string, send = room.chief): Promise<string> =>
      (
        await send(
          'GET',
          `/api/articles?${search}&where=${encodeURIComponent(JSON.stringify({ id: { equals: id } }))}`,
        )
      ).body.docs[0].title;
    expect(await title('draft=true')).toBe('Pending');
    expect(await title('draft=false')).toBe('Public');
    expect(await title('limit=5')).toBe('Pending');
    expect(await title('limit=5', room.call)).toBe('Public');
    expect(await title('draft=false', room.call)).toBe('Public');
  });
});

describe('a draft write', () => {
  test('validates types but not required', async () => {
    expect((await room.chief('POST', '/api/articles', { rank: 'x' }, asDraft)).body).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: [{ path: 'rank' }],
    });
    expect((await room.chief('POST', '/api/articles', {}, asDraft)).body).toMatchObject({ title: null });
    const id = await published();
    expect((await room.save(`/api/articles/${id}`, { title: null })).body.title).toBeNull();
  });

  test('is refused where drafts are switched off, and the routes of drafts do not exist there', async () => {
    const { body } = await room.chief('POST', '/api/bare', { title: 'x' });
    expect((await room.chief('POST', '/api/bare', { title: 'x' }, asDraft)).status).toBe(400);
    expect((await room.chief('PATCH', `/api/bare/${body.id}`, { title: 'x' }, asDraft)).status).toBe(400);
    expect((await room.chief('PATCH', '/api/globals/quiet', { headline: 'x' }, asDraft)).status).toBe(400);
    for (const path of [
      '/api/bare?draft=true',
      `/api/bare/${body.id}?draft=false`,
      '/api/globals/quiet?draft=true',
    ]) {
      expect({ path, status: (await room.chief('GET', path)).status }).toEqual({ path, status: 400 });
    }
    for (const [method, path] of [
      ['POST', `/api/bare/${body.id}/publish`],
      ['POST', `/api/bare/${body.id}/unpublish`],
      ['DELETE', `/api/bare/${body.id}/draft`],
      ['GET', `/api/bare/${body.id}/versions`],
      ['POST', '/api/globals/quiet/publish'],
    ] as const) {
      expect({ path, status: (await room.chief(method, path)).status }).toEqual({ path, status: 404 });
    }
  });

  test.each(['yes', '1', 'TRUE', ''])('with X-Draft %j is 400', async (value) => {
    const id = await published();
    for (const [method, path] of [
      ['POST', '/api/articles'],
      ['PATCH', `/api/articles/${id}`],
      ['PATCH', '/api/globals/front'],
    ] as const) {
      const { status, body } = await room.chief(method, path, { title: 'x' }, { 'x-draft': value });
      expect({ path, status, code: body.code }).toEqual({ path, status: 400, code: 'BAD_USER_INPUT' });
    }
  });

  test('X-Draft: false is a plain write', async () => {
    const { body } = await room.chief('POST', '/api/articles', { title: 'x' }, { 'x-draft': 'false' });
    expect(body._status).toBe('published');
  });

  test('users and the system settings have neither drafts nor versions', async () => {
    const [user] = (await room.chief('GET', '/api/users')).body.docs;
    expect(user).not.toHaveProperty('_status');
    expect((await room.chief('PATCH', `/api/users/${user.id}`, { name: 'x' }, asDraft)).status).toBe(400);
    for (const path of [`/api/users/${user.id}/publish`, '/api/globals/system/publish']) {
      expect((await room.chief('POST', path)).status).toBe(404);
    }
    expect((await room.chief('GET', `/api/users/${user.id}/versions`)).status).toBe(404);
  });
});

describe('a PATCH without X-Draft', () => {
  test('changes the published content and the merged view of those fields, and leaves the others pending', async () => {
    const id = await published({ title: 'A', body: 'a', rank: 1 });
    await room.save(`/api/articles/${id}`, { title: 'B', body: 'b' });
    await room.chief('PATCH', `/api/articles/${id}`, { title: 'C' });
    expect((await room.get(`/api/articles/${id}`)).body).toMatchObject({ title: 'C', body: 'a' });
    expect((await room.chief('GET', `/api/articles/${id}`)).body).toMatchObject({ title: 'C', body: 'b' });
  });

  test('publishes a draft that never was, and checks required then', async () => {
    const id = await drafted({ rank: 1 });
    expect(await room.chief('PATCH', `/api/articles/${id}`, { rank: 2 })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'title' }] },
    });
    expect((await room.get(`/api/articles/${id}`)).status).toBe(404);
    expect((await room.chief('PATCH', `/api/articles/${id}`, { title: 'x' })).body).toMatchObject({
      _status: 'published',
      rank: 1,
    });
    expect((await room.get(`/api/articles/${id}`)).status).toBe(200);
  });
});

describe('publish, unpublish and discard', () => {
  test('publish makes the pending draft the published content, and checks required', async () => {
    const id = await published({ title: 'A' });
    await room.save(`/api/articles/${id}`, { title: null, rank: 3 });
    expect(await room.chief('POST', `/api/articles/${id}/publish`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', details: [{ path: 'title' }] },
    });
    expect((await room.get(`/api/articles/${id}`)).body).toMatchObject({ title: 'A', rank: null });
    await room.save(`/api/articles/${id}`, { title: 'B' });
    const { status, body } = await room.chief('POST', `/api/articles/${id}/publish`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { title: 'B', rank: 3, _status: 'published' },
    });
    expect((await room.get(`/api/articles/${id}`)).body).toEqual(body);
  });

  test('unpublish takes the document from the public', async () => {
    const id = await published({ title: 'A' });
    expect((await room.chief('POST', `/api/articles/${id}/unpublish`)).body).toMatchObject({
      id,
      _status: 'draft',
    });
    expect((await room.get(`/api/articles/${id}`)).status).toBe(404);
    expect((await room.chief('GET', `/api/articles/${id}`)).body).toMatchObject({
      title: 'A',
      _status: 'draft',
    });
  });

  test('DELETE draft discards what is pending, 409 on a document that was never published', async () => {
    const id = await published({ title: 'A' });
    await room.save(`/api/articles/${id}`, { title: 'B' });
    expect((await room.chief('DELETE', `/api/articles/${id}/draft`)).body).toMatchObject({ id, title: 'A' });
    expect((await room.chief('GET', `/api/articles/${id}`)).body).toMatchObject({ title: 'A' });
    const fresh = await drafted();
    expect(await room.chief('DELETE', `/api/articles/${fresh}/draft`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
  });

  test('globals have the same routes', async () => {
    const path = '/api/globals/front';
    await room.chief('PATCH', path, { headline: 'Soon' }, asDraft);
    expect((await room.get(path)).body).toMatchObject({ headline: 'None yet', _status: 'draft' });
    expect((await room.chief('DELETE', `${path}/draft`)).status).toBe(409);
    expect((await room.chief('POST', `${path}/publish`)).body).toMatchObject({
      headline: 'Soon',
      _status: 'published',
    });
    await room.chief('PATCH', path, { headline: 'Later' }, asDraft);
    expect((await room.chief('DELETE', `${path}/draft`)).body).toMatchObject({ headline: 'Soon' });
    expect((await room.chief('POST', `${path}/unpublish`)).body).toMatchObject({ _status: 'draft' });
    expect((await room.get(path)).body).toMatchObject({ headline: 'None yet', _status: 'draft' });
  });

  test('each needs update access, and answers the document', async () => {
    const id = await published();
    const customer = await room.as('customer');
    for (const [method, step] of [
      ['POST', 'publish'],
      ['POST', 'unpublish'],
      ['DELETE', 'draft'],
      ['GET', 'versions'],
    ] as const) {
      for (const send of [room.call, customer]) {
        const { status, body } = await send(method, `/api/articles/${id}/${step}`);
        expect({ step, status, code: body.code }).toEqual({ step, status: 403, code: 'FORBIDDEN' });
      }
    }
    const author = await room.as('author');
    for (const step of ['publish', 'unpublish']) {
      expect(await author('POST', `/api/articles/${id}/${step}`)).toMatchObject({
        status: 200,
        body: { id },
      });
    }
  });

  test('publishAt in the body plans the publication, which happens once the time has come', async () => {
    const id = await drafted();
    const publishAt = new Date(Date.now() + 1500).toISOString();
    const planned = await room.chief('POST', `/api/articles/${id}/publish`, { publishAt });
    expect(planned).toMatchObject({ status: 200, body: { _status: 'draft' } });
    expect((await room.get(`/api/articles/${id}`)).status).toBe(404);
    await expect
      .poll(async () => (await room.get(`/api/articles/${id}`)).status, { timeout: 15_000, interval: 200 })
      .toBe(200);
    for (const body of [{ publishAt: 'soon' }, { unpublishAt: 5 }, { when: publishAt }]) {
      expect(await room.chief('POST', `/api/articles/${id}/publish`, body)).toMatchObject({ status: 400 });
    }
  });

  test('unpublishAt plans the end', async () => {
    const id = await published();
    const unpublishAt = new Date(Date.now() + 1500).toISOString();
    expect((await room.chief('POST', `/api/articles/${id}/publish`, { unpublishAt })).status).toBe(200);
    await expect
      .poll(async () => (await room.get(`/api/articles/${id}`)).status, { timeout: 15_000, interval: 200 })
      .toBe(404);
  });
});

describe('revisions', () => {
  test('the published view shows that of the last published write, the merged view the newest; If-Match compares with the newest', async () => {
    const id = await published();
    await room.save(`/api/articles/${id}`, { title: 'B' });
    await room.save(`/api/articles/${id}`, { title: 'C' });
    expect((await room.get(`/api/articles/${id}`)).headers.get('etag')).toBe('"1"');
    expect((await room.chief('GET', `/api/articles/${id}`)).headers.get('etag')).toBe('"3"');
    const late = await room.chief(
      'PATCH',
      `/api/articles/${id}`,
      { title: 'D' },
      { ...asDraft, 'if-match': '"2"' },
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT', currentRevision: 3 } });
    expect((await room.chief('POST', `/api/articles/${id}/publish`, {}, { 'if-match': '"1"' })).status).toBe(
      409,
    );
    expect((await room.chief('POST', `/api/articles/${id}/publish`, {}, { 'if-match': '"3"' })).status).toBe(
      200,
    );
  });
});

describe('versions', () => {
  test('every publish and draft save is kept, the oldest dropped past max, newest first, in an envelope', async () => {
    const id = await published({ title: 'v1' });
    for (const title of ['v2', 'v3', 'v4', 'v5']) await room.save(`/api/articles/${id}`, { title });
    await room.chief('POST', `/api/articles/${id}/publish`);
    const { body } = await room.chief('GET', `/api/articles/${id}/versions`);
    expect(body).toMatchObject({
      totalDocs: 4,
      page: 1,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    });
    expect(
      body.docs.map(({ status, document }: { status: string; document: { title: string } }) => [
        status,
        document.title,
      ]),
    ).toEqual([
      ['published', 'v5'],
      ['draft', 'v5'],
      ['draft', 'v4'],
      ['draft', 'v3'],
    ]);
    const [user] = (await room.chief('GET', '/api/users')).body.docs;
    const [newest] = body.docs;
    expect(Object.keys(newest).sort()).toEqual(['createdAt', 'createdBy', 'document', 'id', 'status']);
    expect(newest.createdBy).toBe(user.id);
    expect((await room.chief('GET', `/api/articles/${id}/versions/${newest.id}`)).body).toEqual(newest);
    expect((await room.chief('GET', `/api/articles/${id}/versions?page=2&limit=3`)).body).toMatchObject({
      totalPages: 2,
      hasPrevPage: true,
      docs: [{ document: { title: 'v3' } }],
    });
  });

  test('are restored as a draft; where drafts are off a restore writes the content', async () => {
    const id = await published({ title: 'Old' });
    await room.chief('PATCH', `/api/articles/${id}`, { title: 'New' });
    const { docs } = (await room.chief('GET', `/api/articles/${id}/versions`)).body;
    const restored = await room.chief('POST', `/api/articles/${id}/versions/${docs[1].id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { title: 'Old' } });
    expect((await room.get(`/api/articles/${id}`)).body.title).toBe('New');

    const plain = (await room.chief('POST', '/api/plain', { title: 'Old' })).body;
    await room.chief('PATCH', `/api/plain/${plain.id}`, { title: 'New' });
    const history = (await room.chief('GET', `/api/plain/${plain.id}/versions`)).body.docs;
    await room.chief('POST', `/api/plain/${plain.id}/versions/${history[1].id}/restore`);
    expect((await room.get(`/api/plain/${plain.id}`)).body.title).toBe('Old');
  });

  test('of another document, or of none, are 404', async () => {
    const id = await published();
    const other = await published();
    const { docs } = (await room.chief('GET', `/api/articles/${other}/versions`)).body;
    for (const version of [docs[0].id, 'nothing', '0192f0c4-6c1a-7000-8000-000000000000']) {
      expect((await room.chief('GET', `/api/articles/${id}/versions/${version}`)).status).toBe(404);
      expect((await room.chief('POST', `/api/articles/${id}/versions/${version}/restore`)).status).toBe(404);
    }
  });

  test('need update access, each route of them, and leave what is stored as it is', async () => {
    const id = await published({ title: 'Old' });
    await room.chief('PATCH', `/api/articles/${id}`, { title: 'New' });
    await room.chief('PATCH', '/api/globals/front', { headline: 'Old' });
    await room.chief('PATCH', '/api/globals/front', { headline: 'New' });
    const customer = await room.as('customer');
    for (const path of [`/api/articles/${id}`, '/api/globals/front']) {
      const { docs } = (await room.chief('GET', `${path}/versions`)).body;
      const before = (await room.chief('GET', path)).body;
      for (const [method, route] of [
        ['GET', 'versions'],
        ['GET', `versions/${docs[1].id}`],
        ['POST', `versions/${docs[1].id}/restore`],
      ] as const) {
        for (const send of [room.call, customer]) {
          const { status, body } = await send(method, `${path}/${route}`);
          expect({ route, status, code: body.code }).toEqual({ route, status: 403, code: 'FORBIDDEN' });
        }
      }
      expect((await room.chief('GET', path)).body).toEqual(before);
    }
  });

  test('of globals are listed, read and restored in the same way', async () => {
    const path = '/api/globals/front';
    for (const headline of ['One', 'Two']) await room.chief('PATCH', path, { headline });
    const { docs } = (await room.chief('GET', `${path}/versions?limit=2`)).body;
    expect(docs).toMatchObject([
      { status: 'published', document: { headline: 'Two' } },
      { status: 'published', document: { headline: 'One' } },
    ]);
    expect((await room.chief('GET', `${path}/versions/${docs[1].id}`)).body).toEqual(docs[1]);
    const restored = await room.chief('POST', `${path}/versions/${docs[1].id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { headline: 'One' } });
    expect((await room.get(path)).body).toMatchObject({ headline: 'Two' });
    expect((await room.chief('GET', `${path}/versions/nothing`)).status).toBe(404);
  });
});

describe('who sees drafts', () => {
  test('anonymous draft=true is 403', async () => {
    const id = await published();
    for (const path of [
      '/api/articles?draft=true',
      `/api/articles/${id}?draft=true`,
      '/api/globals/front?draft=true',
    ]) {
      expect(await room.get(path)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  });

  test('readRoles narrows it: others who are known get what is published', async () => {
    const { id } = (await room.chief('POST', '/api/memos', { title: 'Public' })).body;
    const admin = await room.as('admin');
    await admin('PATCH', `/api/memos/${id}`, { title: 'Pending' }, asDraft);
    expect((await admin('GET', `/api/memos/${id}`)).body.title).toBe('Pending');
    const editor = await room.as('editor');
    for (const search of ['', '?draft=true']) {
      expect((await editor('GET', `/api/memos/${id}${search}`)).body.title).toBe('Public');
    }
  });

  test('where and sort work on the view that is read, and GET by id takes draft, depth and select', async () => {
    const id = await published({ title: 'Zebra', rank: 77 });
    await room.save(`/api/articles/${id}`, { title: '!Aardvark', rank: 78 });
    const found = async (rank: number, send = room.chief): Promise<number> =>
      (await send('GET', `/api/articles?where=${encodeURIComponent(JSON.stringify({ rank }))}`)).body
        .totalDocs;
    expect([
      await found(77),
      await found(78),
      await found(77, room.call),
      await found(78, room.call),
    ]).toEqual([0, 1, 1, 0]);
    const first = (await room.chief('GET', '/api/articles?sort=title&limit=1&select=title')).body.docs[0];
    expect(first).toEqual({ id, title: '!Aardvark' });
    expect(
      (await room.chief('GET', `/api/articles/${id}?draft=false&depth=1&select=title,related`)).body,
    ).toEqual({
      id,
      title: 'Zebra',
      related: null,
    });
  });

  test('populated documents follow the view: a draft that was never published is null, and left out of a list', async () => {
    const hidden = await drafted({ title: 'Hidden' });
    const open = await published({ title: 'Open' });
    const id = await published({ title: 'Parent', related: hidden, readMore: [hidden, open] });
    const titles = ({
      related,
      readMore,
    }: {
      related: { title: string } | null;
      readMore: { title: string }[];
    }): unknown => [related?.title ?? null, readMore.map(({ title }) => title)];
    expect(titles((await room.get(`/api/articles/${id}?depth=1`)).body)).toEqual([null, ['Open']]);
    expect(titles((await room.chief('GET', `/api/articles/${id}?depth=1`)).body)).toEqual([
      'Hidden',
      ['Hidden', 'Open'],
    ]);
    expect((await room.get(`/api/articles/${id}`)).body).toMatchObject({
      related: hidden,
      readMore: [hidden, open],
    });
  });

  test('no anonymous answer tells of a draft: not a count, an ETag or a header', async () => {
    const id = await published({ title: 'Calm', code: 'calm' });
    const seen = async (): Promise<unknown> => {
      const list = await room.get(`/api/articles?where=${encodeURIComponent('{"code":"calm"}')}`);
      const one = await room.get(`/api/articles/${id}`);
      return [
        list.body,
        list.headers.get('etag'),
        one.body,
        one.headers.get('etag'),
        one.headers.get('last-modified'),
      ];
    };
    const before = await seen();
    await room.save(`/api/articles/${id}`, { title: 'Storm' });
    await drafted({ title: 'Thunder' });
    expect(await seen()).toEqual(before);
  });
});
