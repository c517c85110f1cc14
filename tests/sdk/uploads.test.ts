/** Files through the generated client, against a generated server. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient, type UploadProgress } from '../../fixtures/uploads/expected/sdk/index.js';
import { createMutations } from '../../fixtures/uploads/expected/sdk/query.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { useExam } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';

const exam = useExam(readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8'));

const text = (content: string): Blob => new Blob([content], { type: 'text/plain' });

test('creates a document with a file, and replaces it', async () => {
  const client = createClient({ baseUrl: exam.url });
  const file = new File(['hello\n'], 'hello.txt', { type: 'text/plain' });
  const created = await client.documents.create({ title: 'Hello' }, { file });
  expect(created).toMatchObject({
    title: 'Hello',
    filename: 'hello.txt',
    mimeType: 'text/plain',
    filesize: 6,
  });
  expect(await (await fetch(client.documents.fileUrl(created))).text()).toBe('hello\n');
  const saved = await fetch(client.documents.fileUrl(created, { download: true }));
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  await saved.text();

  const changed = await client.documents.update(created.id, { title: 'Bye' });
  expect(changed).toMatchObject({ title: 'Bye', url: created.url });
  const bye = { bytes: text('bye\n'), filename: 'bye.txt' };
  const options = { file: bye, ifMatch: changed._revision };
  const replaced = await client.documents.update(created.id, {}, options);
  expect(replaced).toMatchObject({ title: 'Bye', filename: 'bye.txt', filesize: 4 });
  expect(replaced.url).not.toBe(created.url);
  await expect(client.documents.update(created.id, {}, options)).rejects.toMatchObject({
    code: 'CONFLICT',
    currentRevision: replaced._revision,
  });
});

test.each([
  ['a Blob', text('bytes')],
  ['bytes', new TextEncoder().encode('bytes')],
  ['a buffer', new TextEncoder().encode('bytes').buffer],
  ['bytes with a type', { bytes: new TextEncoder().encode('bytes'), filename: 'a.csv', type: 'text/csv' }],
])('sends %s', async (_what, file) => {
  const client = createClient({ baseUrl: exam.url });
  const created = await client.attachments.create({}, { file });
  expect(created.filesize).toBe(5);
  expect(await (await fetch(client.attachments.fileUrl(created))).text()).toBe('bytes');
});

test('says what uses a file', async () => {
  const client = createClient({ baseUrl: exam.url });
  const { id } = await client.attachments.create({}, { file: text('bytes') });
  const letter = await client.letters.create({ subject: 'Enclosed', attachments: [id] });
  const use = { collection: 'letters', id: letter.id, field: 'attachments' };
  expect(await client.attachments.usage(id)).toMatchObject({ docs: [use], totalDocs: 1 });
});

test('names the sizes of an image', async () => {
  const client = createClient({ baseUrl: exam.url });
  const file = new Blob([await picture(100, 50).png().toBuffer()], { type: 'image/png' });
  const photo = await client.photos.create({ title: 'A' }, { file });
  expect(photo.sizes.thumbnail.width).toBe(64);
  const response = await fetch(client.photos.fileUrl(photo, { size: 'thumbnail', download: true }));
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  await response.arrayBuffer();
  const transformed = await fetch(client.photos.fileUrl(photo, { w: 40, h: 40, format: 'auto', q: 80 }));
  expect([transformed.status, transformed.headers.get('content-type')]).toEqual([200, 'image/png']);
  await transformed.arrayBuffer();
  const small = client.photos.fileUrl(photo, { w: 80, fit: 'inside', download: true });
  expect(small).toBe(`${exam.url}${photo.url}?w=80&fit=inside&download`);
  // A CDN offers nothing to be saved: the service does.
  const [, , , , , fileId, named] = photo.sizes.thumbnail.url.split('/');
  const url = `https://cdn.example.com/photos/${fileId}/${named}`;
  const elsewhere = { id: photo.id, url, sizes: { thumbnail: { ...photo.sizes.thumbnail, url } } };
  expect(client.photos.fileUrl(elsewhere, { size: 'thumbnail' })).toBe(url);
  const saved = await fetch(client.photos.fileUrl(elsewhere, { size: 'thumbnail', download: true }));
  expect(saved.headers.get('content-type')).toBe('image/webp');
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  await saved.arrayBuffer();
  // @ts-expect-error: there is no such size.
  expect(client.photos.fileUrl(photo, { size: 'poster' })).toBe(client.photos.fileUrl(photo));
  const other = await client.attachments.create({}, { file: text('no image') });
  expect(other.sizes?.preview.url).toBeUndefined();
  expect(client.attachments.fileUrl(other, { size: 'preview' })).toBe(client.attachments.fileUrl(other));
});

test('saves drafts, and returns errors', async () => {
  const client = createClient({ baseUrl: exam.url });
  const draft = await client.documents.create({}, { file: text('draft'), draft: true });
  expect(draft).toMatchObject({ _status: 'draft', title: null });
  // A draft has its file, too.
  expect([draft.url, draft.mimeType, draft.filesize]).toEqual([expect.any(String), 'text/plain', 5]);
  expect(await (await fetch(client.documents.fileUrl(draft))).text()).toBe('draft');
  const read = await client.documents.findById(draft.id, { draft: true, select: ['url', 'checksum'] });
  const [url, checksum]: string[] = [read.url, read.checksum];
  expect([url, checksum]).toEqual([draft.url, draft.checksum]);
  const { error } = await client.safe.documents.create({ title: 'A' }, { file: text('') });
  expect(error).toMatchObject({ code: 'INVALID_FILE', status: 422 });
  const wrong = { bytes: text('<html>'), filename: 'a.html', type: 'text/html' };
  const refused = await client.safe.attachments.create({}, { file: wrong });
  expect(refused.error).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
});

test('refuses what is no file, and sizes of a document that was read without them', async () => {
  const client = createClient({ baseUrl: exam.url });
  // As plain JavaScript may call it.
  const create = client.attachments.create as (data: object, options?: object) => Promise<unknown>;
  const update = client.attachments.update as (id: string, data: object, options: object) => Promise<unknown>;
  const refused = {
    name: 'SvcError',
    code: 'BAD_USER_INPUT',
    message: expect.stringMatching(/^`file` must be a Blob/),
  };
  await expect(create({})).rejects.toMatchObject(refused);
  const wrong = ['./a.jpg', null, 1, { path: './a.jpg' }, ['a'], { bytes: 'abc', filename: 'a.txt' }];
  for (const file of wrong) {
    await expect(create({}, { file })).rejects.toMatchObject(refused);
    await expect(update('id', {}, { file })).rejects.toMatchObject(refused);
  }

  const photo = { url: '/api/photos/1/file/1/a.png', alt: 'A' };
  // @ts-expect-error The document was read without `sizes`.
  const address = (): string => client.photos.fileUrl(photo, { size: 'thumbnail' });
  expect(address).toThrow(expect.objectContaining({ name: 'SvcError', code: 'BAD_USER_INPUT' }));
  expect(client.photos.fileUrl(photo, { download: true })).toBe(`${exam.url}${photo.url}?download`);
});

test('mutations of TanStack Query send files', async () => {
  const cache = { invalidateQueries: async () => undefined, resetQueries: async () => undefined };
  const client = createClient({ baseUrl: exam.url });
  const { documents, letters } = createMutations(client, cache);
  const file = { bytes: text('one'), filename: 'one.txt' };
  const created = await documents.create().mutationFn({ data: { title: 'One' }, file });
  expect(created).toMatchObject({ title: 'One', filename: 'one.txt' });
  const draft = await documents.create({ draft: true }).mutationFn({ data: {}, file });
  expect(draft._status).toBe('draft');
  const two = { id: created.id, data: {}, file: { bytes: text('two\n'), filename: 'two.txt' } };
  expect(await documents.update().mutationFn(two)).toMatchObject({ title: 'One', filename: 'two.txt' });
  const renamed = { id: created.id, data: { title: 'Two' } };
  expect(await documents.update().mutationFn(renamed)).toMatchObject({ title: 'Two', filename: 'two.txt' });
  const { succeeded } = await documents.bulk().mutationFn([{ op: 'delete', id: created.id }]);
  expect(succeeded).toBe(1);
  expect(await letters.create().mutationFn({ subject: 'Hello' })).toMatchObject({ subject: 'Hello' });

  const typed = (): readonly unknown[] => [
    // @ts-expect-error A document of this collection has a file.
    documents.create().mutationFn({ title: 'A' }),
    // @ts-expect-error A document of this collection has a file.
    documents.create().mutationFn({ data: { title: 'A' } }),
    // @ts-expect-error Documents with files are not created many at once.
    documents.createMany,
    // @ts-expect-error An operation brings no file.
    documents.bulk().mutationFn([{ op: 'create', data: { title: 'A' } }]),
  ];
  expect(typed).toBeTypeOf('function');
});

test('the types need a file for a creation, and know the fields of files', () => {
  const client = createClient({ baseUrl: exam.url });
  const created = { url: '/api/photos/1/file/1/a.png' };
  const typed = (): readonly unknown[] => [
    // @ts-expect-error A document of this collection has a file.
    client.documents.create({ title: 'A' }),
    // @ts-expect-error Documents with files are not created many at once.
    client.documents.createMany([{ title: 'A' }]),
    // @ts-expect-error An operation brings no file.
    client.documents.bulk([{ op: 'create', data: { title: 'A' } }]),
    client.documents.bulk([{ op: 'update', id: 'id', data: { title: 'A' } }]),
    // @ts-expect-error No request sets the type of a file.
    client.documents.update('id', { mimeType: 'text/html' }),
    // @ts-expect-error The config has no such width.
    client.photos.fileUrl(created, { w: 81 }),
    // @ts-expect-error The config has no such height.
    client.photos.fileUrl(created, { h: 80 }),
    // @ts-expect-error The config has no such format.
    client.photos.fileUrl(created, { w: 80, format: 'jpeg' }),
    // @ts-expect-error A format needs a width or a height.
    client.photos.fileUrl(created, { format: 'webp' }),
    client.photos.fileUrl(created, { h: 40, format: 'webp' }),
    // @ts-expect-error A named size has no other width.
    client.photos.fileUrl(created, { size: 'wide', w: 80 }),
    // @ts-expect-error This collection has no other widths.
    client.attachments.fileUrl(created, { w: 80 }),
    // @ts-expect-error This collection has no other formats.
    client.attachments.fileUrl(created, { format: 'auto' }),
    // @ts-expect-error Letters have no files.
    client.letters.fileUrl,
    client.attachments.find({
      where: { filesize: { gt: 5 }, filename: { contains: 'a' } },
      sort: 'filesize_desc',
    }),
  ];
  expect(typed).toBeTypeOf('function');
});

/** Text of which no two stretches are alike. */
function longText(bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(randomBytes(bytes).toString('base64').slice(0, bytes)));
}

