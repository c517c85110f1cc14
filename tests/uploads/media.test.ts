import { mkdtempSync, readFileSync } from 'node:fs';
import {
  mkdir,
  readFile as readBytes,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CopyReport, checkMedia, copyMedia, type Media } from '../../runtime/cli/media/index.js';
import { createFileId } from '../../runtime/files/records/file-address.js';
import { keyOf as keyOfFile, makeLive, stageFile } from '../../runtime/files/records/file-table.js';
import { findHidden, takeDueFile } from '../../runtime/files/records/hidden-table.js';
import { sizesOfFiles } from '../../runtime/files/records/size-table.js';
import { fileTables, sizeTables, uploadTables } from '../../runtime/files/records/tables.js';
import type { FileStorage } from '../../runtime/files/storage/file-storage.js';
import { openLocalStorage } from '../../runtime/files/storage/local/local-storage.js';
import { createSystemTables } from '../../runtime/storage/schema/system-tables.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { inChunks } from '../conformance/file-storage.js';
import { type Body, useExam } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';
import { run, svc } from '../support/svc-command.js';
import { databaseOfProject, openTestDriver, testDialect } from '../support/test-database.js';
import { createFile, pdf, readFile, sendFile } from './support/files.js';

const fixture = readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8');
const exam = useExam(
  fixture
    .replace('import { defineConfig }', 'import { defineConfig, localStorage }')
    .replace(
      'collections: [',
      "storages: { archive: localStorage({ dir: '.svc/archive' }) }, collections: [",
    ),
  // It looks at the files themselves, and at their ages; tests/uploads/s3.test.ts at objects.
  { SVC_STORAGE_URL: undefined },
);
const path = '/api/attachments';

interface Outcome {
  readonly code: number | null;
  readonly result: Readonly<Record<string, unknown>>;
}

async function media(...args: readonly string[]): Promise<Outcome> {
  const env = await databaseOfProject(exam.folder);
  const { code, stdout, stderr } = await svc(['media', ...args, '--json'], { cwd: exam.folder, env });
  expect(stderr).toMatch(code === 0 ? /^(?:Images: 20\n)?$/ : /^error: \d+ (?:object|file|image)s? /);
  return { code, result: JSON.parse(stdout) as Outcome['result'] };
}

/** The calls of a place, for one that has some of its own. */
function memberCalls(place: FileStorage): FileStorage {
  return {
    write: (...sent) => place.write(...sent),
    read: (...asked) => place.read(...asked),
    size: (key) => place.size(key),
    delete: (key) => place.delete(key),
    list: (prefix) => place.list(prefix),
  };
}

/** Where the bytes of a document's file are. */
function placeOf({ url }: { readonly url: string }, folder = 'files'): string {
  const [, slug = '', id = ''] = /^\/api\/([^/]+)\/[^/]+\/file\/([^/]+)\//.exec(url) ?? [];
  return join(exam.folder, '.svc', folder, slug, id, 'original');
}

const keyOf = (place: string): string => place.split('/').slice(-3).join('/');

async function put(place: string, ageInHours: number): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, 'x');
  const then = new Date(Date.now() - ageInHours * 3_600_000);
  await utimes(place, then, then);
}

