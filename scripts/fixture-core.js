// Copies the SDK's fixed part next to the expected files of each fixture: programs and types of tests import
// the whole client from there. The copies are the same everywhere, so git ignores them. An up-to-date file is
// not written: another process may be reading it. `--built` copies the output of the last build.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSdk } from './compile-sdk.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = join(root, 'fixtures');

if (process.argv.includes('--built')) layIntoAll(join(root, 'dist/templates/sdk'));
else {
  const compiled = mkdtempSync(join(tmpdir(), 'svc-fixtures-'));
  if (!compileSdk(compiled)) process.exitCode = 1;
  layIntoAll(join(compiled, 'sdk'));
  rmSync(compiled, { recursive: true, force: true });
}

function layIntoAll(source) {
  for (const name of readdirSync(fixtures)) {
    const sdk = join(fixtures, name, 'expected/sdk');
    if (existsSync(sdk)) layInto(join(sdk, 'core'), source);
  }
}

function layInto(folder, source) {
  const sources = filesIn(source);
  for (const path of filesIn(folder)) if (!sources.includes(path)) rmSync(join(folder, path));
  for (const path of sources) {
    const content = readFileSync(join(source, path));
    const target = join(folder, path);
    if (existsSync(target) && content.equals(readFileSync(target))) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
