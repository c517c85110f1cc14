/** docs/spec/contract.md#package-and-command: what the tests in `tests/cli` do not cover. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { projectFolder, svc } from '../support/svc-command.js';
import { examConfig } from './support/exam-config.js';

const config = `import { defineConfig } from 'svc';
export default defineConfig({ collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] });
`;

describe('exit codes, with one readable line on stderr', () => {
  test.each<[number, readonly string[], RegExp]>([
    [2, ['genrate'], /^error: unknown command 'genrate'; did you mean generate\?$/],
    [2, ['generate', '--wach'], /^error: unknown option '--wach'; did you mean --watch\?$/],
    [2, ['generate', 'more'], /^error: too many arguments/],
    [2, ['generate', '-o'], /^error: option '-o, --output <folder>' argument missing/],
    [2, ['generate', '-o', ''], /^error: option '-o, --output <folder>' argument '' is invalid/],
    [2, ['build', '--config='], /^error: option '-c, --config <file>' argument '' is invalid/],
    [2, ['generate', '--check', '--watch'], /^error: option '--check' cannot be used with option '--watch'/],
    [2, ['auth'], /^error: `svc auth` needs a command/],
    [
      2,
      ['auth', 'bootstrap', '-e', 'a@example.com'],
      /^error: required option '-p, --password <password>' not specified/,
    ],
    [2, ['auth', 'key', 'create'], /^error: required option '--name <name>' not specified/],
    [2, ['help', 'nope'], /^error: unknown command 'nope'/],
    [1, ['generate', '-c', 'missing.ts'], /^missing\.ts: this file does not exist\.$/],
    [1, ['build'], /^svc\.config\.ts: no config found /],
    [1, ['dev'], /^svc\.config\.ts: no config found /],
  ])('%i: svc %j', async (code, args, line) => {
    using folder = projectFolder();
    const result = await svc(args, { cwd: folder.path });
    const lines = result.stderr.trimEnd().split('\n');
    expect({ code: result.code, lines: lines.length, stdout: result.stdout }).toEqual({
      code,
      lines: 1,
      stdout: '',
    });
    expect(lines[0]).toMatch(line);
  });
});

describe('svc generate', () => {
  test('needs no secret and no database, with auth in the config too', async () => {
    using folder = projectFolder({
      'svc.config.ts': config.replace(
        'collections:',
        "auth: { secret: process.env['SVC_SECRET'] }, collections:",
      ),
    });
    expect(await svc(['generate'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder.path).sort()).toEqual([
      'generated',
      'node_modules',
      'package.json',
      'svc-env.d.ts',
      'svc.config.ts',
    ]);
  });

  test('is byte-identical in two folders, and rewrites no file that is unchanged', async () => {
    using one = projectFolder({ 'svc.config.ts': examConfig });
    using other = projectFolder({ 'svc.config.ts': examConfig });
    const files = (folder: string): readonly string[] =>
      readdirSync(join(folder, 'generated'), { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, 'generated', name)).isFile())
        .sort();
    for (const { path } of [one, other]) await svc(['generate'], { cwd: path });
    expect(files(one.path)).toEqual(files(other.path));
    for (const name of files(one.path)) {
      expect({ name, text: readFileSync(join(one.path, 'generated', name), 'utf8') }).toEqual({
        name,
        text: readFileSync(join(other.path, 'generated', name), 'utf8'),
      });
    }
    const times = (): readonly number[] =>
      files(one.path).map((name) => statSync(join(one.path, 'generated', name)).mtimeMs);
    const before = times();
    expect((await svc(['generate'], { cwd: one.path })).code).toBe(0);
    expect(times()).toEqual(before);
  });

  test('never touches a file that it did not write; one in the way of a target is an error naming it', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['generate'], { cwd: folder.path });
    writeFileSync(join(folder.path, 'generated/notes.md'), 'mine');
    using other = projectFolder({ 'svc.config.ts': config, 'generated/server.ts': 'mine' });
    expect((await svc(['generate'], { cwd: folder.path })).code).toBe(0);
    expect(readFileSync(join(folder.path, 'generated/notes.md'), 'utf8')).toBe('mine');
    const refused = await svc(['generate'], { cwd: other.path });
    expect({ code: refused.code, lines: refused.stderr.trim().split('\n').length }).toEqual({
      code: 1,
      lines: 1,
    });
    expect(refused.stderr).toContain('generated/server.ts');
    expect(readFileSync(join(other.path, 'generated/server.ts'), 'utf8')).toBe('mine');
    expect(readdirSync(join(other.path, 'generated'))).toEqual(['server.ts']);
  });
});

describe('the environment wins over the config', () => {
  test('PORT, HOST, SVC_DATABASE_URL and SVC_LOG_LEVEL; without them the config counts', async () => {
    using folder = projectFolder({
      'svc.config.ts': config
        .replace('import { defineConfig }', 'import { defineConfig, sqlite }')
        .replace(
          'collections:',
          "db: sqlite({ path: 'by-config.db' }), server: { port: 1, host: '192.0.2.1' }, collections:",
        ),
    });
    await svc(['build'], { cwd: folder.path });
    {
      const env = { SVC_DATABASE_URL: 'file:by-environment.db', SVC_LOG_LEVEL: 'info' };
      await using server = await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path, env });
      await fetch(`${server.url}/api/posts`);
      expect([
        existsSync(join(folder.path, 'by-environment.db')),
        existsSync(join(folder.path, 'by-config.db')),
      ]).toEqual([true, false]);
    }
    await using server = await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path });
    await fetch(`${server.url}/api/posts`);
    expect(existsSync(join(folder.path, 'by-config.db'))).toBe(true);
  });

  test('every wrong variable is a line of its own, exit code 1, and nothing is shown of secrets', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['build'], { cwd: folder.path });
    const env = {
      PORT: '70000',
      SVC_LOG_LEVEL: 'loud',
      SVC_WORKERS: 'many',
      SVC_DATABASE_URL: 'mysql://root:hunter2@db/x',
    };
    const { code, stderr } = await svc(['start'], { cwd: folder.path, env });
    const lines = stderr.trim().split('\n');
    expect({ code, lines: lines.length }).toEqual({ code: 1, lines: 4 });
    for (const name of Object.keys(env)) expect(lines.some((line) => line.includes(name))).toBe(true);
    expect(stderr).not.toContain('hunter2');
  });
});

test('the default database is .svc/data.db in the folder where the server starts', async () => {
  using folder = projectFolder({ 'svc.config.ts': config });
  await svc(['build'], { cwd: folder.path });
  await using server = await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path });
  await fetch(`${server.url}/api/posts`);
  expect(existsSync(join(folder.path, '.svc/data.db'))).toBe(true);
});