async function bytesAt(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

test('streams are sent in pieces as they come, with progress', async () => {
  const client = createClient({ baseUrl: exam.url });
  const bytes = longText(700_000);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 99_999) controller.enqueue(bytes.subarray(at, at + 99_999));
      controller.close();
    },
  });
  const steps: UploadProgress[] = [];
  const created = await client.documents.create(
    { title: 'Ä' },
    {
      file: { stream, filename: 'ä.txt', type: 'text/plain', size: bytes.length },
      draft: true,
      onProgress: (step) => steps.push(step),
    },
  );
  expect(created).toMatchObject({ title: 'Ä', filename: 'ä.txt', filesize: bytes.length, _status: 'draft' });
  expect(steps.map(({ sent }) => sent)).toEqual([0, 262_144, 524_288, 700_000]);
  expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([bytes.length]));

  const unknown = new Blob([bytes]).stream();
  const file = { stream: unknown, filename: 'b.txt', type: 'text/plain' };
  const replaced = await client.documents.update(created.id, { title: 'B' }, { file, draft: true });
  expect(replaced).toMatchObject({ title: 'B', filename: 'b.txt', checksum: created.checksum });
  const bare = await client.attachments.create({}, { file: new Blob([bytes]).stream() });
  expect((await bytesAt(client.attachments.fileUrl(bare))).equals(bytes)).toBe(true);

  const short = { stream: new Blob(['abc']).stream(), filename: 'a.txt', size: 4 };
  await expect(client.attachments.create({}, { file: short })).rejects.toThrow(
    'The stream has 3 bytes, not 4.',
  );
});

