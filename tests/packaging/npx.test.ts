/** `npx ./svc-0.1.0.tgz init my-app`: a single installation in total. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, type TemporaryFolder, temporaryFolder, writeFiles } from '../support/svc-command.js';
import { layOut, packInto, reallyInstalls } from './packed-package.js';

const driver = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string }>>;
}

function lockOf(app: string, path: string): Lock {
  return JSON.parse(readFileSync(join(app, path), 'utf8')) as Lock;
}

/** Prepares the files that npx leaves in its cache, and an npm that records how it was called. */
async function runAsNpx({ path }: TemporaryFolder, args: readonly string[]) {
  const cache = join(path, 'cache/_npx/0123456789abcdef');
  mkdirSync(cache, { recursive: true });
  const tarball = await packInto(path);
  await layOut(cache, tarball);
  const svc = { version: '0.1.0', resolved: 'file:../../../svc-0.1.0.tgz', integrity: 'sha512-svc' };
  writeFiles(cache, {
    'package.json': JSON.stringify({ dependencies: { svc: 'file:../../../svc-0.1.0.tgz' } }),
    'node_modules/.package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: {
        'node_modules/svc': svc,
        'node_modules/zod': { version: '4.0.0', integrity: 'sha512-zod' },
      },
    }),
  });
  writeFileSync(
    join(path, 'npm.js'),
    "console.log('npm was called:', process.cwd(), process.argv.slice(2).join(' '), process.env.npm_config_package);",
  );
  return await run(process.execPath, [join(cache, 'node_modules/svc/dist/bin/svc.js'), ...args], {
    cwd: path,
    env: { npm_execpath: join(path, 'npm.js'), npm_config_package: './svc-0.1.0.tgz' },
  });
}

test('a project that npx makes takes its packages, and is installed', { timeout: 120_000 }, async () => {
  using folder = temporaryFolder();
  const { code, stdout, stderr } = await runAsNpx(folder, ['init', 'my-app']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Copying the packages that npx has installed/);
  const app = join(folder.path, 'my-app');
  expect(stdout).toContain(`npm was called: ${app} install --no-audit --no-fund undefined\n`);
  expect(stdout).not.toContain('  npm install\n');
  expect(existsSync(join(app, 'node_modules/svc/dist/bin/svc.js'))).toBe(true);
  expect(lockOf(app, 'node_modules/.package-lock.json').packages).toMatchObject({
    'node_modules/svc': { resolved: 'file:vendor/svc-0.1.0.tgz', integrity: 'sha512-svc' },
    'node_modules/zod': { integrity: 'sha512-zod' },
  });
});

test('packages that stand in the folder stay', { timeout: 120_000 }, async () => {
  using folder = temporaryFolder({ 'my-app/node_modules/mine/package.json': '{ "name": "mine" }' });
  const { code, stdout } = await runAsNpx(folder, ['init', 'my-app']);
  expect(code).toBe(0);
  expect(stdout).toContain('  npm install\n');
  expect(stdout).not.toContain('npm was called');
  expect(existsSync(join(folder.path, 'my-app/node_modules/svc'))).toBe(false);
});

test.runIf(reallyInstalls)(
  'npx installs and compiles once (with SVC_TEST_INSTALL=1)',
  { timeout: 1_800_000 },
  async () => {
    using folder = temporaryFolder();
    const tarball = await packInto(folder.path);
    renameSync(tarball, join(folder.path, 'svc.tgz'));
    const env = { npm_config_cache: join(folder.path, 'cache') };
    const made = await run('npx', ['-y', './svc.tgz', 'init', 'my-app'], { cwd: folder.path, env });
    expect(made).toMatchObject({ code: 0 });
    const app = join(folder.path, 'my-app');
    // The driver is copied, not compiled again: the copy equals the cached file.
    const cached = await run('find', [join(folder.path, 'cache/_npx'), '-path', `*/${driver}`], { cwd: app });
    expect(readFileSync(join(app, driver))).toEqual(readFileSync(cached.stdout.trim()));
    const { mtimeMs } = statSync(join(app, driver));
    expect(await run('npm', ['install'], { cwd: app, env })).toMatchObject({ code: 0 });
    expect(statSync(join(app, driver)).mtimeMs).toBe(mtimeMs);
    const registry = Object.entries(lockOf(app, 'package-lock.json').packages).filter(
      ([path]) => path !== '',
    );
    expect(registry.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
    expect(await run('npm', ['ci', '--dry-run'], { cwd: app, env })).toMatchObject({ code: 0 });
    expect(await run('npm', ['run', 'typecheck'], { cwd: app, env })).toMatchObject({ code: 0 });
  },
);
