/** docs/spec/service.md: the parts that docs/spec/contract.md does not repeat. */
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { projectFolder, svc } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';
import { type Body, useExam } from './support/exam.js';

describe('lists without parameters', () => {
  const exam = useExam();

  test('show page 1 with 10 documents', async () => {
    for (let at = 1; at <= 11; at += 1) await exam.create('tags', { name: `tag ${at}` });
    const first = (await exam.get('/api/tags')).body;
    expect({ ...first, docs: first.docs.map(({ name }: { name: string }) => name) }).toEqual({
      docs: ['tag 11', 'tag 10', 'tag 9', 'tag 8', 'tag 7', 'tag 6', 'tag 5', 'tag 4', 'tag 3', 'tag 2'],
      totalDocs: 11,
      page: 1,
      totalPages: 2,
      hasNextPage: true,
      hasPrevPage: false,
    });
    expect((await exam.get('/api/tags?page=2')).body).toEqual({
      docs: [expect.objectContaining({ name: 'tag 1' })],
      totalDocs: 11,
      page: 2,
      totalPages: 2,
      hasNextPage: false,
      hasPrevPage: true,
    });
  });

  test('a where maps a field to operators or directly to a value, beside AND and OR', async () => {
    const found = async (where: object): Promise<readonly string[]> =>
      (await exam.list('tags', { where, sort: 'createdAt_desc' })).body.docs.map(
        ({ name }: { name: string }) => name,
      );
    expect(await found({ name: { equals: 'tag 3' } })).toEqual(['tag 3']);
    expect(await found({ name: 'tag 3' })).toEqual(['tag 3']);
    expect(
      await found({
        AND: [{ name: { contains: '1' } }, { name: { not_equals: 'tag 1' } }],
        OR: [{ name: 'tag 10' }, { name: 'tag 2' }],
      }),
    ).toEqual(['tag 10']);
  });

  test('a global is updated with upsert semantics and keeps its id', async () => {
    expect((await exam.call('PATCH', '/api/globals/site', { title: 'One' })).body).toMatchObject({
      id: 'global',
      title: 'One',
    });
    expect((await exam.call('PATCH', '/api/globals/site', { tags: ['x'] })).body).toMatchObject({
      id: 'global',
      title: 'One',
      tags: ['x'],
      _revision: 2,
    });
  });
});

describe('a collection with drafts, as every one has them unless they are switched off', () => {
  const exam = useExam(`import { defineConfig } from 'svc';
export default defineConfig({ collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text', required: true }] }] });
`);

  test('publishes what is written without X-Draft or with X-Draft: false', async () => {
    const plain = await exam.call('POST', '/api/posts', { title: 'Plain' });
    const named = await exam.call('POST', '/api/posts', { title: 'Named' }, { 'x-draft': 'false' });
    for (const { status, body } of [plain, named])
      expect({ status, published: body._status }).toEqual({ status: 201, published: 'published' });
    for (const search of ['', '?draft=false', '?draft=true'])
      expect((await exam.get(`/api/posts${search}`)).body.totalDocs).toBe(2);
    expect((await exam.get(`/api/posts/${plain.body.id}?draft=false`)).body).toEqual(plain.body);
    expect((await exam.get('/api/posts?select=_status&limit=1')).body.docs).toEqual([
      { id: named.body.id, _status: 'published' },
    ]);
  });

  test.each(['maybe', '1', 'TRUE'])('X-Draft: %s and draft=%s are 400 naming it', async (value) => {
    const header = await exam.call('POST', '/api/posts', { title: 'x' }, { 'x-draft': value });
    expect({ status: header.status, path: header.body.details?.[0]?.path }).toEqual({
      status: 400,
      path: 'X-Draft',
    });
    const parameter = await exam.get(`/api/posts?draft=${value}`);
    expect({ status: parameter.status, path: parameter.body.details?.[0]?.path }).toEqual({
      status: 400,
      path: 'draft',
    });
  });
});

test('several processes: one of many equal values is taken, one of many writes on a revision wins', async () => {
  using folder = projectFolder({
    'svc.config.ts': `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [
    { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text', unique: true }, { name: 'slug', type: 'slug', from: 'name' }] },
    { slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }, { name: 'slug', type: 'slug', from: 'title' }] },
  ],
});
`,
  });
  await svc(['build'], { cwd: folder.path });
  await using server = await startServer(process.execPath, ['dist/server.js'], {
    cwd: folder.path,
    env: { SVC_WORKERS: '2', ...(await databaseOfProject(folder.path)) },
  });
  const send = async (
    method: string,
    path: string,
    body: object,
    headers = {},
  ): Promise<{ status: number; body: Body }> => {
    const init = {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    };
    const response = await fetch(`${server.url}${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  const many = <T>(work: (at: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: 20 }, (_, at) => work(at)));

  const tags = await many(() => send('POST', '/api/tags', { name: 'same' }));
  expect(tags.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);

  const posts = await many(() => send('POST', '/api/posts', { title: 'Same title' }));
  expect(new Set(posts.map(({ body }) => body.slug)).size).toBe(20);
  expect(posts.map(({ body }) => body.slug)).toEqual(
    expect.arrayContaining(['same-title', 'same-title-2', 'same-title-20']),
  );

  const path = `/api/posts/${posts[0]?.body.id}`;
  const writes = await many((at) => send('PATCH', path, { title: `Writer ${at}` }, { 'if-match': '"1"' }));
  expect(writes.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  for (const { status, body } of writes)
    if (status === 409) expect(body).toMatchObject({ code: 'CONFLICT', currentRevision: 2 });
});
