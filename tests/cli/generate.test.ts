import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCommand } from '../support/server-process.js';
import { projectFolder, svc, svcBinary, temporaryFolder } from '../support/svc-command.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [{ name: 'title', type: 'text', required: true }],
    },
  ],
});
`;
const brokenConfig = config.replace('required: true', "requird: true, maxLength: 'x'");

describe('svc generate', () => {
  test('writes everything and says so; a second run finds nothing to do', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const first = await svc(['generate'], { cwd: folder.path });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^\+ svc-env\.d\.ts\n\+ generated\/ \(\d+ files\)\n\+ generated\/routes\/ \(2 files\)\n\+ generated\/sdk\/ \(\d+ files\)\nWrote generated\/ from svc\.config\.ts: \d+ written, 0 unchanged \(.+s\)\n$/,
    );
    const second = await svc(['generate'], { cwd: folder.path });
    expect(second.stdout).toMatch(/^generated\/ is up to date: \d+ files \(.+s\)\n$/);
  });

  test('names each of many files with --verbose, and those that were edited always', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { stdout } = await svc(['generate', '--verbose'], { cwd: folder.path });
    const names = stdout.split('\n').filter((line) => line.startsWith('+ '));
    expect(names.length).toBeGreaterThan(20);
    expect(names).toContain('+ generated/server.ts');
    for (const name of names) {
      if (name.endsWith('.ts')) writeFileSync(join(folder.path, name.slice(2)), '// mine');
    }
    const stale = await svc(['generate', '--check'], { cwd: folder.path });
    expect(stale.stderr).toMatch(/^generated\/sdk\/ \(\d+ files\) is out of date$/m);
    const all = await svc(['generate', '--check', '--verbose'], { cwd: folder.path });
    expect(all.stderr).toContain('generated/routes/posts.ts is out of date\n');
    const again = await svc(['generate'], { cwd: folder.path });
    expect(again.stdout).toContain('~ generated/server.ts was edited by hand, and is restored\n');
  });

  test('restores a file that was edited, removes one that it no longer needs, and names both', async () => {
    using folder = projectFolder({ 'svc.config.ts': config.replace("slug: 'posts'", "slug: 'pages'") });
    await svc(['generate'], { cwd: folder.path });
    writeFileSync(join(folder.path, 'svc.config.ts'), config);
    writeFileSync(join(folder.path, 'generated/server.ts'), '// mine');
    const { code, stdout } = await svc(['generate'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain('~ generated/server.ts was edited by hand, and is restored\n');
    expect(stdout).toContain('- generated/routes/pages.ts\n');
    expect(stdout).toContain('+ generated/routes/posts.ts\n');
  });

  test('takes another config and another folder', async () => {
    using folder = projectFolder({ 'site/my.config.ts': config });
    const { code } = await svc(['generate', '-c', 'site/my.config.ts', '-o', 'src/api'], {
      cwd: folder.path,
    });
    expect(code).toBe(0);
    expect(existsSync(join(folder.path, 'src/api/server.ts'))).toBe(true);
    expect(existsSync(join(folder.path, 'site/generated'))).toBe(false);
  });

  test('--json prints what was done as one line', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { stdout, stderr } = await svc(['generate', '--json'], { cwd: folder.path });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toHaveLength(2);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      config: 'svc.config.ts',
      output: 'generated',
      written: expect.arrayContaining(['generated/server.ts']),
      removed: [],
      restored: [],
      unchanged: 0,
    });
  });

  test('a variable of .env is there when the config is run', async () => {
    using folder = projectFolder({
      'svc.config.ts': config.replace("slug: 'posts'", "slug: process.env['SLUG'] ?? 'none'"),
      '.env': 'SLUG=pages\n',
    });
    await svc(['generate'], { cwd: folder.path });
    expect(existsSync(join(folder.path, 'generated/routes/pages.ts'))).toBe(true);
    await svc(['generate'], { cwd: folder.path, env: { SLUG: 'notes' } });
    expect(existsSync(join(folder.path, 'generated/routes/notes.ts'))).toBe(true);
  });
});

describe('svc generate --check', () => {
  test('passes where all is up to date', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['generate'], { cwd: folder.path });
    expect(await svc(['generate', '--check'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
  });

  test('names each stale file, exits with 1 and writes nothing', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['generate'], { cwd: folder.path });
    rmSync(join(folder.path, 'generated/server.ts'));
    writeFileSync(join(folder.path, 'generated/openapi.json'), '{}');
    const { code, stdout, stderr } = await svc(['generate', '--check'], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n').sort()).toEqual([
      'error: 2 generated files out of date: run `svc generate`.',
      'generated/openapi.json is out of date',
      'generated/server.ts is out of date',
    ]);
    expect(existsSync(join(folder.path, 'generated/server.ts'))).toBe(false);
    expect(readFileSync(join(folder.path, 'generated/openapi.json'), 'utf8')).toBe('{}');
  });

  test('--json names them too', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { code, stdout } = await svc(['generate', '--check', '--json'], { cwd: folder.path });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      stale: expect.arrayContaining(['generated/server.ts']),
    });
  });
});

describe('a config that cannot be used', () => {
  test('is a line for each fault with file, line, path and near-miss; nothing is written', async () => {
    using folder = projectFolder({ 'svc.config.ts': brokenConfig });
    const { code, stdout, stderr } = await svc(['generate'], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatch(/^svc\.config\.ts:7 collections\.posts\.fields\.title\S*: /);
    expect(stderr).toContain('Did you mean "required"?');
    expect(existsSync(join(folder.path, 'generated'))).toBe(false);
  });

  test('is a list of issues with --json', async () => {
    using folder = projectFolder({ 'svc.config.ts': brokenConfig });
    const { code, stdout } = await svc(['generate', '--json'], { cwd: folder.path });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      issues: [{ file: 'svc.config.ts', line: 7 }, { line: 7 }],
    });
  });

  test.each(['generate', 'dev', 'build', 'start', 'doctor'])(
    'that is missing is one line with what to do (svc %s)',
    async (command) => {
      using folder = temporaryFolder();
      const { code, stdout, stderr } = await svc([command], { cwd: folder.path });
      expect(code).toBe(1);
      const said = command === 'doctor' ? stdout : stderr;
      expect(said).toMatch(/svc\.config\.ts: no config found .+\. Run "svc init"/);
    },
  );

  test.each([
    ['a syntax error', 'export default {'],
    ['a throw', "throw new Error('no\\nsecret');"],
    ['no default export', 'export const a = 1;'],
    ['an import that is missing', "import './gone.js'; export default {};"],
    ['a package that is missing', "import 'not-installed'; export default {};"],
  ])('with %s is one readable line and no stack', async (_what, text) => {
    using folder = projectFolder({ 'svc.config.ts': text });
    const { code, stdout, stderr } = await svc(['generate'], { cwd: folder.path });
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
      code: 1,
      stdout: '',
      lines: 1,
    });
    expect(stderr).toContain('svc.config.ts');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('has its stack with SVC_DEBUG', async () => {
    using folder = projectFolder({ 'svc.config.ts': "throw new Error('no');" });
    const { stderr } = await svc(['generate'], { cwd: folder.path, env: { SVC_DEBUG: '1' } });
    expect(stderr).toMatch(/\n\s+at /);
  });
});

describe('svc generate --watch', () => {
  test('follows the config, reports a broken one, and ends cleanly', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const file = join(folder.path, 'svc.config.ts');
    await using command = startCommand(process.execPath, [svcBinary, 'generate', '--watch'], {
      cwd: folder.path,
    });
    await command.seen(/Wrote generated\//);
    writeFileSync(file, brokenConfig);
    await command.seen(/svc\.config\.ts:7 collections\.posts/);
    writeFileSync(file, config.replace("slug: 'posts'", "slug: 'pages'"));
    await command.seen(/\+ generated\/routes\/pages\.ts/);
    expect(await command.end('SIGINT')).toBe(0);
  });
});
