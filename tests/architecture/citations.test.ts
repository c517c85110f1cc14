/** Files and headings that comments and documents refer to exist in the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.js';

const folders = [
  ...[
    'admin/src',
    'bench',
    'bin',
    'docs',
    'fixtures',
    'generator',
    'runtime',
    'scripts',
    'templates',
    'tests',
  ],
];
const files = [...folders.flatMap(textFiles), 'README.md', 'CONTRIBUTING.md'];
/** Files that users get: they are copied or printed into users' projects. */
const emitted = files.filter((file) => /^templates\/|^fixtures\/[^/]+\/expected\//.test(file));

function textFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js|mjs|md|hbs|css|sh|json)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules') && file !== 'tests/architecture/citations.test.ts');
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/**
 * The anchors of a document: those that GitHub derives from headings, and those set explicitly in the
 * document.
 */
function anchorsOf(document: string): ReadonlySet<string> {
  const text = textOf(document).replace(/^```.*?^```/gms, '');
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const copies = [...Array(100).keys()].map((index) => (index === 0 ? slug : `${slug}-${index}`));
    anchors.add(copies.find((each) => !anchors.has(each)) ?? slug);
  }
  return anchors;
}

const known = new Map<string, ReadonlySet<string>>();

function isThere(document: string, anchor: string | undefined): boolean {
  if (!existsSync(join(root, document))) return false;
  if (anchor === undefined) return true;
  const anchors = known.get(document) ?? anchorsOf(document);
  known.set(document, anchors);
  return anchors.has(anchor);
}

test('every part of the specification that a comment cites exists', () => {
  const cited = files.flatMap((file) =>
    [...textOf(file).matchAll(/docs\/spec\/[\w-]+\.md(?:#([\w-]+))?/g)].map(([path, anchor]) => ({
      path: `${file}: ${path}`,
      isFound: isThere(path.replace(/#.*/, ''), anchor),
    })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ isFound }) => !isFound).map(({ path }) => path)).toEqual([]);
});

test('no comment cites a section by its number, except of a standard', () => {
  const standards = /(RFC|NIST|ASVS|OWASP|ISO|CWE|standard)[^.;]{0,60}$/;
  const found = files
    .filter((file) => /\.(tsx?|js|hbs|css)$/.test(file))
    .flatMap((file) => {
      const text = textOf(file).replace(/\n\s*(\*|\/\/) ?/g, ' ');
      return [...text.matchAll(/\b(?:sections?|amendments?,?|amendment to) \d/gi)]
        .filter(({ index }) => !standards.test(text.slice(0, index)))
        .map(({ index }) => `${file}: ${text.slice(Math.max(0, index - 40), index + 30)}`);
    });
  expect(found).toEqual([]);
});

test('no comment cites the specification without its folder', () => {
  const found = files
    .filter((file) => /\.(tsx?|js|hbs|css)$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/(?<![\w/])(?:contract|auth|service)\.md\b/g)].map(
        ({ index }) => `${file}: ${textOf(file).slice(Math.max(0, index - 30), index + 30)}`,
      ),
    );
  expect(found).toEqual([]);
});

test('what users get cites nothing of this repository', () => {
  expect(emitted.length).toBeGreaterThan(100);
  expect(emitted.filter((file) => textOf(file).includes('docs/spec/'))).toEqual([]);
});

test('every link between documents leads to a file and a heading', () => {
  const documents = files.filter((file) => /^(docs\/.*|README|CONTRIBUTING)\.md$|^docs\/spec\//.test(file));
  const broken = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .map(([, path = '', anchor]) => ({
        path: path === '' ? document : join(dirname(document), path),
        anchor,
      }))
      .filter(({ path, anchor }) => !isThere(path, anchor))
      .map(({ path, anchor }) => `${document} → ${path}${anchor === undefined ? '' : `#${anchor}`}`),
  );
  expect(broken).toEqual([]);
});

test('the glossary has at most 60 rows, and names places that exist', () => {
  const text = textOf('docs/glossary.md');
  expect(text.match(/^\| (?!our word|---)/gm)?.length).toBeLessThanOrEqual(60);
  const places = [...text.matchAll(/`((?:admin|bin|generator|runtime|templates|tests)\/[^`]*)`/g)].map(
    ([, place = '']) => place,
  );
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});
