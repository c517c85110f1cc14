import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emit } from '../../generator/generate.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const names = readdirSync(fixtures).filter((name) => existsSync(join(fixtures, name, 'expected')));

function expectedFiles(name: string): ReadonlyMap<string, string> {
  const folder = join(fixtures, name, 'expected');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  );
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** `expected/` is kept by `node scripts/update-fixtures.js`: run it, and read the difference before you commit it. */
describe.each(names)('the fixture %s', (name) => {
  test('generates what its expected/ holds', async () => {
    const files = await emit({ cwd: join(fixtures, name), output: 'generated' });
    const expected = expectedFiles(name);
    expect(files.map(({ path }) => path)).toEqual([...expected.keys()]);
    for (const { path, content } of files) expect(content, path).toBe(expected.get(path));
  });
});

test('every fixture but the computed one has expected output', () => {
  const all = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(names).toEqual(
    all
      .map(({ name }) => name)
      .filter((name) => name !== 'large')
      .sort(),
  );
});
