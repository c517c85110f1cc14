// Writes the generated files of fixtures into their expected/ folders: of the named fixtures, else of all
// that have one; without the SDK's fixed part, which is the same for all (fixture-core.js). Read the
// difference before you commit it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const fixtures = join(root, 'fixtures');
const hasExpected = (name) => existsSync(join(fixtures, name, 'expected'));
const named = process.argv.slice(2);

const build = spawnSync(process.execPath, [join(root, 'scripts/build.js')], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
const { emit } = await import('../dist/generator/generate.js');

for (const name of named.length > 0 ? named : readdirSync(fixtures).filter(hasExpected)) {
  const expected = join(fixtures, name, 'expected');
  const emitted = await emit({ cwd: join(fixtures, name), output: 'generated' });
  // The file next to the config is kept with the others: programs of tests have several configs.
  const files = emitted
    .filter(({ path }) => !path.startsWith('sdk/core/'))
    .map(({ path, content }) => ({ path: path.replace('../', ''), content }));
  const paths = new Set(files.map(({ path }) => join(expected, path)));
  const before = existsSync(expected) ? readdirSync(expected, { recursive: true, withFileTypes: true }) : [];
  const old = before.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const core = join(expected, 'sdk/core');
  const stale = old.filter((path) => !paths.has(path) && !path.startsWith(core));
  for (const path of stale) rmSync(path);
  const changed = files.filter(({ path, content }) => {
    const target = join(expected, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === content) return false;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    return true;
  });
  console.log(`${name}: ${changed.length} of ${files.length} files written, ${stale.length} removed`);
}
spawnSync(process.execPath, [join(root, 'scripts/fixture-core.js'), '--built'], { stdio: 'inherit' });