test('check names what does not fit, and removes only old objects that nothing knows', async () => {
  const [kept, missing, short, other] = await Promise.all(
    ['1', '2', '3', '4'].map((text) => createFile(exam, path, { bytes: pdf(text) })),
  );
  const deleted = await createFile(exam, path, { bytes: pdf('5') });
  await exam.call('DELETE', `${path}/${deleted.id}`);
  expect(await media('check', '--checksums')).toEqual({
    code: 0,
    result: { ok: true, files: 4, bytes: 4 * pdf('1').length, problems: [] },
  });

  await rm(placeOf(missing));
  await truncate(placeOf(short), 3);
  await writeFile(placeOf(other), pdf('9'));
  const files = join(exam.folder, '.svc/files');
  const old = join(files, `attachments/${'o'.repeat(22)}/original`);
  const unfinished = join(
    dirname(placeOf(kept)).replace(/[^/]+$/, 'u'.repeat(22)),
    '.original.0123456789abcdef.part',
  );
  const recent = join(files, `attachments/${'r'.repeat(22)}/original`);
  const foreign = join(files, 'lost+found/readme');
  for (const place of [old, unfinished, foreign]) await put(place, 48);
  await put(recent, 1);
  const problem = (kind: string, place: string, removed = false): object => ({
    kind,
    storage: 'storage',
    key: keyOf(place),
    removed,
  });
  const found = [
    problem('missing', placeOf(missing)),
    problem('wrongLength', placeOf(short)),
    problem('unknown', recent),
  ];
  const first = await media('check');
  expect(first).toMatchObject({ code: 1, result: { ok: false, files: 4 } });
  expect(first.result['problems']).toHaveLength(5);
  expect(first.result['problems']).toEqual(
    expect.arrayContaining([...found, problem('unknown', old), problem('unknown', unfinished)]),
  );

  const second = await media('check', '--fix', '--checksums');
  expect(second.code).toBe(1);
  expect(second.result['problems']).toHaveLength(7);
  expect(second.result['problems']).toEqual(
    expect.arrayContaining([
      ...found,
      problem('unknown', old, true),
      problem('unknown', unfinished, true),
      problem('wrongContent', placeOf(short)),
      problem('wrongContent', placeOf(other)),
    ]),
  );
  expect((await media('check', '--fix')).result['problems']).toHaveLength(3);
  expect(await readBytes(foreign, 'utf8')).toBe('x');
  expect(await readFile(exam, kept.url)).toMatchObject({ status: 200, text: pdf('1') });

  for (const { id } of [missing, short, other]) await exam.call('DELETE', `${path}/${id}`);
  await rm(recent);
  expect((await media('check')).code).toBe(0);
});

test('copy moves files to another storage, while they are read and changed', async () => {
  const data = { title: 'A' };
  const [one, two] = await Promise.all(
    ['one', 'two'].map((text) => createFile(exam, '/api/documents', { data, bytes: pdf(text) })),
  );
  const damaged = await createFile(exam, path, { bytes: pdf('damaged') });
  await writeFile(placeOf(damaged), pdf('else...'));
  const copied = await media('copy', '--from', 'storage', '--to', 'archive');
  expect(copied).toMatchObject({
    code: 1,
    result: { ok: false, there: 0, failed: [keyOf(placeOf(damaged))] },
  });
  await exam.call('DELETE', `${path}/${damaged.id}`);

  // Read from the new place: the old one is not needed any more.
  await rename(placeOf(one), `${placeOf(one)}-gone`);
  expect(await readFile(exam, one.url)).toMatchObject({ status: 200, text: pdf('one') });
  const file = { bytes: pdf('three') };
  const { body: replaced } = await sendFile(exam, ['PATCH', `/api/documents/${two.id}`], file);
  expect(await readFile(exam, replaced.url)).toMatchObject({ status: 200, text: pdf('three') });
  const again = await media('copy', '--from', 'storage', '--to', 'archive');
  expect(again).toMatchObject({ code: 0, result: { ok: true, copied: 1, failed: [] } });
  expect(await readBytes(placeOf(replaced, 'archive'), 'utf8')).toBe(pdf('three'));

  // A place that lost a file gets it again.
  await rm(placeOf(replaced, 'archive'));
  const back = await media('copy', '--from', 'storage', '--to', 'archive');
  expect(back).toMatchObject({ code: 0, result: { copied: 1 } });
  const problems = (await media('check')).result['problems'] as readonly { kind: string; storage: string }[];
  expect(new Set(problems.map(({ kind, storage }) => `${kind} ${storage}`))).toEqual(
    new Set(['unknown storage']),
  );
});

test('unknown storages, and projects without files, are refused', async () => {
  const env = await databaseOfProject(exam.folder);
  const run = (...args: readonly string[]) => svc(['media', ...args], { cwd: exam.folder, env });
  const unknown = await run('copy', '--from', 'storage', '--to', 'nowhere');
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'error: there is no storage "nowhere": the config has storage, archive.\n',
  ]);
  const same = await run('copy', '--from', 'archive', '--to', 'archive');
  expect(same.code).toBe(2);
});

