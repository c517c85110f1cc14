/** `npm run release`: the changelog and the version of a working tree. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { versionChanges } from '../../bin/upgrade/version-changes.js';
import { packageVersion } from '../../runtime/util/package-root.js';
import { type CommandResult, run, type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';

const root = resolve(import.meta.dirname, '../..');
const text = (part: string): string =>
  `# Changelog\n\n## Unreleased\n\n${part}\n## 0.1.0 (2026-01-01)\n\n- First.\n`;
const lock = {
  name: 'svc',
  version: '0.1.0',
  packages: { '': { name: 'svc', version: '0.1.0' }, 'node_modules/x': { version: '0.1.0' } },
};

function project(part: string): TemporaryFolder {
  return temporaryFolder({
    'CHANGELOG.md': text(part),
    'package.json': '{\n  "name": "svc",\n  "version": "0.1.0"\n}\n',
    'package-lock.json': `${JSON.stringify(lock, null, 2)}\n`,
  });
}

function release(folder: TemporaryFolder, version: string): Promise<CommandResult> {
  const args = ['scripts/release.js', version, '--root', folder.path, '--date', '2026-12-01'];
  return run(process.execPath, args, { cwd: root });
}

test('the unreleased changes get the version and the date, and the package its version', async () => {
  using folder = project('### Added\n\n- More.\n');
  const { code, stderr } = await release(folder, '0.2.0');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const file = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  expect(file('CHANGELOG.md')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- More.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
  );
  expect(JSON.parse(file('package.json'))).toMatchObject({ version: '0.2.0' });
  expect(JSON.parse(file('package-lock.json'))).toEqual({
    name: 'svc',
    version: '0.2.0',
    packages: { '': { name: 'svc', version: '0.2.0' }, 'node_modules/x': { version: '0.1.0' } },
  });
});

test.each([
  ['0.1.0', '### Added\n\n- More.\n', '0.1.0 is not later than 0.1.0.'],
  ['next', '### Added\n\n- More.\n', 'name the version: npm run release -- 0.2.0'],
  ['0.2.0', '', 'CHANGELOG.md has nothing under "## Unreleased".'],
  [
    '0.1.1',
    '### Added\n\n- More.\n',
    '0.1.1 is a patch, and the changelog has more than "Fixed" and "Security".',
  ],
])('%s of %j is refused, and nothing is written', async (version, part, message) => {
  using folder = project(part);
  const { code, stderr } = await release(folder, version);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${message}\n` });
  expect(readFileSync(join(folder.path, 'CHANGELOG.md'), 'utf8')).toBe(text(part));
});

test('a patch may have fixes', async () => {
  using folder = project('### Fixed\n\n- Less.\n');
  expect((await release(folder, '0.1.1')).code).toBe(0);
});

test('the table of changes names this version, an earlier one, or the next minor or major one', () => {
  const [major = 0, minor = 0] = packageVersion.split('.').map(Number);
  const latest = new Set([`${major}.${minor + 1}.0`, `${major + 1}.0.0`]);
  const numbers = (version: string): number =>
    version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  for (const { version } of versionChanges)
    expect(latest.has(version) || numbers(version) <= numbers(packageVersion), version).toBe(true);
});
