import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EmittedFile } from '../ir/ir.js';
import { contentHash, manifestText, parseManifest } from './manifest.js';
import { compareOutput, type Output, writeOutput } from './write-output.js';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-write-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'generated');
}

/** `{ 'a.ts': 'text' }` as an output. */
function output(folder: string, files: Readonly<Record<string, string>>): Output {
  const list = Object.entries(files).map(([path, content]): EmittedFile => ({ path, content }));
  return {
    folder,
    files: list,
    version: '1.0.0',
    contract: 'c0',
    input: 'i0',
    comments: { sourcesHash: 's0', docs: { a: 'A' } },
  };
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** All files below a folder with their text, the manifest left out. */
function tree(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.manifest.json');
  const paths = files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

const files = {
  'a.ts': '// a\n',
  'routes/index.ts': '// routes\n',
  'routes/globals/site.ts': '// site\n',
  'b.json': '{}\n',
};

describe('writing', () => {
  test('makes the folder and all files, and a manifest of relative paths', async () => {
    const folder = emptyFolder();
    expect(await writeOutput(output(folder, files))).toEqual({
      written: ['a.ts', 'routes/index.ts', 'routes/globals/site.ts', 'b.json'],
      restored: [],
      removed: [],
      unchanged: 0,
    });
    expect(tree(folder)).toEqual(files);
    const manifest = JSON.parse(readFileSync(join(folder, '.manifest.json'), 'utf8'));
    expect(manifest).toEqual({
      svc: '1.0.0',
      contract: 'c0',
      input: 'i0',
      comments: { sourcesHash: 's0', docs: { a: 'A' } },
      files: {
        'a.ts': expect.stringMatching(/^[0-9a-f]{32}$/),
        'b.json': expect.any(String),
        'routes/globals/site.ts': expect.any(String),
        'routes/index.ts': expect.any(String),
      },
    });
    expect(Object.keys(manifest.files)).toEqual([
      'a.ts',
      'b.json',
      'routes/globals/site.ts',
      'routes/index.ts',
    ]);
  });

  test('touches nothing the second time', async () => {
    const folder = emptyFolder();
    await writeOutput(output(folder, files));
    const long = new Date(0);
    const paths = [...Object.keys(files), '.manifest.json'].map((path) => join(folder, path));
    for (const path of paths) utimesSync(path, long, long);
    expect(await writeOutput(output(folder, files))).toEqual({
      written: [],
      restored: [],
      removed: [],
      unchanged: 4,
    });
    expect(paths.map((path) => statSync(path).mtimeMs)).toEqual(paths.map(() => 0));
  });

  test('writes what changed, removes what it no longer writes, and its empty folders', async () => {
    const folder = emptyFolder();
    await writeOutput(output(folder, files));
    put(folder, 'routes/mine.ts', 'own');
    expect(await writeOutput(output(folder, { 'a.ts': '// new\n', 'b.json': '{}\n' }))).toEqual({
      written: ['a.ts'],
      restored: [],
      removed: ['routes/globals/site.ts', 'routes/index.ts'],
      unchanged: 1,
    });
    expect(tree(folder)).toEqual({ 'a.ts': '// new\n', 'b.json': '{}\n', 'routes/mine.ts': 'own' });
    expect(existsSync(join(folder, 'routes/globals'))).toBe(false);
  });

  test('restores a file of its own that was edited or deleted, and names the edited one', async () => {
    const folder = emptyFolder();
    await writeOutput(output(folder, files));
    put(folder, 'a.ts', '// mine now\n');
    rmSync(join(folder, 'b.json'));
    expect(await writeOutput(output(folder, files))).toEqual({
      written: ['a.ts', 'b.json'],
      restored: ['a.ts'],
      removed: [],
      unchanged: 2,
    });
    expect(tree(folder)).toEqual(files);
  });

  test('takes line ends of a Windows checkout for its own', async () => {
    const folder = emptyFolder();
    await writeOutput(output(folder, files));
    put(folder, 'a.ts', '// a\r\n');
    expect(await writeOutput(output(folder, files))).toMatchObject({ written: [], unchanged: 4 });
  });

  test('leaves files that it did not write alone', async () => {
    const folder = emptyFolder();
    put(folder, 'README.md', 'mine');
    put(folder, 'sdk/package.json', '{"name":"mine"}');
    put(folder, '.eslintrc.json', '{}');
    await writeOutput(output(folder, files));
    await writeOutput(output(folder, {}));
    expect(tree(folder)).toEqual({
      '.eslintrc.json': '{}',
      'README.md': 'mine',
      'sdk/package.json': '{"name":"mine"}',
    });
  });
});

describe('a file in the way', () => {
  const blocked = async (folder: string): Promise<string> => {
    const before = existsSync(folder) && statSync(folder).isDirectory() ? tree(folder) : null;
    const error = await writeOutput(output(folder, files)).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ name: 'OutputError', code: 'OUTPUT_BLOCKED' });
    await expect(compareOutput(output(folder, files))).rejects.toThrow((error as Error).message);
    if (before) expect(tree(folder)).toEqual(before);
    return (error as Error).message.replaceAll(folder, 'OUT');
  };
  const advice = 'Nothing was written: move it away, or choose another folder with --output.';

  test('is an error that names it, before anything is written', async () => {
    const folder = emptyFolder();
    put(folder, 'a.ts', 'export const mine = 1;\n');
    put(folder, 'b.json', '{"mine":true}');
    expect(await blocked(folder)).toBe(
      `OUT/a.ts is a file that svc did not write; OUT/b.json is a file that svc did not write. ${advice}`,
    );
  });

  test('is none when it is what would be written', async () => {
    const folder = emptyFolder();
    put(folder, 'a.ts', '// a\n');
    expect(await writeOutput(output(folder, files))).toMatchObject({ unchanged: 1, restored: [] });
  });

  test.each([
    ['a folder', 'a.ts', (path: string) => mkdirSync(path)],
    ['a symbolic link', 'a.ts', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a symbolic link', 'routes', (path: string) => symlinkSync(import.meta.dirname, path)],
    ['a file', 'routes', (path: string) => writeFileSync(path, 'mine')],
    ['a symbolic link', '.manifest.json', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a folder', '.manifest.json', (path: string) => mkdirSync(path)],
    ['no manifest of svc', '.manifest.json', (path: string) => writeFileSync(path, '{"index.html":{}}')],
  ])('may be %s at %s', async (what, path, make) => {
    const folder = emptyFolder();
    mkdirSync(folder);
    make(join(folder, path));
    expect(await blocked(folder)).toBe(`OUT/${path} is ${what}. ${advice}`);
  });

  test('may be the output folder itself', async () => {
    const folder = emptyFolder();
    writeFileSync(folder, 'mine');
    expect(await blocked(folder)).toBe(`OUT is a file. ${advice}`);
    expect(readFileSync(folder, 'utf8')).toBe('mine');
  });

  test('may be a part of the path to the output folder', async () => {
    const folder = emptyFolder();
    writeFileSync(folder, 'mine');
    await expect(writeOutput(output(join(folder, 'deep/generated'), files))).rejects.toThrow(
      /cannot be written: a part of its path is a file\.$/,
    );
  });

  test('an output folder that is a link of the user is followed', async () => {
    const folder = emptyFolder();
    mkdirSync(`${folder}-real`);
    symlinkSync(`${folder}-real`, folder);
    await writeOutput(output(folder, files));
    expect(tree(`${folder}-real`)).toEqual(files);
  });
});

describe('the manifest', () => {
  test('that is lost or in conflict does not block files with the header', async () => {
    const folder = emptyFolder();
    const own = { 'a.ts': '// Generated by svc 1.0.0 from svc.config.ts\nexport {};\n' };
    await writeOutput(output(folder, own));
    rmSync(join(folder, '.manifest.json'));
    put(folder, 'a.ts', '// Generated by svc 0.9.0 from svc.config.ts\n');
    expect(await writeOutput(output(folder, own))).toMatchObject({ written: ['a.ts'], restored: ['a.ts'] });
    const text = readFileSync(join(folder, '.manifest.json'), 'utf8');
    put(folder, '.manifest.json', `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`);
    expect(await writeOutput(output(folder, own))).toMatchObject({ written: [], unchanged: 1 });
    expect(readFileSync(join(folder, '.manifest.json'), 'utf8')).toBe(text);
  });

  test('of a foreign project cannot make svc remove files outside', async () => {
    const folder = emptyFolder();
    const outside = join(dirname(folder), 'precious');
    writeFileSync(outside, 'mine');
    mkdirSync(join(dirname(folder), 'linked'));
    writeFileSync(join(dirname(folder), 'linked/precious'), 'mine');
    mkdirSync(folder);
    symlinkSync('../linked', join(folder, 'linked'));
    const paths = [
      '../precious',
      outside,
      'x/../../precious',
      '..\\precious',
      'C:/precious',
      'linked/precious',
      '',
      '.',
    ];
    const hashes = Object.fromEntries(paths.map((path) => [path, 'x']));
    put(
      folder,
      '.manifest.json',
      manifestText({
        svc: '1',
        contract: 'c',
        input: 'i',
        files: hashes,
        comments: { sourcesHash: '', docs: {} },
      }),
    );
    expect(await writeOutput(output(folder, files))).toMatchObject({ removed: [] });
    expect([
      readFileSync(outside, 'utf8'),
      readFileSync(join(dirname(folder), 'linked/precious'), 'utf8'),
    ]).toEqual(['mine', 'mine']);
  });

  test.each(['', 'null', '[]', '{}', '{"svc":1,"contract":"c"}', '{"files":{}}'])('is not %j', (text) => {
    expect(parseManifest(text)).toBe(null);
  });

  test('survives parts that are not what they should be', () => {
    expect(parseManifest('{"svc":"1","contract":"c","files":[1],"comments":{"sourcesHash":1}}')).toEqual({
      svc: '1',
      contract: 'c',
      input: '',
      files: {},
      writing: {},
      comments: { sourcesHash: '', docs: {} },
    });
  });
});

describe('comparing', () => {
  test('writes nothing and names what is out of date', async () => {
    const folder = emptyFolder();
    expect(await compareOutput(output(folder, { 'a.ts': '1' }))).toEqual({ stale: ['a.ts'], unchanged: 0 });
    expect(existsSync(folder)).toBe(false);
    await writeOutput(output(folder, { ...files, 'old.ts': 'x' }));
    expect(await compareOutput(output(folder, { ...files, 'old.ts': 'x' }))).toEqual({
      stale: [],
      unchanged: 5,
    });
    put(folder, 'b.json', 'edited');
    const before = tree(folder);
    expect(await compareOutput(output(folder, { ...files, 'new.ts': 'x' }))).toEqual({
      stale: ['b.json', 'new.ts', 'old.ts'],
      unchanged: 3,
    });
    expect(tree(folder)).toEqual(before);
  });
});

describe('runs that meet or are cut short', () => {
  test('two at once leave what one of them writes', async () => {
    const folder = emptyFolder();
    const many = (text: string): Output =>
      output(folder, Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.ts`, text])));
    await Promise.all(['x', 'y', 'x', 'y'].map((text) => writeOutput(many(text))));
    expect(new Set(Object.values(tree(folder))).size).toBe(1);
    const [text] = Object.values(tree(folder));
    expect(await compareOutput(many(text ?? ''))).toEqual({ stale: [], unchanged: 40 });
  });

  test('after an interruption the next run goes on without taking its own files for edited ones', async () => {
    const folder = emptyFolder();
    await writeOutput(output(folder, { 'a.json': '1', 'b.json': '1', 'c.json': '1' }));
    // State after a run that was killed between its first and its second file.
    const manifest = parseManifest(readFileSync(join(folder, '.manifest.json'), 'utf8'));
    if (manifest === null || manifest === 'damaged') throw new Error('There is no manifest.');
    const { files: hashes } = manifest;
    put(
      folder,
      '.manifest.json',
      manifestText({ ...manifest, writing: { 'a.json': contentHash('2'), 'd.json': contentHash('2') } }),
    );
    put(folder, 'a.json', '2');
    put(folder, 'd.json', '2');
    expect(Object.keys(hashes)).toEqual(['a.json', 'b.json', 'c.json']);
    expect(await writeOutput(output(folder, { 'a.json': '3', 'b.json': '3', 'd.json': '3' }))).toEqual({
      written: ['a.json', 'b.json', 'd.json'],
      restored: [],
      removed: ['c.json'],
      unchanged: 0,
    });
    expect(JSON.parse(readFileSync(join(folder, '.manifest.json'), 'utf8'))).not.toHaveProperty('writing');
  });

  test('what a killed run left half written is swept up by the next one that writes', async () => {
    const folder = emptyFolder();
    put(folder, 'routes/.index.ts.01234567-89ab-cdef-0123-456789abcdef.tmp', '// half');
    put(folder, 'routes/.mine.tmp', 'mine');
    await writeOutput(output(folder, files));
    expect(tree(folder)).toEqual({ ...files, 'routes/.mine.tmp': 'mine' });
  });

  test('a lock of a process that is gone does not hold', async () => {
    const folder = emptyFolder();
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    put(folder, '.manifest.lock', String(child.pid));
    await writeOutput(output(folder, files));
    expect(tree(folder)).toEqual(files);
  });

  test('a lock of a living process is waited for', async () => {
    const folder = emptyFolder();
    put(folder, '.manifest.lock', String(process.pid));
    const writing = writeOutput(output(folder, files));
    setTimeout(() => rmSync(join(folder, '.manifest.lock')), 100);
    expect(await writing).toMatchObject({ unchanged: 0 });
    expect(tree(folder)).toEqual(files);
  });
});