describe('regenerate', () => {
  const sizesOf = (photo: Body): readonly { readonly url: string }[] => Object.values(photo.sizes);

  /** A photo whose sizes are all made, with the folder of its objects. */
  async function photoWithSizes(width = 100): Promise<{ photo: Body; folder: string }> {
    const bytes = await picture(width, 50).png().toBuffer();
    const photo = await createFile(exam, '/api/photos', { bytes, name: 'a.png', type: 'image/png' });
    for (const { url } of sizesOf(photo)) expect((await readFile(exam, url)).status).toBe(200);
    return { photo, folder: dirname(placeOf(photo)) };
  }

  const sizeIn = (photo: Body, folder: string, size: string): string =>
    join(folder, photo.sizes[size].url.split('/').at(-2));

  test('makes sizes again that are gone or changed, and leaves originals and equal ones alone', async () => {
    const { photo, folder } = await photoWithSizes();
    const { mtimeMs } = await stat(placeOf(photo));
    const all = ['regenerate', '--collection', 'photos'] as const;
    expect(await media(...all)).toMatchObject({
      code: 0,
      result: { ok: true, images: 1, made: 0, unchanged: 4, failed: [], resumed: 0 },
    });
    const [thumbnail, wide] = [sizeIn(photo, folder, 'thumbnail'), sizeIn(photo, folder, 'wide')];
    const bytes = await readBytes(thumbnail);
    await rm(thumbnail);
    await writeFile(wide, Buffer.concat([await readBytes(wide), Buffer.from('more')]));
    expect((await media(...all, '--size', 'banner')).result).toMatchObject({ made: 0, unchanged: 1 });
    expect((await media(...all, '--missing')).result).toMatchObject({ images: 1, made: 2, unchanged: 2 });
    expect((await readBytes(thumbnail)).equals(bytes)).toBe(true);

    // Bytes of the same length that are damaged are found where all are made again.
    const damaged = Buffer.from(bytes).fill(0, 20);
    await writeFile(thumbnail, damaged);
    await rm(wide);
    expect((await media(...all, '--jobs', '2')).result).toMatchObject({ made: 2 });
    expect((await stat(placeOf(photo))).mtimeMs).toBe(mtimeMs);

    await writeFile(placeOf(photo), Buffer.from('no image'));
    const failed = await media(...all);
    expect(failed).toMatchObject({ code: 1, result: { ok: false, failed: [keyOf(placeOf(photo))] } });
    await exam.call('DELETE', `/api/photos/${photo.id}`);
  });

  test('goes on where it was stopped', async () => {
    const photos: Body[] = [];
    for (let index = 0; index < 25; index += 1) photos.push((await photoWithSizes(40 + index)).photo);
    const built = (path: string): string => JSON.stringify(join(packageRoot, 'dist', path));
    // What the command does, in a process that is killed after some images.
    const script = `
      import { loadConfig } from ${built('generator/load/load-config.js')};
      import { openMedia, regenerateMedia } from ${built('runtime/cli/media/index.js')};
      const project = await loadConfig({ cwd: process.cwd() });
      const seen = () => process.kill(process.pid, 'SIGKILL');
      const options = { missing: false, jobs: 1, seen, resumed: () => undefined };
      await regenerateMedia(await openMedia(project), project, options);`;
    const env = await databaseOfProject(exam.folder);
    const killed = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: exam.folder,
      env,
    });
    expect(killed).toMatchObject({ code: null, stderr: '' });
    const rest = await media('regenerate');
    const { resumed } = rest.result as { readonly resumed: number };
    expect(resumed > 0 && resumed < 25).toBe(true);
    const unchanged = (25 - resumed) * 4;
    expect(rest).toMatchObject({ code: 0, result: { resumed, images: 25, unchanged, made: 0 } });
    // It is done, so the next run begins again.
    const cwd = exam.folder;
    const again = await svc(['media', 'regenerate', '--json'], { cwd, env });
    expect(JSON.parse(again.stdout)).toMatchObject({ resumed: 0, images: 25, unchanged: 100 });
    // Who waits for it sees how far it is.
    expect(again.stderr).toBe('Images: 20\n');
    for (const { id } of photos) await exam.call('DELETE', `/api/photos/${id}`);
  });

  test('drops sizes that the config has no more, unless it makes one size alone', async () => {
    const { photo } = await photoWithSizes();
    const config = join(exam.folder, 'svc.config.ts');
    const before = await readBytes(config, 'utf8');
    onTestFinished(() => writeFile(config, before));
    await writeFile(config, before.replace('wide: { width: 320 },', ''));
    const inFolder = testDialect === 'sqlite' ? '.svc/data.db' : '';
    const driver = await openTestDriver({ path: join(exam.folder, inFolder) });
    onTestFinished(() => driver.close());
    const dropped = async (): Promise<readonly string[]> =>
      (await sizesOfFiles(driver, [photo.url.split('/').at(-2)])).flatMap(({ name, state }) =>
        state === 'dead' ? [name.replace(/-.*$/, '')] : [],
      );
    await media('regenerate', '--collection', 'photos', '--size', 'thumbnail');
    expect(await dropped()).toEqual([]);
    const { code, result } = await media('regenerate', '--collection', 'photos');
    expect([code, result['unchanged'], await dropped()]).toEqual([0, 3, ['wide']]);
    await exam.call('DELETE', `/api/photos/${photo.id}`);
  });

  test('unknown names and wrong numbers are refused', async () => {
    const env = await databaseOfProject(exam.folder);
    const run = (...args: readonly string[]) =>
      svc(['media', 'regenerate', ...args], { cwd: exam.folder, env });
    expect((await run('--collection', 'documents')).stderr).toBe(
      'error: there is no collection "documents" with sizes of images: the config has attachments, photos.\n',
    );
    expect((await run('--collection', 'photos', '--size', 'poster')).stderr).toBe(
      'error: there is no size "poster": the config has thumbnail, banner, wide, same.\n',
    );
    expect((await run('--jobs', '0')).code).toBe(2);
  });
});

