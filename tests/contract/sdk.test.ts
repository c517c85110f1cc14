/**
 * docs/spec/contract.md#sdk: the SDK written by `svc generate`, against the server that `svc build` made of
 * the same config.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, fileOf, useExam } from './support/exam.js';

const exam = useExam();
let createClient: (options: object) => Body;
let client: Body;

beforeAll(async () => {
  ({ createClient } = await import(join(exam.folder, 'generated/sdk/index.js')));
  client = createClient({ baseUrl: exam.url });
});

/** The error that a call throws, as data. */
async function thrown(call: Promise<unknown>): Promise<Body> {
  try {
    return { returned: await call };
  } catch (error) {
    return error;
  }
}

describe('the emitted files', () => {
  const files = (): readonly string[] =>
    readdirSync(join(exam.folder, 'generated/sdk'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:js|d\.ts)$/.test(name),
    );

  test('are JavaScript with declarations beside it', () => {
    expect(files()).toEqual(
      expect.arrayContaining(['index.js', 'index.d.ts', 'validators.js', 'types.d.ts']),
    );
    for (const script of files().filter((name) => name.endsWith('.js')))
      expect(files()).toContain(script.replace(/\.js$/, '.d.ts'));
  });

  test('import nothing from npm but, in the validators, zod; all else by a relative path with .js', () => {
    for (const file of files()) {
      const from = [
        ...fileOf(exam.folder, `generated/sdk/${file}`).matchAll(
          /^(?:import|export)[^;]*? from '([^']+)';$/gm,
        ),
      ].map(([, name]) => name);
      const foreign = from.filter((name) => !/^\.\.?\/.*\.js$/.test(name ?? ''));
      expect({ file, foreign }).toEqual({ file, foreign: file.startsWith('validators.') ? ['zod'] : [] });
    }
  });

  test('name neither Node nor the DOM: no process, Buffer, window or document', () => {
    for (const file of files()) {
      const code = fileOf(exam.folder, `generated/sdk/${file}`).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect({ file, found: /\b(?:process\.|Buffer\b|window\.|require\()/.exec(code)?.[0] ?? null }).toEqual({
        file,
        found: null,
      });
    }
  });
});

describe('a collection', () => {
  test('slugs become camelCase names', async () => {
    expect(Object.keys((await client.blogNotes.find()) as object)).toEqual(
      Object.keys((await exam.get('/api/blog-notes')).body),
    );
  });

  test('create, findById, update, find, count and delete answer what the server does', async () => {
    const tag = await client.tags.create({ name: 'sdk' });
    expect(tag).toEqual((await exam.get(`/api/tags/${tag.id}`)).body);
    expect(await client.tags.findById(tag.id)).toEqual(tag);
    expect(await client.tags.findById(tag.id, { select: ['name'] })).toEqual({ id: tag.id, name: 'sdk' });
    const changed = await client.tags.update(tag.id, { name: 'sdk 2' }, { ifMatch: 1 });
    expect(changed).toMatchObject({ name: 'sdk 2', _revision: 2 });
    expect(
      await client.tags.find({ where: { name: { contains: 'SDK' } }, sort: 'name_desc', limit: 5 }),
    ).toEqual({
      docs: [changed],
      totalDocs: 1,
      page: 1,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    });
    expect(await client.tags.count({ where: { name: 'sdk 2' } })).toBe(1);
    expect(await client.tags.count()).toBeTypeOf('number');
    expect(await client.tags.delete(tag.id, { ifMatch: 2 })).toEqual({ message: expect.any(String) });
    expect(await client.tags.count({ where: { name: 'sdk 2' } })).toBe(0);
  });

  test('a filter beyond 4 kB is sent as POST /query', async () => {
    const sent: string[] = [];
    const watched = createClient({
      baseUrl: exam.url,
      onRequest: (request: Request) => void sent.push(`${request.method} ${new URL(request.url).pathname}`),
    });
    await watched.tags.find({
      where: { name: { in: Array.from({ length: 500 }, (_, at) => `tag number ${at}`) } },
    });
    await watched.tags.find({ where: { name: 'short' } });
    expect(sent).toEqual(['POST /api/tags/query', 'GET /api/tags']);
  });

  test('iterate goes over all documents by cursor', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `iterated ${at}`);
    for (const name of names) await client.tags.create({ name });
    const searches: string[] = [];
    const watched = createClient({
      baseUrl: exam.url,
      onRequest: (request: Request) => void searches.push(new URL(request.url).search),
    });
    const found: string[] = [];
    for await (const tag of watched.tags.iterate({
      where: { name: { contains: 'iterated' } },
      sort: 'name',
      limit: 3,
    }))
      found.push(tag.name);
    expect(found).toEqual(names);
    expect(searches.length).toBe(3);
    for (const search of searches) expect(search).toMatch(/[?&]cursor=/);
  });

  test('mutate reads, patches and repeats on CONFLICT', async () => {
    const { id } = await client.posts.create({ title: 'Counter', rank: 0 });
    await Promise.all(
      Array.from({ length: 5 }, () => client.posts.mutate(id, (post: Body) => ({ rank: post.rank + 1 }))),
    );
    expect(await client.posts.findById(id, { select: ['rank', '_revision'] })).toEqual({
      id,
      rank: 5,
      _revision: 6,
    });
  });

  test('depth and a dotted select populate', async () => {
    const ann = await client.people.create({ name: 'Ann' });
    const post = await client.posts.create({ title: 'Populated', author: ann.id });
    expect(await client.posts.findById(post.id, { depth: 1, select: ['author.name'] })).toEqual({
      id: post.id,
      author: { id: ann.id, name: 'Ann' },
    });
  });
});

