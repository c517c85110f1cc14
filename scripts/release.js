// `npm run release -- 0.2.0`: makes the working tree that version. It gives the part "Unreleased" of the
// changelog the version and the date, and writes the version into package.json and package-lock.json. It
// commits, tags and publishes nothing. CONTRIBUTING.md has the steps around it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
});
const [version = ''] = positionals;
const path = (name) => join(values.root, name);
const read = (name) => readFileSync(path(name), 'utf8');

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}

function numbersOf(text) {
  return text.split('.').map(Number);
}

function isLater(one, other) {
  const others = numbersOf(other);
  const index = numbersOf(one).findIndex((number, position) => number !== others[position]);
  return index !== -1 && numbersOf(one)[index] > others[index];
}

const manifest = read('package.json');
const before = JSON.parse(manifest).version;
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('name the version: npm run release -- 0.2.0');
if (!isLater(version, before)) fail(`${version} is not later than ${before}.`);

const heading = '## Unreleased\n';
const changelog = read('CHANGELOG.md');
const begin = changelog.indexOf(heading);
if (begin === -1) fail('CHANGELOG.md has no part "## Unreleased".');
const end = changelog.indexOf('\n## ', begin + heading.length);
const part = changelog.slice(begin + heading.length, end === -1 ? undefined : end);
if (!/^- /m.test(part)) fail('CHANGELOG.md has nothing under "## Unreleased".');
// docs/releases.md: what breaks comes with a minor version before 1.0, and with a major one from then on.
const [major, minor] = numbersOf(version);
const [majorBefore, minorBefore] = numbersOf(before);
const isPatch = major === majorBefore && minor === minorBefore;
if (isPatch && /^### (?:Added|Changed|Removed|Deprecated)$/m.test(part))
  fail(`${version} is a patch, and the changelog has more than "Fixed" and "Security".`);

writeFileSync(
  path('CHANGELOG.md'),
  changelog.replace(heading, `${heading}\n## ${version} (${values.date})\n`),
);
writeFileSync(path('package.json'), withVersion(manifest, before));
writeFileSync(path('package-lock.json'), withVersion(read('package-lock.json'), before, 2));
console.log(
  `${before} → ${version}. Read the diff, run .ci/run, and commit it as "Release ${version}" with the tag v${version}.`,
);

/** The first lines with a version are those of the package itself. */
function withVersion(text, old, times = 1) {
  let left = times;
  return text
    .split('\n')
    .map((line) => {
      if (left === 0 || !line.includes(`"version": "${old}"`)) return line;
      left -= 1;
      return line.replace(`"version": "${old}"`, `"version": "${version}"`);
    })
    .join('\n');
}
