import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { projectFolder, svc, temporaryFolder, writeFiles } from '../support/svc-command.js';

const config = (title: string): string => `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text', ${title} }] }],
});
`;

test('compares a document with the config, and fails if clients may', { timeout: 60_000 }, async () => {
  using folder = projectFolder({ 'svc.config.ts': config('maxLength: 100') });
  const cwd = folder.path;
  expect((await svc(['generate'], { cwd })).code).toBe(0);
  const same = await svc(['contract', 'diff', 'generated/openapi.json'], { cwd });
  expect(same).toEqual({ code: 0, stdout: 'The contracts are the same.\n', stderr: '' });

  writeFiles(cwd, { 'svc.config.ts': config('maxLength: 50') });
  const narrower = await svc(['contract', 'diff', 'generated/openapi.json'], { cwd });
  expect(narrower.code).toBe(1);
  expect(narrower.stdout).toMatch(
    /^1 breaking change\n {2}PostCreate\.title \(also PostUpdate\) maxLength changed from 100 to 50 \(in \d+ operations: POST \/api\/posts, .*\)\n$/,
  );
  expect(narrower.stderr).toBe('error: breaking changes: 1\n');
  const json = await svc(['contract', 'diff', 'generated/openapi.json', '--json'], { cwd });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ok: false,
    breaking: expect.arrayContaining([
      expect.objectContaining({
        place: 'PostCreate.title',
        operations: expect.arrayContaining(['POST /api/posts']),
      }),
    ]),
  });
});

test('a file that cannot be compared is exit code 2, in one line', async () => {
  using folder = temporaryFolder({ 'broken.json': '{', 'old.yaml': 'openapi: 3.1.0' });
  const error = async (file: string): Promise<string> => {
    const { code, stdout, stderr } = await svc(['contract', 'diff', file, file], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  };
  expect(await error('none.json')).toBe('error: none.json cannot be read: there is no such file\n');
  expect(await error('broken.json')).toBe('error: broken.json is not valid JSON\n');
  expect(await error('old.yaml')).toBe('error: old.yaml is not valid JSON; convert YAML to JSON first\n');
});

test('a large document is equal to itself, and has nothing in common with another', async () => {
  const file = (fixture: string): string => join(packageRoot, `fixtures/${fixture}/expected/openapi.json`);
  const same = await svc(['contract', 'diff', file('website'), file('website')], { cwd: packageRoot });
  expect(same.code).toBe(0);
  const other = await svc(['contract', 'diff', file('website'), file('blog'), '--json'], {
    cwd: packageRoot,
  });
  expect(other.code).toBe(1);
  const { breaking } = JSON.parse(other.stdout) as { readonly breaking: readonly object[] };
  expect(breaking.length).toBeGreaterThan(20);
});