describe('with places of its own', () => {
  const options = { checksums: false, fix: true, now: Date.now() + 3 * 86_400_000, seen: () => undefined };

  async function filesIn(place: string): Promise<Media & { readonly keys: readonly string[] }> {
    const dir = mkdtempSync(join(tmpdir(), 'svc-media-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const driver = await openTestDriver();
    onTestFinished(() => driver.close());
    await driver.transaction((connection) =>
      createSystemTables(connection, [...fileTables, ...sizeTables, ...uploadTables]),
    );
    const places = new Map<string, FileStorage>();
    for (const name of ['', 'old'])
      places.set(name, await openLocalStorage({ dir: join(dir, `at-${name}`) }));
    const keys: string[] = [];
    for (const text of ['one', 'two']) {
      const file = { id: createFileId(), collection: 'media', storage: '', createdAt: 1 };
      const key = keyOfFile(file);
      keys.push(key);
      await driver.briefTransaction((connection) => stageFile(connection, file));
      const body = inChunks(Buffer.from(text));
      const stored = await places.get(place)?.write(key, body, { contentType: 'text/plain' });
      if (stored === undefined) throw new Error(place);
      const live = { id: file.id, document: 'd', mimeType: 'text/plain', ...stored };
      await driver.briefTransaction((connection) => makeLive(connection, live));
    }
    return {
      driver,
      places,
      publicPlaces: new Set(),
      headersOf: ({ mimeType }) => ({ contentType: mimeType }),
      isInTrash: async () => false,
      publish: async () => undefined,
      close: async () => undefined,
      keys,
    };
  }

  const lengths = ({ places, keys }: Awaited<ReturnType<typeof filesIn>>, name: string) =>
    Promise.all(keys.map((key) => places.get(name)?.size(key)));

  test('check keeps the only bytes of a file, where its record names another place', async () => {
    const media = await filesIn('old');
    const { problems } = await checkMedia(media, options);
    expect(problems.map(({ kind, removed }) => `${kind} ${removed}`).toSorted()).toEqual([
      ...['missing false', 'missing false', 'unknown false', 'unknown false'],
    ]);
    expect(await lengths(media, 'old')).toEqual([3, 3]);
  });

  test('check keeps files of a place that has two names', async () => {
    const media = await filesIn('');
    const [place] = media.places.values();
    if (place === undefined) throw new Error('no place');
    const { problems } = await checkMedia(
      { ...media, places: new Map([...media.places, ['old', place]]) },
      options,
    );
    expect(problems.map(({ kind, removed }) => `${kind} ${removed}`)).toEqual([
      ...['unknown false', 'unknown false'],
    ]);
    expect(await lengths(media, '')).toEqual([3, 3]);
  });

  test('two copies at once lose nothing, and check removes what was copied', async () => {
    const media = await filesIn('');
    const copy = { from: 'storage', to: 'old', seen: () => undefined };
    // The second copy runs as a whole while the first one writes the first file.
    const [, to] = media.places.values();
    if (to === undefined) throw new Error('no place');
    let second: Promise<CopyReport> | null = null;
    const slow: FileStorage = {
      ...memberCalls(to),
      async write(...args) {
        const stored = await to.write(...args);
        second ??= copyMedia(media, copy);
        await second;
        return stored;
      },
    };
    const places = new Map([...media.places, ['old', slow]]);
    const first = await copyMedia({ ...media, places }, copy);
    expect(await second).toMatchObject({ copied: 2, failed: [] });
    expect(first).toMatchObject({ copied: 0, failed: [] });
    expect(await lengths(media, 'old')).toEqual([3, 3]);

    const { problems } = await checkMedia(media, options);
    expect(problems.map(({ removed }) => removed)).toEqual([true, true]);
    expect([await lengths(media, ''), await lengths(media, 'old')]).toEqual([
      [null, null],
      [3, 3],
    ]);
  });

  describe('copies the file of a document in the trash to a public place', () => {
    /** `isTrashed` is where its document is, each time that it is looked at. */
    async function copied(isTrashed: readonly boolean[]) {
      const media = await filesIn('');
      const [first, second] = media.keys.map((key) => key.split('/')[1] ?? '');
      const looks = new Map<string, boolean[]>();
      const written: string[] = [];
      const to = media.places.get('old');
      if (to === undefined || first === undefined || second === undefined) throw new Error('no place');
      const place: FileStorage = {
        ...memberCalls(to),
        write(...sent) {
          written.push(sent[0]);
          return to.write(...sent);
        },
      };
      const report = await copyMedia(
        {
          ...media,
          places: new Map([...media.places, ['old', place]]),
          publicPlaces: new Set(['old']),
          async isInTrash(_connection, { document }) {
            const left = looks.get(document) ?? [...isTrashed, ...isTrashed];
            looks.set(document, left);
            return left.shift() === true;
          },
        },
        { from: 'storage', to: 'old', seen: () => undefined },
      );
      expect(report).toMatchObject({ copied: 2, failed: [] });
      const files = await Promise.all(
        [first, second].map(async (id) => {
          const hidden = await findHidden(media.driver, id);
          const name = hidden && `media/${hidden.key}/original`;
          return {
            state: hidden?.state,
            own: await to.size(`media/${id}/original`),
            other: name && (await to.size(name)),
          };
        }),
      );
      const taken = await media.driver.briefTransaction((connection) =>
        takeDueFile(connection, { now: Date.now(), until: Date.now() + 1 }),
      );
      return { files, isDue: taken !== null, isPublic: written.some((key) => media.keys.includes(key)) };
    }
    const both = <T>(file: T): readonly T[] => [file, file];

    test('under its other key alone', async () => {
      const files = both({ state: 'hidden', own: null, other: 3 });
      expect(await copied([true, true])).toEqual({ files, isDue: true, isPublic: false });
    });

    test('and has it hidden, where the document was trashed meanwhile', async () => {
      const files = both({ state: 'hidden', own: 3, other: null });
      expect(await copied([false, true])).toEqual({ files, isDue: true, isPublic: true });
    });

    test('and has it brought back, where the document returned meanwhile', async () => {
      const files = both({ state: 'returning', own: null, other: 3 });
      expect(await copied([true, false])).toEqual({ files, isDue: true, isPublic: false });
    });
  });
});
