import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../tests/support/emitted.js';
import { type Watcher, watchAndGenerate } from './watch.js';

const config = (slug: string): string => `import { defineConfig } from 'svc';
import { body } from './fields/body.js';
export default defineConfig({ collections: [{ slug: '${slug}', fields: [body] }] });
`;
const body = (name: string): string =>
  `export const body = { name: '${name}', type: 'textarea' } as const;\n`;

interface Watched {
  readonly folder: string;
  readonly watcher: Watcher;
  put(path: string, text: string): void;
  /** Result of the next run: the written files, or the error. */
  next(): Promise<readonly string[] | Error>;
  /** Number of finished runs that `next` has not returned yet. */
  readonly pending: () => number;
}

function watched(files: Readonly<Record<string, string>>): Watched {
  const folder = scratchFolder();
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const results: (readonly string[] | Error)[] = [];
  let wake = (): void => {};
  const add = (result: readonly string[] | Error): void => {
    results.push(result);
    wake();
  };
  const watcher = watchAndGenerate({
    cwd: folder,
    onGenerated: ({ written }) => add(written.map((path) => relative(folder, path)).sort()),
    onError: (error) => add(error as Error),
  });
  onTestFinished(async () => await watcher.close());
  return {
    folder,
    watcher,
    put,
    pending: () => results.length,
    async next() {
      while (results.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const result = results.shift();
      if (!result) throw new Error('There is no result.');
      return result;
    },
  };
}

test('generates at once, and again when the config or a file that it imports changes', async () => {
  const { folder, watcher, put, next } = watched({
    'svc.config.ts': config('posts'),
    'fields/body.ts': body('text'),
  });
  await watcher.ready;
  expect(await next()).toContain('generated/routes/posts.ts');
  put('svc.config.ts', config('pages'));
  expect(await next()).toContain('generated/routes/pages.ts');
  put('fields/body.ts', body('content'));
  expect(await next()).toContain('generated/sdk/validators.js');
  expect(readFileSync(join(folder, 'generated/sdk/validators.js'), 'utf8')).toContain('content: text()');
});

test('sees a file that an editor replaces, and one that is imported only now', async () => {
  const { folder, put, next } = watched({ 'svc.config.ts': config('posts'), 'fields/body.ts': body('text') });
  await next();
  put('other/body.ts.new', body('moved'));
  renameSync(join(folder, 'other/body.ts.new'), join(folder, 'other/body.ts'));
  put('svc.config.ts', config('posts').replace('./fields/', './other/'));
  expect(await next()).toContain('generated/sdk/validators.js');
  put('other/.body.ts.swp', body('again'));
  renameSync(join(folder, 'other/.body.ts.swp'), join(folder, 'other/body.ts'));
  expect(await next()).toContain('generated/sdk/validators.js');
  expect(readFileSync(join(folder, 'generated/sdk/validators.js'), 'utf8')).toContain('again: text()');
});

test('a broken config is told, and watching goes on', async () => {
  const { folder, put, next } = watched({ 'svc.config.ts': config('posts'), 'fields/body.ts': body('text') });
  await next();
  put('fields/body.ts', 'export const body = ((');
  expect(await next()).toBeInstanceOf(Error);
  put('fields/body.ts', body('mended'));
  expect(await next()).toContain('generated/sdk/validators.js');
  rmSync(join(folder, 'svc.config.ts'));
  expect(await next()).toBeInstanceOf(Error);
  put('svc.config.ts', config('back'));
  expect(await next()).toContain('generated/routes/back.ts');
});

test('starts on a broken config, or without one', async () => {
  const { put, next } = watched({ 'fields/body.ts': body('text') });
  expect(await next()).toMatchObject({ name: 'ConfigError' });
  put('svc.config.ts', 'export default ((');
  expect(await next()).toBeInstanceOf(Error);
  put('svc.config.ts', config('posts'));
  expect(await next()).toContain('generated/routes/posts.ts');
});

test('many changes at once are one run, and other files none', async () => {
  const { put, next, pending } = watched({
    'svc.config.ts': config('posts'),
    'fields/body.ts': body('text'),
  });
  await next();
  put('notes.md', 'x');
  put('fields/unused.ts', 'x');
  for (let index = 0; index < 20; index += 1) put('fields/body.ts', body(`text${index}`));
  expect(await next()).toContain('generated/sdk/validators.js');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(pending()).toBe(0);
});

test('nothing runs after it is closed', async () => {
  const { watcher, put, next, pending } = watched({
    'svc.config.ts': config('posts'),
    'fields/body.ts': body('text'),
  });
  await next();
  await watcher.close();
  put('svc.config.ts', config('pages'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(pending()).toBe(0);
});