test('files above 32 MiB are sent in pieces where nothing else is said', async () => {
  const asked: string[] = [];
  const refusal = { error: 'No.', code: 'FORBIDDEN', reason: 'request.forbidden' };
  const client = createClient({
    baseUrl: exam.url,
    fetch: async (input) => {
      asked.push(new URL(new Request(input).url).pathname);
      return Response.json(refusal, { status: 403 });
    },
  });
  const whole = new Uint8Array(32 * 1024 * 1024 + 1);
  for (const file of [whole.subarray(1), whole])
    expect((await client.safe.attachments.create({}, { file })).error).toMatchObject({ code: 'FORBIDDEN' });
  expect(asked).toEqual(['/api/attachments', '/api/attachments/uploads/tus']);
});

test('the last piece of a stream is sent again when it was lost', async () => {
  const bytes = longText(700_000);
  const lost = { pieces: 0 };
  const client = createClient({
    baseUrl: exam.url,
    fetch: async (input) => {
      const request = new Request(input);
      if (request.method !== 'PATCH') return fetch(request);
      lost.pieces += 1;
      if (lost.pieces !== 2 && lost.pieces !== 4) return fetch(request);
      // The first one does not arrive; of the other one only the response is lost.
      if (lost.pieces === 4) await (await fetch(request)).arrayBuffer();
      throw new TypeError('The connection was lost.');
    },
  });
  const stream = new Blob([bytes]).stream();
  const file = { stream, filename: 'a.txt', type: 'text/plain', size: bytes.length };
  const steps: number[] = [];
  const onProgress = ({ sent }: UploadProgress): void => void steps.push(sent);
  const created = await client.attachments.create({}, { file, onProgress });
  expect((await bytesAt(client.attachments.fileUrl(created))).equals(bytes)).toBe(true);
  expect([lost.pieces, steps.at(-1)]).toEqual([4, bytes.length]);
});

