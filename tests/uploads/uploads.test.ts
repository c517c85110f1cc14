import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { keysOf } from '../conformance/file-storage.js';
import { useExam } from '../contract/support/exam.js';
import { startServer } from '../support/server-process.js';
import { databaseOfProject } from '../support/test-database.js';
import { inFolderOnly, openStorageOfProject, storageOfProject, testFiles } from '../support/test-storage.js';
import { createFile, pdf, readFile, sendFile, sendForm } from './support/files.js';
import { describeStoredFiles } from './support/stored-files.js';

const config = readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8');
const exam = useExam(config);

/** The files that are stored. */
async function storedFiles(): Promise<readonly string[]> {
  return keysOf(await openStorageOfProject(exam.folder));
}

describeStoredFiles(testFiles === 'local' ? 'a folder' : 'a place of the bucket', exam, storedFiles);

describe('a creation with a file', () => {
  test('lists, filters and sorts by the fields of the file', async () => {
    const one = await createFile(exam, '/api/attachments', { bytes: pdf('b'), name: 'b.pdf' });
    const two = await createFile(exam, '/api/attachments', {
      bytes: 'text\n',
      name: 'a.txt',
      type: 'text/plain',
    });
    const found = await exam.list('attachments', {
      where: { id: { in: [one.id, two.id] }, filesize: { gt: 0 } },
      sort: 'filename',
    });
    expect(found.body.docs).toEqual([two, one]);
    const same = await exam.list('attachments', { where: { checksum: one.checksum } });
    expect(same.body.docs).toEqual([one]);
  });

  test('cleans the name, and takes one from the data', async () => {
    const path = '/api/attachments';
    const dirty = await createFile(exam, path, { bytes: pdf(), name: 'a<b>:c?.pdf' });
    expect(dirty.filename).toBe('abc.pdf');
    const named = await createFile(exam, path, { data: { filename: 'Ärger/€ 5.pdf' }, bytes: pdf() });
    expect(named.filename).toBe('€ 5.pdf');
    const file = await readFile(exam, named.url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toBe(
      `inline; filename="_ 5.pdf"; filename*=UTF-8''%E2%82%AC%205.pdf`,
    );
  });

  test('is refused without a file', async () => {
    const json = await exam.refused('POST', '/api/documents', { title: 'A' });
    expect(json).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', details: [{ path: 'file' }] });
    const form = new FormData();
    form.append('data', '{"title":"A"}');
    const { status, body } = await sendForm(exam, ['POST', '/api/documents'], form);
    expect([status, body.details[0].reason]).toEqual([400, 'upload.fileMissing']);
    const many = await exam.call('POST', '/api/documents/bulk', {
      operations: [{ op: 'create', data: { title: 'A' }, draft: true }],
    });
    expect(many.status).toBe(400);
  });

  test.each([
    ['file, data', 'upload.dataAfterFile'],
    ['file, file', 'upload.secondFile'],
    ['data, other', 'upload.unknownPart'],
    ['data, file, other', 'upload.unknownPart'],
  ])('is refused with the parts %s', async (parts, reason) => {
    const form = new FormData();
    for (const name of parts.split(', ')) {
      if (name === 'data') form.append('data', '{"title":"A"}');
      else form.append(name, new Blob([pdf()], { type: 'application/pdf' }), 'a.pdf');
    }
    const before = await storedFiles();
    const { status, body } = await sendForm(exam, ['POST', '/api/documents'], form);
    expect([status, body.details[0].reason]).toEqual([400, reason]);
    expect(await storedFiles()).toEqual(before);
  });

  test('refuses a body that is too large before it is sent', async () => {
    const url = new URL('/api/documents', exam.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(url, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 50_000_000 },
      });
      request.on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('refuses bodies of other types, and broken ones', async () => {
    const path = ['POST', '/api/documents'] as const;
    const text = await sendForm(exam, path, 'hello', { 'content-type': 'text/plain' });
    expect([text.status, text.body.reason]).toEqual([415, 'upload.unsupportedType']);
    const open = await sendForm(exam, path, '--x\r\n', { 'content-type': 'multipart/form-data' });
    expect([open.status, open.body.reason]).toEqual([400, 'body.notMultipart']);
    const cut =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 and no more';
    const before = await storedFiles();
    const broken = await sendForm(exam, path, cut, { 'content-type': 'multipart/form-data; boundary=x' });
    expect([broken.status, broken.body.reason]).toEqual([400, 'body.notMultipart']);
    expect(await storedFiles()).toEqual(before);
  });

  inFolderOnly('a bucket does not show what is not there yet')(
    'keeps nothing of a client that leaves',
    async () => {
      const before = await storedFiles();
      const controller = new AbortController();
      const encoder = new TextEncoder();
      const stream = new ReadableStream<Uint8Array>({
        start(parts) {
          parts.enqueue(
            encoder.encode(
              '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n',
            ),
          );
          parts.enqueue(encoder.encode('a'.repeat(200_000)));
        },
      });
      const sent = fetch(`${exam.url}/api/attachments`, {
        method: 'POST',
        body: stream,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        duplex: 'half',
        signal: controller.signal,
      } as RequestInit);
      await expect.poll(storedFiles).not.toEqual(before);
      controller.abort();
      await expect(sent).rejects.toThrow();
      await expect.poll(storedFiles).toEqual(before);
    },
  );
});

describe('a change', () => {
  test('of the name by JSON changes the address, not the file', async () => {
    const created = await createFile(exam, '/api/attachments', { bytes: pdf('same') });
    const { body } = await exam.call('PATCH', `/api/attachments/${created.id}`, { filename: 'evil.html' });
    expect(body).toMatchObject({ filename: 'evil.pdf', checksum: created.checksum });
    expect(body.url).toBe(created.url.replace(/[^/]+$/, 'evil.pdf'));
    // The name is a label: both addresses are of the same file.
    expect(await readFile(exam, body.url)).toMatchObject({ status: 200, text: pdf('same') });
    expect((await readFile(exam, created.url)).status).toBe(200);
  });

  test('cannot set what the file says, nor lack the file in a body of parts', async () => {
    const created = await createFile(exam, '/api/attachments', { bytes: pdf() });
    const path = `/api/attachments/${created.id}`;
    for (const field of ['mimeType', 'filesize', 'checksum', 'url']) {
      const value = field === 'filesize' ? 1 : 'x';
      expect(await exam.refused('PATCH', path, { [field]: value })).toMatchObject({ status: 400 });
    }
    const form = new FormData();
    form.append('data', '{}');
    expect((await sendForm(exam, ['PATCH', path], form)).status).toBe(400);
  });

  test('of another revision is refused before bytes are stored', async () => {
    const created = await createFile(exam, '/api/attachments', { bytes: pdf() });
    const before = await storedFiles();
    const path = ['PATCH', `/api/attachments/${created.id}`] as const;
    const late = await sendFile(exam, path, { bytes: pdf('x'), headers: { 'if-match': '"7"' } });
    expect([late.status, late.body.currentRevision]).toEqual([409, 1]);
    const inBody = await sendFile(exam, path, { data: { _revision: 7 }, bytes: pdf('x') });
    expect(inBody.status).toBe(409);
    const none = await sendFile(exam, ['PATCH', '/api/attachments/0193a0a0-0000-7000-8000-000000000000'], {
      bytes: pdf('x'),
    });
    expect(none.status).toBe(404);
    expect(await storedFiles()).toEqual(before);
  });
});

describe('drafts and versions', () => {
  const draft = { 'x-draft': 'true' };

  test('a change of the published name leaves the file of the draft', async () => {
    const created = await createFile(exam, '/api/documents', { data: { title: 'A' }, bytes: pdf('live') });
    const path = `/api/documents/${created.id}`;
    const { body: before } = await sendFile(exam, ['PATCH', path], { bytes: pdf('next'), headers: draft });
    await exam.call('PATCH', path, { filename: 'renamed.pdf' });
    const { body: merged } = await exam.get(`${path}?draft=true`);
    expect(merged.url).toBe(before.url.replace(/[^/]+$/, 'renamed.pdf'));
    expect(merged.checksum).toBe(before.checksum);
    const { body: published } = await exam.get(`${path}?draft=false`);
    expect(published.url).toBe(created.url.replace(/[^/]+$/, 'renamed.pdf'));
  });

  test('a draft whose name is emptied has an address all the same', async () => {
    const created = await createFile(exam, '/api/documents', { data: { title: 'A' }, bytes: pdf('live') });
    const path = `/api/documents/${created.id}`;
    const { body } = await exam.call('PATCH', path, { filename: null }, draft);
    expect(body).toMatchObject({ filename: 'file.pdf', url: created.url.replace(/[^/]+$/, 'file.pdf') });
    expect(await readFile(exam, body.url)).toMatchObject({ status: 200, text: pdf('live') });
  });

  test('a discarded draft leaves its file without a name', async () => {
    const created = await createFile(exam, '/api/documents', { data: { title: 'A' }, bytes: pdf('live') });
    const path = `/api/documents/${created.id}`;
    // Published changes only: the history of three versions forgets the draft.
    const { body: changed } = await sendFile(exam, ['PATCH', path], { bytes: pdf('gone'), headers: draft });
    expect((await exam.call('DELETE', `${path}/draft`)).status).toBe(200);
    for (const title of ['B', 'C', 'D']) await exam.call('PATCH', path, { title });
    expect((await readFile(exam, changed.url)).status).toBe(404);
    expect((await readFile(exam, created.url)).status).toBe(200);
  });

  test('a restored version has its file again', async () => {
    const created = await createFile(exam, '/api/documents', { data: { title: 'A' }, bytes: pdf('first') });
    const path = `/api/documents/${created.id}`;
    await sendFile(exam, ['PATCH', path], { bytes: pdf('second'), name: 'second.pdf' });
    const { body: history } = await exam.get(`${path}/versions`);
    const first = history.docs.at(-1);
    expect(first.document.url).toBe(created.url);
    const { body: restored } = await exam.call('POST', `${path}/versions/${first.id}/restore`);
    expect(restored).toMatchObject({ filename: 'a.pdf', checksum: created.checksum });
    await exam.call('POST', `${path}/publish`);
    expect(await readFile(exam, created.url)).toMatchObject({ status: 200, text: pdf('first') });
  });

  test('a draft that was never published has a file, which a reader of drafts reads', async () => {
    const { status, body } = await sendFile(exam, ['POST', '/api/documents'], {
      bytes: pdf('d'),
      headers: draft,
    });
    expect([status, body._status, body.title]).toEqual([201, 'draft', null]);
    expect(await readFile(exam, body.url)).toMatchObject({ status: 200, text: pdf('d') });
  });
});

describe('serving', () => {
  test('sends headers that let nothing of the file run', async () => {
    const { url, checksum } = await createFile(exam, '/api/attachments', {
      bytes: 'hello\n',
      name: 'a.txt',
      type: 'text/plain',
    });
    const { headers } = await readFile(exam, url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '6',
      'content-disposition': 'inline; filename="a.txt"',
      'accept-ranges': 'bytes',
      etag: `"${checksum}"`,
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-frame-options': 'SAMEORIGIN',
    });
    const saved = await readFile(exam, `${url}?download`);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    expect((await readFile(exam, `${url}?w=100`)).status).toBe(400);
  });

  test('finds no file by a wrong id', async () => {
    const one = await createFile(exam, '/api/attachments', { bytes: pdf('1') });
    const two = await createFile(exam, '/api/attachments', { bytes: pdf('2') });
    const wrong = [
      one.url.replace(one.id, two.id),
      one.url.replace(/file\/./, one.url.includes('/file/A') ? 'file/B' : 'file/A'),
      one.url.replace('/attachments/', '/documents/'),
      `/api/attachments/${one.id}/file/../../x`,
      `/api/attachments/nothing/file/${'a'.repeat(22)}/a.pdf`,
    ];
    for (const url of wrong) expect((await readFile(exam, url)).status, url).toBe(404);
  });

  test('has an address for the file that a document has now', async () => {
    const created = await createFile(exam, '/api/attachments', { bytes: pdf('1') });
    const current = await readFile(exam, `/api/attachments/${created.id}/file`);
    expect(current).toMatchObject({ status: 200, text: pdf('1') });
    expect(current.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('a field of the type upload', () => {
  test('refers to documents with files, populated and filtered like a relationship', async () => {
    const one = await createFile(exam, '/api/attachments', { bytes: pdf('1'), name: 'one.pdf' });
    const two = await createFile(exam, '/api/attachments', {
      bytes: 'a,b',
      name: 'two.csv',
      type: 'text/csv',
    });
    const letter = await exam.create('letters', {
      subject: 'Enclosed',
      attachments: [two.id, one.id],
      enclosure: { collection: 'attachments', id: two.id },
      pages: [{ scan: one.id }],
    });
    expect(letter).toMatchObject({ attachments: [two.id, one.id], cover: null });
    const { body } = await exam.get(`/api/letters/${letter.id}?depth=1`);
    expect(body.attachments).toEqual([two, one]);
    expect(body.enclosure).toEqual({ collection: 'attachments', id: two.id, doc: two });
    expect(body.pages[0].scan.url).toBe(one.url);
    const found = await exam.list('letters', {
      where: { 'attachments.mimeType': 'text/csv', 'pages.scan': one.id },
      select: 'subject,attachments.filename',
      depth: 1,
    });
    expect(found.body.docs).toEqual([
      {
        id: letter.id,
        subject: 'Enclosed',
        attachments: [
          { id: two.id, filename: 'two.csv' },
          { id: one.id, filename: 'one.pdf' },
        ],
      },
    ]);
    expect((await exam.call('DELETE', `/api/attachments/${one.id}`)).status).toBe(200);
    const after = await exam.get(`/api/letters/${letter.id}`);
    expect(after.body).toMatchObject({ attachments: [two.id], pages: [{ scan: null }] });
  });

  test('takes files of its types only', async () => {
    const text = await createFile(exam, '/api/documents', {
      data: { title: 'Text' },
      bytes: 'text',
      name: 'a.txt',
      type: 'text/plain',
    });
    const draft = await createFile(exam, '/api/documents', {
      data: { title: 'Pdf' },
      bytes: pdf(),
      headers: { 'x-draft': 'true' },
    });
    const refused = {
      status: 400,
      code: 'BAD_USER_INPUT',
      details: [{ path: 'cover', message: 'must be a file of the type application/pdf' }],
    };
    expect(await exam.refused('POST', '/api/letters', { subject: 'A', cover: text.id })).toMatchObject(
      refused,
    );
    const letter = await exam.create('letters', { subject: 'A', cover: draft.id });
    expect(await exam.refused('PATCH', `/api/letters/${letter.id}`, { cover: text.id })).toMatchObject(
      refused,
    );
    const enclosure = { collection: 'documents', id: draft.id };
    // Also where another field of the same write has named the document before.
    expect(
      await exam.refused('PATCH', `/api/letters/${letter.id}`, { cover: draft.id, enclosure }),
    ).toMatchObject({
      details: [{ path: 'enclosure', message: 'must be a file of the type text/*' }],
    });
    const unknown = await exam.refused('PATCH', `/api/letters/${letter.id}`, { cover: 'nothing' });
    expect(unknown).toMatchObject({
      details: [{ path: 'cover', message: expect.stringContaining('nothing') }],
    });
    // Nor is the file of a draft that is all there is replaced by one of another type.
    const replaced = await sendFile(exam, ['PATCH', `/api/documents/${draft.id}`], {
      bytes: 'text',
      name: 'a.txt',
      type: 'text/plain',
      headers: { 'x-draft': 'true' },
    });
    expect(replaced).toMatchObject({
      status: 409,
      body: { reason: 'file.typeNeededBy', details: [{ path: 'letters.cover' }] },
    });
    const same = await exam.call('PATCH', `/api/letters/${letter.id}`, { subject: 'B', cover: draft.id });
    expect([same.status, same.body.cover]).toEqual([200, draft.id]);
  });
});

test('a resumable upload outlives kill -9 of its server, and goes on with another one', async () => {
  const env = { ...(await databaseOfProject(exam.folder)), ...storageOfProject(exam.folder) };
  await using other = await startServer(process.execPath, ['dist/server.js'], { cwd: exam.folder, env });
  const bytes = Buffer.from(pdf('x'.repeat(600_000)));
  const tus = { 'tus-resumable': '1.0.0' };
  const stream = { ...tus, 'content-type': 'application/offset+octet-stream' };
  const begun = await fetch(`${other.url}/api/attachments/uploads/tus`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length) },
  });
  const path = begun.headers.get('location') ?? '';
  const patch = (server: string, from: number, to?: number): Promise<Response> =>
    fetch(`${server}${path}`, {
      method: 'PATCH',
      headers: { ...stream, 'upload-offset': String(from) },
      body: new Uint8Array(bytes.subarray(from, to)),
    });
  expect((await patch(other.url, 0, 200_000)).status).toBe(204);
  const broken = patch(other.url, 200_000).catch(() => null);
  await other.end('SIGKILL');
  const finished = await broken;
  const { body } = await exam.call('GET', path, undefined, tus);
  // The server may have been faster than the signal.
  if (finished?.status !== 204) {
    expect(body).toMatchObject({ length: bytes.length, document: null });
    expect(body.offset).toBeGreaterThanOrEqual(200_000);
    expect((await patch(exam.url, body.offset)).status).toBe(204);
  }
  const done = await exam.call('GET', path, undefined, tus);
  const document = await exam.get(`/api/attachments/${done.body.document}`);
  const file = await fetch(`${exam.url}${document.body.url}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
});
