/** `svc run` and `svc seed`: scripts with the documents of the service. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder, start, svc, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: 'tests of scripts: 32 bytes and some more' },
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text', required: true, unique: true }] }],
});
`;

const report = `import { defineScript } from 'svc';
import { greeting } from './lib/greeting.js';

export default defineScript(async ({ local, log, args }) => {
  const posts = local.as('system').posts;
  const [title = 'none'] = args;
  await posts.create({ title });
  log.info({ title }, 'created');
  console.log(greeting, await posts.count(), JSON.stringify(args));
  if (args.includes('--visitor')) await local.posts.create({ title: 'no' });
  return args.includes('--three') ? 3 : 'text';
});
`;

const files = {
  'svc.config.ts': config,
  'report.ts': report,
  'lib/greeting.ts': "export const greeting = 'hello';\n",
};

async function command(folder: TemporaryFolder, ...args: readonly string[]): ReturnType<typeof svc> {
  // Without it a service on PostgreSQL warns.
  const env = { ...(await databaseOfProject(folder.path)), SVC_BASE_URL: 'http://localhost:3000' };
  return svc(args, { cwd: folder.path, env });
}

describe('svc run', () => {
  test('runs a script with its arguments, and ends with its exit code', async () => {
    using folder = projectFolder(files);
    const first = await command(folder, 'run', 'report.ts', 'one', '--flag', '--', '-c');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('hello 1 ["one","--flag","-c"]');
    expect(first.stdout).toContain('"msg":"created"');
    expect(await command(folder, 'run', 'report.ts', 'two', '--three')).toMatchObject({ code: 3 });
    // Nothing stays of the bundle.
    expect(readdirSync(join(folder.path, '.svc/run'))).toEqual([]);
  });

  test('prints what a script throws, with the issues and its place in the source', async () => {
    using folder = projectFolder(files);
    await command(folder, 'run', 'report.ts', 'one');
    const taken = await command(folder, 'run', 'report.ts', 'one');
    expect(taken.code).toBe(1);
    expect(taken.stderr).toMatch(
      /^error: report\.ts failed: Another document of posts has the same title\.\n {2}title: /,
    );
    expect(taken.stderr).toMatch(/report\.ts:7:/);
    // A script has the rights of a visitor unless it says otherwise.
    const visitor = await command(folder, 'run', 'report.ts', 'two', '--visitor');
    expect(visitor).toMatchObject({ code: 1, stderr: expect.stringContaining('error: report.ts failed: ') });
  });

  test('refuses a file that is no script', async () => {
    using folder = projectFolder({ ...files, 'plain.ts': 'export const x = 1;\n' });
    expect(await command(folder, 'run', 'none.ts')).toMatchObject({
      code: 2,
      stderr: 'error: there is no file none.ts\n',
    });
    expect(await command(folder, 'run', 'plain.ts')).toMatchObject({
      code: 1,
      stderr: 'error: plain.ts has no default export that is a function\n',
    });
  });

  test('ends at SIGINT, with the service closed', async () => {
    const waiting = `import { defineScript } from 'svc';
export default defineScript(async ({ local }) => {
  await local.as('system').posts.create({ title: 'before' });
  console.log('waiting');
  await new Promise(() => setInterval(() => {}, 1000));
});
`;
    using folder = projectFolder({ ...files, 'waiting.ts': waiting });
    const env = await databaseOfProject(folder.path);
    const child = start(
      process.execPath,
      [join(import.meta.dirname, '../../dist/bin/svc.js'), 'run', 'waiting.ts'],
      {
        cwd: folder.path,
        env,
      },
    );
    const code = await new Promise<number | null>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('waiting')) child.kill('SIGINT');
      });
      child.once('exit', resolve);
    });
    expect(code).toBe(130);
    const after = await command(folder, 'run', 'report.ts', 'after');
    expect(after.stdout).toContain('hello 2');
  });

  test('runs with a build whose sources are not there', async () => {
    using folder = projectFolder(files);
    await command(folder, 'build');
    rmSync(join(folder.path, 'svc.config.ts'));
    rmSync(join(folder.path, 'generated'), { recursive: true });
    const { code, stdout, stderr } = await command(folder, 'run', 'report.ts', 'built');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('hello 1 ["built"]');
    expect(existsSync(join(folder.path, 'generated'))).toBe(false);
  });
});

describe('svc seed', () => {
  const seed = (title: string): string => `import { defineScript } from 'svc';
export default defineScript(async ({ local, log }) => {
  await local.as('system').posts.create({ title: '${title}' }, { draft: true });
  if ('${title}' === 'b') console.log('printed');
  log.warn('logged');
});
`;

  test('runs once for an empty database', async () => {
    using folder = projectFolder({ ...files, 'seed.ts': seed('a') });
    const first = await command(folder, 'seed');
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('seed.ts has run.\n') });
    expect(first.stdout).toContain('"msg":"logged"');
    const again = await command(folder, 'seed');
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toMatch(/^seed\.ts has run already, at 2\d{3}-.*Z; --force runs it again\.\n$/);
    writeFileSync(join(folder.path, 'seed.ts'), seed('b'));
    const forced = await command(folder, 'seed', '--force', '--json');
    expect(JSON.parse(forced.stdout)).toEqual({ ok: true, hasRun: true, message: 'seed.ts has run.' });
    expect(forced.stderr).toMatch(/^printed\n.*"msg":"logged"/);
  });

  test('leaves a database with documents alone, also after a run that failed', async () => {
    const failing = seed('a').replace(/\}\);\n$/, "  throw new Error('half');\n});\n");
    using folder = projectFolder({ ...files, 'seed.ts': failing });
    expect(await command(folder, 'seed')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: seed\.ts failed: half\n/),
    });
    expect(await command(folder, 'seed')).toMatchObject({
      code: 1,
      stderr:
        'error: the database has a document, and no complete run of seed.ts is noted in it; --force runs it\n',
    });
    expect(await command(folder, 'seed', 'other.ts')).toMatchObject({ code: 1 });
  });
});
