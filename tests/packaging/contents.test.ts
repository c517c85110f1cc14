import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run, temporaryFolder } from '../support/svc-command.js';
import { packInto, repository } from './packed-package.js';

let files: readonly string[] = [];

beforeAll(async () => {
  using folder = temporaryFolder();
  const { stdout } = await run('tar', ['-tzf', await packInto(folder.path)], { cwd: folder.path });
  files = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
});

test('the package holds compiled code, templates, examples and its papers, and nothing else', () => {
  const tops = [...new Set(files.map((file) => file.split('/')[0]))].sort();
  expect(tops).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'dist',
    'docs',
    'examples',
    'package.json',
    'templates',
  ]);
});

test('no source, test, build record or secret is packed', () => {
  expect(
    files.filter((file) =>
      /\.test\.|\.test-d\.|(^|\/)testing\/|\.tmp$|\.tsbuildinfo$|(^|\/)\.env$/.test(file),
    ),
  ).toEqual([]);
  const compiled = files.filter((file) => file.startsWith('dist/') && !file.startsWith('dist/admin/'));
  const isCode = (file: string): boolean =>
    /\.(js|d\.ts)$/.test(file) || /^dist\/templates\/.*\.js\.map$/.test(file);
  expect(compiled.filter((file) => !isCode(file))).toEqual([]);
});

test('every file that package.json names is there', () => {
  const { bin, exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  const named = [bin, ...Object.values(exports)].flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  );
  expect(named.map((path) => path.replace(/^\.\//, '')).filter((path) => !files.includes(path))).toEqual([]);
});

test('every page that the README links to is packed', () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => String(link));
  const pages = links.filter((link) => !link.includes('://'));
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((page) => !files.includes(page))).toEqual([]);
});

test('the templates of a new project and of the SDK are packed', () => {
  expect(files).toEqual(expect.arrayContaining(['templates/init/env.hbs', 'templates/init/gitignore.hbs']));
  expect(files.filter((file) => file.startsWith('templates/sdk/')).length).toBeGreaterThan(3);
  const compiled = ['sdk/index.js', 'sdk/index.d.ts', 'sdk/auth/connect.js.map', 'validators/rules.js'];
  expect(files).toEqual(expect.arrayContaining(compiled.map((path) => `dist/templates/${path}`)));
});

test('the dashboard is packed as it is served: with hashes in its names, compressed, and without sources', () => {
  const dashboard = files.filter((file) => file.startsWith('dist/admin/')).map((file) => file.slice(11));
  const whole = dashboard.filter((file) => !/\.(br|gz)$/.test(file));
  expect(whole).toContain('index.html');
  const isServed = (file: string): boolean =>
    /^(index\.html|favicon\.svg|licenses\.json|geist-license\.txt|assets\/[\w.-]+-[\w-]{8}\.(js|css|svg|woff2))$/.test(
      file,
    );
  expect(whole.filter((file) => !isServed(file))).toEqual([]);
  const compressed = dashboard.filter((file) => /\.(br|gz)$/.test(file));
  expect(compressed.length).toBeGreaterThan(2);
  expect(compressed.filter((file) => !whole.includes(file.replace(/\.(br|gz)$/, '')))).toEqual([]);
});
