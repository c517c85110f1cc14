/** Files through the generated client, against a generated server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../fixtures/uploads/expected/sdk/index.js';
import { createMutations } from '../../fixtures/uploads/expected/sdk/query.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { useExam } from '../contract/support/exam.js';

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

test('saves drafts, and returns errors', async () => {
  const client = createClient({ baseUrl: exam.url });
  const draft = await client.documents.create({}, { file: text('draft'), draft: true });
  expect(draft).toMatchObject({ _status: 'draft', title: null });
  const { error } = await client.safe.documents.create({ title: 'A' }, { file: text('') });
  expect(error).toMatchObject({ code: 'INVALID_FILE', status: 422 });
  const wrong = { bytes: text('<html>'), filename: 'a.html', type: 'text/html' };
  const refused = await client.safe.attachments.create({}, { file: wrong });
  expect(refused.error).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
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
    // @ts-expect-error Letters have no files.
    client.letters.fileUrl,
    client.attachments.find({
      where: { filesize: { gt: 5 }, filename: { contains: 'a' } },
      sort: 'filesize_desc',
    }),
  ];
  expect(typed).toBeTypeOf('function');
});
