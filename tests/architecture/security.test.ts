import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './sources.js';

test('every place and every test that docs/security.md names is there', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/(?:[\w.-]+\.ts)?)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(
    (path) => !existsSync(join(root, path)) && !existsSync(join(root, 'runtime', path)),
  );
  expect(missing).toEqual([]);
});

/** OWASP ASVS 5, 1.2.5 and 1.3.2: nothing that somebody sent is ever run. */
test('the runtime runs no text and starts no program', () => {
  const runs = /\beval\(|new Function\(|node:child_process|node:vm\b/;
  const found = sourceFiles()
    .filter((file) => file.startsWith('runtime/'))
    .filter((file) => runs.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
