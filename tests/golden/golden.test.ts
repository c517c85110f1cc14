import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emit } from '../../generator/generate.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const names = readdirSync(fixtures).filter((name) => existsSync(join(fixtures, name, 'expected')));

/** The same for every config: `generator/emit/sdk.test.ts` compares it with its sources. */
const core = 'sdk/core/';

function expectedFiles(name: string): ReadonlyMap<string, string> {
  const folder = join(fixtures, name, 'expected');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  );
  const own = paths.filter((path) => !path.startsWith(core)).sort();
  return new Map(own.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** `node scripts/update-fixtures.js` writes `expected/`: run it, and read the diff before you commit it. */
describe.each(names)('the fixture %s', (name) => {
  test('generates what its expected/ holds', async () => {
    const emitted = await emit({ cwd: join(fixtures, name), output: 'generated' });
    // The file next to the config is kept with the others: programs of tests have several configs.
    const files = emitted
      .filter(({ path }) => !path.startsWith(core))
      .map(({ path, content }) => ({ path: path.replace('../', ''), content }))
      .sort((left, right) => (left.path < right.path ? -1 : 1));
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