test('a large file goes on after lost connections, and a refused one does not', async () => {
  const bytes = longText(600_000);
  const lost = { calls: 0 };
  const client = createClient({
    baseUrl: exam.url,
    resumable: { above: 100 },
    fetch: async (input) => {
      const request = new Request(input);
      lost.calls += 1;
      // The beginning, a piece that does not arrive, and the last one, whose response is lost.
      if (lost.calls === 1 || lost.calls === 3) throw new TypeError('The connection was lost.');
      const response = await fetch(request);
      if (lost.calls !== 5) return response;
      await response.arrayBuffer();
      throw new TypeError('The connection was lost.');
    },
  });
  const file = new File([bytes], 'a.txt', { type: 'text/plain' });
  const created = await client.attachments.create({}, { file });
  expect(lost.calls).toBe(7);
  expect((await bytesAt(client.attachments.fileUrl(created))).equals(bytes)).toBe(true);
  const { error } = await client.safe.attachments.create({}, { file: new Blob([new Uint8Array(200)]) });
  expect(error).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
});

test('an upload is resumed by its token, or cancelled', async () => {
  const client = createClient({ baseUrl: exam.url });
  const bytes = longText(600_000);
  const file = new File([bytes], 'a.txt', { type: 'text/plain' });
  const controller = new AbortController();
  let token = '';
  const aborted = client.attachments.create(
    {},
    {
      file,
      signal: controller.signal,
      onProgress(progress) {
        token = progress.token ?? '';
        if (progress.sent > 0) controller.abort();
      },
    },
  );
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
  const sent: number[] = [];
  const created = await client.attachments.uploads.resume(token, {
    file,
    onProgress: (progress) => sent.push(progress.sent),
  });
  expect(sent[0]).toBeGreaterThanOrEqual(262_144);
  expect((await bytesAt(client.attachments.fileUrl(created))).equals(bytes)).toBe(true);
  // What is complete is not sent again.
  expect(await client.attachments.uploads.resume(token, { file })).toEqual(created);

  const ended = client.attachments.create(
    {},
    {
      file,
      onProgress: (progress) => {
        token = progress.token ?? '';
        throw new Error('Leave.');
      },
    },
  );
  await expect(ended).rejects.toThrow('Leave.');
  await client.attachments.uploads.cancel(token);
  const { error } = await client.safe.attachments.uploads.resume(token, { file });
  expect(error).toMatchObject({ code: 'NOT_FOUND' });
});

test('a file is stored in parts by a direct upload, with progress, and goes on after lost connections', async () => {
  const bytes = longText(900_000);
  const lost = { calls: 0, methods: [] as string[] };
  const client = createClient({
    baseUrl: exam.url,
    fetch: async (input) => {
      const request = new Request(input);
      lost.calls += 1;
      lost.methods.push(request.method);
      // A part that does not arrive, and the end, whose response is lost.
      if (lost.calls === 2) throw new TypeError('The connection was lost.');
      const response = await fetch(request);
      if (lost.calls !== 4) return response;
      await response.arrayBuffer();
      throw new TypeError('The connection was lost.');
    },
  });
  const steps: UploadProgress[] = [];
  const file = new File([bytes], 'a.txt', { type: 'text/plain' });
  const options = { file, direct: true, draft: true, onProgress: (step: UploadProgress) => steps.push(step) };
  const created = await client.documents.create({ title: 'Direct' }, options);
  expect(created).toMatchObject({ title: 'Direct', filesize: bytes.length, _status: 'draft' });
  expect(lost.methods).toEqual(['POST', 'PUT', 'PUT', 'POST', 'POST']);
  expect(steps.map(({ sent, total }) => [sent, total])).toEqual([
    [0, bytes.length],
    [bytes.length, bytes.length],
  ]);
  const replaced = await client.documents.update(created.id, {}, { file: text('b'), direct: true });
  expect(replaced).toMatchObject({ id: created.id, filesize: 1, title: 'Direct' });

  const { error } = await client.safe.documents.create(
    { title: 'B' },
    { file: new Blob([new Uint8Array(9)]), direct: true },
  );
  expect(error).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  const controller = new AbortController();
  const aborted = client.documents.create(
    { title: 'C' },
    { file, direct: true, signal: controller.signal, onProgress: () => controller.abort() },
  );
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
  // What it had begun is ended.
  await expect.poll(() => lost.methods.at(-1)).toBe('DELETE');
});
