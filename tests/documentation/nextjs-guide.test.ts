/**
 * The files in docs/nextjs.md are those of examples/magazine, which `npm run test:frameworks` builds and
 * runs. Its article has more than the one of the guide.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { namedFiles } from './code-blocks.js';

const files = Object.entries(namedFiles('docs/nextjs.md')).filter(
  ([name]) => !name.startsWith('src/') && name !== 'app/routes/home.tsx',
);
const article = 'app/posts/[slug]/page.tsx';

test('the guide has the files of the example', () => {
  expect(files.map(([name]) => name)).toContain(article);
  expect(files.length).toBeGreaterThan(4);
});

test.each(files.filter(([name]) => name !== article))('%s is that of the example', (name, code) => {
  const text = readFileSync(join(packageRoot, 'examples/magazine', name), 'utf8');
  expect(code).toBe(`// ${name}\n${text}`);
});