test('client.globals.<slug>.get and update', async () => {
  expect(await client.globals.site.get()).toMatchObject({ id: 'global', _revision: 0, createdAt: null });
  expect(await client.globals.site.update({ title: 'Ho' }, { ifMatch: 0 })).toMatchObject({
    title: 'Ho',
    _revision: 1,
  });
  expect(await client.globals.site.get({ select: ['title'] })).toEqual({ id: 'global', title: 'Ho' });
});

describe('SvcError', () => {
  test('has code, status, message and details of a 400', async () => {
    const error = await thrown(client.tags.create({ nope: 1 }));
    expect(error).toBeInstanceOf(Error);
    expect({ name: error.name, code: error.code, status: error.status, details: error.details }).toEqual({
      name: 'SvcError',
      code: 'BAD_USER_INPUT',
      status: 400,
      details: [
        { path: 'name', message: 'Is required.', reason: 'value.required' },
        { path: 'nope', message: 'There is no such field.', reason: 'field.unknown' },
      ],
    });
    expect(error.message).toContain('nope');
  });

  test('has currentRevision of a conflict, and none of a taken value', async () => {
    const { id } = await client.tags.create({ name: 'contested' });
    const stale = await thrown(client.tags.update(id, { name: 'x' }, { ifMatch: 7 }));
    expect(stale).toMatchObject({ code: 'CONFLICT', status: 409, currentRevision: 1 });
    const taken = await thrown(client.tags.create({ name: 'contested' }));
    expect(taken).toMatchObject({ code: 'CONFLICT', status: 409, details: [{ path: 'name' }] });
    expect(taken.currentRevision).toBeUndefined();
  });

  test('has requestId of a 500', async () => {
    const error = await thrown(client.hooked.create({ text: 'throw' }));
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', status: 500, requestId: expect.any(String) });
  });

  test('has the codes NETWORK, TIMEOUT and ABORTED, and then no status', async () => {
    const lost = createClient({ baseUrl: 'http://127.0.0.1:1', retry: false });
    const never = (): Promise<never> => new Promise(() => undefined);
    const slow = createClient({ baseUrl: exam.url, fetch: never, retry: false });
    const errors = [
      await thrown(lost.tags.find()),
      await thrown(slow.tags.find({}, { timeout: 5 })),
      await thrown(client.tags.find({}, { signal: AbortSignal.abort() })),
    ];
    expect(errors.map(({ code, status }) => [code, status])).toEqual([
      ['NETWORK', undefined],
      ['TIMEOUT', undefined],
      ['ABORTED', undefined],
    ]);
  });

  test('client.safe answers { data, error } and never throws', async () => {
    const found = await client.safe.tags.find({ limit: 0 });
    expect(found.data.docs).toEqual([]);
    expect(found.error ?? null).toBeNull();
    const missing = await client.safe.tags.findById('no-id');
    expect(missing.data ?? null).toBeNull();
    expect(missing.error).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('retry', () => {
  const failing = (failures: number, status: number): { fetch: typeof fetch; tries: () => number } => {
    let tries = 0;
    return {
      tries: () => tries,
      fetch: (input, init) => {
        tries += 1;
        if (tries > failures) return fetch(input, init);
        return Promise.resolve(
          Response.json({ error: 'later', code: 'UNAVAILABLE' }, { status, headers: { 'retry-after': '0' } }),
        );
      },
    };
  };

  test('is two further tries by default, for reads on 429 and 503', async () => {
    for (const status of [429, 503]) {
      const twice = failing(2, status);
      expect(await createClient({ baseUrl: exam.url, fetch: twice.fetch }).tags.count()).toBeTypeOf('number');
      expect(twice.tries()).toBe(3);
      const thrice = failing(3, status);
      expect(
        await thrown(createClient({ baseUrl: exam.url, fetch: thrice.fetch }).tags.count()),
      ).toMatchObject({ status, retryAfter: 0 });
      expect(thrice.tries()).toBe(3);
    }
  });

  test('is never for a creation, and for nothing with false', async () => {
    const creation = failing(1, 503);
    await thrown(createClient({ baseUrl: exam.url, fetch: creation.fetch }).tags.create({ name: 'once' }));
    const read = failing(1, 503);
    await thrown(createClient({ baseUrl: exam.url, fetch: read.fetch, retry: false }).tags.find());
    expect([creation.tries(), read.tries()]).toEqual([1, 1]);
  });
});

test('onDrift is called once, with both hashes, when the server has another contract', async () => {
  const calls: unknown[] = [];
  const other = createClient({
    baseUrl: exam.url,
    onResponse: (response: Response) =>
      new Response(response.body, { status: response.status, headers: { 'x-svc-contract': 'another' } }),
    onDrift: (...hashes: unknown[]) => void calls.push(hashes),
  });
  for (let at = 0; at < 3; at += 1) await other.tags.count();
  expect(calls).toEqual([['another', (await exam.get('/api/tags')).headers.get('x-svc-contract')]]);
  const same = createClient({ baseUrl: exam.url, onDrift: () => void calls.push('none') });
  await same.tags.count();
  expect(calls.length).toBe(1);
});
