import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { type CommandResult, run, type TemporaryFolder, writeFiles } from '../support/svc-command.js';
import {
  compilerBinary,
  compilers,
  folderWithInstalledPackage,
  folderWithPackage,
  reallyInstalls,
} from './packed-package.js';

/** A user's program on the first day: calls, and a type that follows `select` and `depth`. */
const program = `
import { createClient } from './generated/sdk/index.js';

const client = createClient({ baseUrl: process.argv[2] ?? '' });
await client.auth.login({ email: 'ada@example.com', password: 'Violet-Tram-7-Lantern' });
const ada = await client.authors.create({ name: 'Ada' });
const post = await client.posts.create({ title: 'Hello World', author: ada.id, category: 'guide' });
const { docs, totalDocs } = await client.posts.find({
  where: { 'author.name': { contains: 'ad' }, category: { in: ['guide'] } },
  sort: 'createdAt_desc',
  select: ['title', 'author'],
  depth: 1,
});
const name: string | undefined = docs[0]?.author?.name;
const site = await client.globals.site.update({ tagline: 'Hi' });
// @ts-expect-error body was not selected
const body: unknown = docs[0]?.body;
console.log(JSON.stringify({ slug: post.slug, totalDocs, name, body: body ?? null, title: site.title, tagline: site.tagline }));
`;

let folder: TemporaryFolder;
let app: string;

/**
 * After a real installation, runs the command with `npx`; otherwise runs the file that the command links to.
 */
async function npx(args: readonly string[], cwd: string): Promise<CommandResult> {
  if (!reallyInstalls) {
    return await run(process.execPath, [join(folder.path, 'node_modules/svc/dist/bin/svc.js'), ...args], {
      cwd,
    });
  }
  const result = await run('npx', ['svc', ...args], { cwd });
  // Removes npm's warnings about the machine's settings, which do not come from the command.
  return { ...result, stderr: result.stderr.replace(/^npm (warn|notice) .*\n/gm, '') };
}

beforeAll(async () => {
  if (!reallyInstalls) {
    process.stdout.write(
      'The packed package is laid out, not installed; SVC_TEST_INSTALL=1 installs it with npm (minutes).\n',
    );
  }
  folder = await (reallyInstalls ? folderWithInstalledPackage() : folderWithPackage());
  app = join(folder.path, 'app');
}, 900_000);
afterAll(() => folder?.[Symbol.dispose]());

describe('a new project from the packed package', { timeout: 300_000 }, () => {
  test('svc init, generate and build make a server', async () => {
    expect(await npx(['init', 'app'], folder.path)).toMatchObject({ code: 0, stderr: '' });
    expect(await npx(['generate'], app)).toMatchObject({ code: 0, stderr: '' });
    expect(await npx(['generate', '--check'], app)).toMatchObject({ code: 0, stderr: '' });
    expect(await npx(['build'], app)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(app, 'dist')).sort()).toEqual([
      '.svc-build.json',
      'admin.json',
      'openapi.json',
      'package.json',
      'server.js',
      'server.js.map',
      'svc',
    ]);
  });

  test.each(compilers)('config, generated code and a program compile with %s', async (compiler) => {
    writeFiles(app, { 'program.ts': program });
    const { code, stdout } = await run(
      process.execPath,
      [compilerBinary(compiler), '--skipLibCheck', 'false'],
      { cwd: app },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  test('svc auth bootstrap makes the first administrator', async () => {
    const args = ['auth', 'bootstrap', '-e', 'ada@example.com', '-p', 'Violet-Tram-7-Lantern'];
    expect(await npx([...args, '-r', 'super_admin'], app)).toMatchObject({ code: 0, stderr: '' });
  });

  test('node dist/server.js serves what the SDK calls', async () => {
    writeFiles(app, {
      'tsconfig.program.json': JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { noEmit: false },
        include: ['program.ts'],
      }),
    });
    await run(process.execPath, [compilerBinary('typescript'), '-p', 'tsconfig.program.json'], { cwd: app });
    await using server = await startServer(process.execPath, ['dist/server.js'], { cwd: app });
    const { code, stdout, stderr } = await run(process.execPath, ['program.js', server.url], {
      cwd: app,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      slug: 'hello-world',
      totalDocs: 1,
      name: 'Ada',
      body: null,
      title: 'app',
      tagline: 'Hi',
    });
    expect(existsSync(join(app, '.svc/data.db'))).toBe(true);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('svc doctor finds nothing wrong, but that mail goes nowhere yet', async () => {
    const { code, stdout, stderr } = await npx(['doctor', '--json'], app);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly check: string; readonly status: string }[];
    };
    expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
      { check: 'mail', status: 'warning' },
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  // A Dockerfile needs the lock file and the project's own modules.
  test.runIf(reallyInstalls)(
    'npm install inside the project makes it stand alone (with SVC_TEST_INSTALL=1)',
    async () => {
      expect(await run('npm', ['install'], { cwd: app })).toMatchObject({ code: 0 });
      expect(existsSync(join(app, 'node_modules/svc/dist/bin/svc.js'))).toBe(true);
      expect(await run('npm', ['run', 'typecheck'], { cwd: app })).toMatchObject({ code: 0 });
      expect(await run('npm', ['ci', '--omit=dev', '--dry-run'], { cwd: app })).toMatchObject({ code: 0 });
    },
  );
});
