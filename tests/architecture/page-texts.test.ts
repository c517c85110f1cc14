/** Texts of the server's own pages: the compiler knows what German lacks, this test what it has too much. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { germanTexts } from '../../runtime/http/pages/language/german.js';
import { root, sourceFiles } from './sources.js';

test('every German text of the pages translates one that they show', () => {
  const pages = sourceFiles().filter((file) => /^runtime\/http\/pages\/[\w-]+\.ts$/.test(file));
  const all = pages.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(pages.length).toBeGreaterThan(10);
  expect(Object.keys(germanTexts).filter((text) => !all.includes(`'${text}'`))).toEqual([]);
});
