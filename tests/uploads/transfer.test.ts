/** Documents with files that are exported and imported. */
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { keysOf } from '../conformance/file-storage.js';
import { type Body, useExam } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';
import { type CommandResult, svc } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';
import { openStorageOfProject, storageOfProject } from '../support/test-storage.js';
import { createFile, pdf, sendFile } from './support/files.js';

const exam = useExam(readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8'));

async function command(...args: readonly string[]): Promise<CommandResult> {
  const cwd = exam.folder;
  return svc(args, { cwd, env: { ...(await databaseOfProject(cwd)), ...storageOfProject(cwd) } });
}

/** The report of an import of these lines. */
async function importLines(lines: readonly object[], ...args: readonly string[]): Promise<Body> {
  await writeFile(
    join(exam.folder, 'some.ndjson'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  return JSON.parse((await command('import', 'some.ndjson', '--json', ...args)).stdout);
}

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(`${exam.url}${url}`, { headers: { 'x-draft': 'true' } });
  return Buffer.from(await response.arrayBuffer());
}

/** Keys of the stored files, without the sizes of images, which the server makes meanwhile. */
async function stored(): Promise<readonly string[]> {
  const keys = await keysOf(await openStorageOfProject(exam.folder));
  return keys.filter((key) => key.endsWith('/original'));
}

const byId = (path: string, id: string): Promise<Body> =>
  exam.get(`${path}/${id}?draft=true`).then(({ body }) => body);

let lines: readonly Body[] = [];
let photo: Body;
let report: Body;
let revised: Body;

beforeAll(async () => {
  photo = await createFile(exam, '/api/photos', {
    bytes: await picture(120, 60).png().toBuffer(),
    name: 'sea.png',
    type: 'image/png',
    data: { title: 'Sea', focalX: 20, focalY: 80, alt: 'The sea' },
  });
  report = await createFile(exam, '/api/documents', { bytes: pdf('old'), data: { title: 'Report' } });
  const draft = { bytes: pdf('new'), name: 'new.pdf', headers: { 'x-draft': 'true' } };
  revised = (await sendFile(exam, ['PATCH', `/api/documents/${report.id}`], draft)).body;
  // The same bytes as those of the report.
  await createFile(exam, '/api/attachments', { bytes: pdf('old') });
  const { code, stdout, stderr } = await command('export', '--files', 'copies');
  expect([code, stderr]).toEqual([0, '']);
  lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
});

function lineOf(id: string): Body {
  return structuredClone(lines.find(({ document }) => document?.id === id));
}

test('an export names the file of each view, and copies each content once', async () => {
  const fileIdOf = ({ url }: Body): string => url.split('/').at(-2);
  expect(lineOf(photo.id).document.file).toEqual({
    fileId: fileIdOf(photo),
    checksum: photo.checksum,
    filename: 'sea.png',
    focalX: 20,
    focalY: 80,
  });
  const line = lineOf(report.id);
  expect(line.document.file).toEqual({
    fileId: fileIdOf(report),
    checksum: report.checksum,
    filename: 'a.pdf',
  });
  expect(line.draft.file).toMatchObject({ checksum: revised.checksum, filename: 'new.pdf' });
  const hex = (checksum: string): string => Buffer.from(checksum.slice(7), 'base64').toString('hex');
  const names = [photo, report, revised].map(({ checksum }) => `sha256-${hex(checksum)}`).toSorted();
  expect((await readdir(join(exam.folder, 'copies'))).toSorted()).toEqual(names);
  const copy = await readFile(join(exam.folder, 'copies', `sha256-${hex(report.checksum)}`), 'utf8');
  expect(copy).toBe(pdf('old'));
});

test('what is deleted comes back with its files, once', async () => {
  await exam.call('DELETE', `/api/photos/${photo.id}`);
  await exam.call('DELETE', `/api/documents/${report.id}`);
  const dry = await importLines(lines, '--files', 'copies', '--dry-run');
  expect(dry).toMatchObject({ ok: true, created: 2, unchanged: 1 });
  expect((await exam.get(`/api/photos/${photo.id}`)).status).toBe(404);
  expect(await importLines(lines, '--files', 'copies')).toMatchObject({ ok: true, created: 2, unchanged: 1 });

  const { url, sizes, ...values } = await byId('/api/photos', photo.id);
  const { url: oldUrl, sizes: oldSizes, ...oldValues } = photo;
  expect(values).toEqual({ ...oldValues, _pending: false });
  expect(url).not.toBe(oldUrl);
  const image = await picture(120, 60).png().toBuffer();
  expect((await bytesOf(url)).equals(image)).toBe(true);
  expect(sizes.wide).toMatchObject({ width: oldSizes.wide.width, mimeType: 'image/webp' });
  expect((await bytesOf(sizes.wide.url)).subarray(8, 12).toString()).toBe('WEBP');
  const live = (await exam.get(`/api/documents/${report.id}`)).body;
  expect(live).toMatchObject({ filename: 'a.pdf', checksum: report.checksum });
  expect(String(await bytesOf(live.url))).toBe(pdf('old'));
  const draft = await byId('/api/documents', report.id);
  expect(draft).toMatchObject({ filename: 'new.pdf', checksum: revised.checksum });
  expect(String(await bytesOf(draft.url))).toBe(pdf('new'));

  const before = await stored();
  expect(await importLines(lines)).toMatchObject({ ok: true, created: 0, updated: 0, unchanged: 3 });
  expect(await stored()).toEqual(before);
  expect((await command('media', 'check', '--checksums')).code).toBe(0);
});

test('bytes that the service has are not needed in the folder', async () => {
  const { id: _id, ...document } = lineOf(report.id).document;
  const line = { collection: 'attachments', document: { file: document.file } };
  expect(await importLines([line])).toMatchObject({ ok: true, created: 1 });
  const { docs } = (await exam.list('attachments', { where: { checksum: report.checksum } })).body;
  expect(docs).toHaveLength(2);
  expect(docs[0].url).not.toBe(docs[1].url);
  for (const { url } of docs) expect(String(await bytesOf(url))).toBe(pdf('old'));
});

test('a line is refused without its bytes, with other bytes, and with a file of a wrong type', async () => {
  const before = await stored();
  const checksum = `sha256-${'A'.repeat(43)}=`;
  const name = `sha256-${'0'.repeat(64)}`;
  const line = { collection: 'attachments', document: { file: { checksum, filename: 'x.pdf' } } };
  // The other line of the batch is valid; its bytes go too.
  const valid = { collection: 'documents', document: { title: 'Valid', file: lineOf(report.id).draft.file } };
  const nowhere = await importLines([valid, line], '--files', 'copies');
  expect(nowhere).toMatchObject({ ok: false, created: 0, heldBack: 1 });
  expect(nowhere.refused).toEqual([
    {
      line: 2,
      code: 'MISSING_FILE',
      reasons: [`file: There is no file ${checksum} (${name}) in the service and the folder.`],
    },
  ]);
  await writeFile(join(exam.folder, 'copies', name), pdf('else'));
  const other = await importLines([line], '--files', 'copies');
  expect(other.refused[0].code).toBe('MISSING_FILE');
  await rm(join(exam.folder, 'copies', name));

  const wrong = { collection: 'photos', document: { file: lineOf(report.id).document.file } };
  const noFile = { collection: 'photos', document: { title: 'None' } };
  const noAlt = { collection: 'attachments', document: { file: lineOf(photo.id).document.file } };
  const { refused } = await importLines([wrong, noFile, noAlt], '--files', 'copies');
  expect(refused.map(({ code }: Body) => code)).toEqual([
    'INVALID_DOCUMENT',
    'MISSING_FILE',
    'INVALID_DOCUMENT',
  ]);
  expect(refused[0].reasons[0]).toContain('application/pdf');
  expect(refused[2].reasons).toEqual(['alt: This field is required.']);
  expect(await stored()).toEqual(before);
  expect((await command('media', 'check')).code).toBe(0);
});

test('folders come before what is in them, and none contains itself', async () => {
  const id = (last: number): string => `0198a1b2-0000-7000-8000-00000000000${last}`;
  const folder = (own: number, name: string, parent: number | null): object => ({
    collection: 'documents_folders',
    document: { id: id(own), name, parent: parent && id(parent) },
  });
  const { file } = lineOf(report.id).document;
  const paper = { collection: 'documents', document: { title: 'In a folder', folder: id(2), file } };
  const tree = [paper, folder(2, 'Inner', 1), folder(1, 'Outer', null)];
  expect(await importLines(tree)).toMatchObject({ ok: true, created: 3 });
  const { body } = await exam.list('documents', { where: { 'folder.parent': id(1) } });
  expect(body.docs).toMatchObject([{ title: 'In a folder', folder: id(2) }]);
  const circle = await importLines([folder(1, 'Outer', 2), folder(3, 'New', 4), folder(4, 'New', 3)]);
  expect(circle.refused).toMatchObject([{ line: 1, code: 'INVALID_DOCUMENT' }]);
  const late = await importLines([folder(3, 'New', 4), folder(4, 'New', 3)]);
  expect(late.refused[0].reasons[0]).toContain('A folder cannot be in itself');
  expect((await command('export')).stdout).toContain('"documents_folders"');
});

test('a field takes the types of its config from an import too', async () => {
  const id = '0198a1b2-0000-7000-8000-000000000010';
  const letter = (more: object): object => ({
    collection: 'letters',
    document: { id, subject: 'Enclosed', ...more },
  });
  const enclosure = { collection: 'documents', id: report.id };
  const refused = await importLines([letter({ enclosure, cover: report.id })]);
  expect(refused).toMatchObject({
    ok: false,
    created: 0,
    refused: [{ line: 1, code: 'INVALID_DOCUMENT', reasons: [expect.stringMatching(/^enclosure: .*text/)] }],
  });
  expect(await importLines([letter({ cover: report.id })])).toMatchObject({ ok: true, created: 1 });
});

test('an import replaces no file by one that a field which shows it does not take', async () => {
  const text = await createFile(exam, '/api/documents', {
    ...{ bytes: Buffer.from('plain words'), name: 'words.txt', type: 'text/plain' },
    data: { title: 'Words' },
  });
  const shown = { subject: 'Shows it', enclosure: { collection: 'documents', id: text.id } };
  expect((await exam.call('POST', '/api/letters', shown)).status).toBe(201);
  const line = lineOf(report.id);
  const { draft: _, ...published } = line;
  const replaced = { ...published, document: { ...line.document, id: text.id, title: 'Replaced' } };
  const imported = await importLines([replaced], '--files', 'copies');
  expect(imported).toMatchObject({ ok: false, refused: [{ line: 1, code: 'CONFLICT' }] });
  expect(await byId('/api/documents', text.id)).toMatchObject({ title: 'Words', filename: 'words.txt' });
});

// The last one: the project has another config from here on.
test('an import keeps a reference that its document has, though the field takes that type no more', async () => {
  const { id } = await createFile(exam, '/api/documents', {
    ...{ bytes: Buffer.from('kept words'), name: 'kept.txt', type: 'text/plain' },
    data: { title: 'Kept' },
  });
  const enclosure = { collection: 'documents', id };
  const made = await exam.call('POST', '/api/letters', { subject: 'Before', enclosure });
  expect(made.status).toBe(201);
  const config = join(exam.folder, 'svc.config.ts');
  const narrowed = (await readFile(config, 'utf8')).replace(
    "mimeTypes: ['text/*']",
    "mimeTypes: ['image/*']",
  );
  await writeFile(config, narrowed);
  expect(await command('generate')).toMatchObject({ code: 0 });

  const exported = (await command('export')).stdout.trim().split('\n');
  const all = exported.map((line) => JSON.parse(line));
  expect(await importLines(all)).toMatchObject({ ok: true, created: 0, updated: 0 });
  const own = all.find(({ document }) => document?.id === made.body.id);
  const changed = { ...own, document: { ...own.document, subject: 'After' } };
  expect(await importLines([changed])).toMatchObject({ ok: true, updated: 1 });
  const { body } = await exam.get(`/api/letters/${made.body.id}`);
  expect(body).toMatchObject({ subject: 'After', enclosure });

  const another = { collection: 'letters', document: { subject: 'Another', enclosure } };
  const refused = await importLines([another]);
  expect(refused).toMatchObject({ ok: false, created: 0 });
  expect(refused.refused).toMatchObject([{ line: 1, code: 'INVALID_DOCUMENT' }]);
  // Nor is it taken by another field of the same document.
  const moved = { ...own, document: { ...own.document, enclosure: null, cover: id } };
  expect((await importLines([moved])).refused).toMatchObject([{ line: 1, code: 'INVALID_DOCUMENT' }]);
});
