import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';

const folder = join(packageRoot, 'dist/admin');
const page = readFileSync(join(folder, 'index.html'), 'utf8');

/**
 * The code that the page references. It is loaded before the first render, which does not wait for the font:
 * looks.test.ts has its limit.
 */
const first = [...page.matchAll(/(?:src|href)="\/admin\/(assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, name = '']) => name,
);

function gzipped(name: string): number {
  return gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
}

test('the shell is at most 150 kB, compressed', () => {
  expect(first.length).toBeGreaterThan(1);
  const sizes = Object.fromEntries(first.map((name) => [name, gzipped(name)]));
  const total = Object.values(sizes).reduce((sum, size) => sum + size, gzipSync(page).length);
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(150_000);
});

test('the editor for rich text is not part of the shell', () => {
  const texts = first.map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(texts.filter((text) => text.includes('ProseMirror'))).toEqual([]);
});

test('nothing is inline, and every file but the page has a name of its own content', () => {
  expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=|javascript:|data:/i);
  const assets = existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')) : [];
  expect(assets.filter((name) => !/-[\w-]{8}\.(js|css|svg|woff2)(\.(gz|br))?$/.test(name))).toEqual([]);
});
