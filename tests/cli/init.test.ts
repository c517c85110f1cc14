import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linkPackages, run, svc, svcBinary, temporaryFolder, writeFiles } from '../support/svc-command.js';

const projectFiles = [
  '.dockerignore',
  '.env',
  '.env.example',
  '.gitignore',
  'Dockerfile',
  'README.md',
  'docker-compose.yml',
  'nginx.conf',
  'package.json',
  'svc.config.ts',
  'tsconfig.json',
];

function json(...path: readonly string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as Record<string, unknown>;
}

/** The files that the first stage of a Dockerfile has copied when it installs packages. */
function copiedBeforeInstall(dockerfile: string): readonly string[] {
  const before = dockerfile.slice(0, dockerfile.indexOf('RUN npm ci'));
  return [...before.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
}

describe('a new project', () => {
  test('is made in a new folder, with what to type next', async () => {
    using folder = temporaryFolder();
    const { code, stdout, stderr } = await svc(['init', 'apps/my-app'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(join(folder.path, 'apps/my-app')).sort()).toEqual(projectFiles);
    expect(stdout).toContain('+ apps/my-app/svc.config.ts\n');
    expect(stdout).toContain('no prebuilt database driver');
    expect(stdout).toMatch(
      /Next:\n {2}cd apps\/my-app\n {2}npm install\n {2}npx svc auth bootstrap -e you@example\.com -p -\n {2}npx svc dev\n$/,
    );
  });

  test('needs an npm install beside an svc that is installed above, and none where its own is', async () => {
    using folder = temporaryFolder();
    linkPackages(folder.path);
    const above = await svc(['init', 'app'], { cwd: folder.path });
    expect(above.stdout).toMatch(/Next:\n {2}cd app\n {2}npm install\n {2}npx svc auth bootstrap .+\n/);
    const here = await svc(['init', '.'], { cwd: folder.path });
    expect(here.stdout).toMatch(/Next:\n {2}npx svc auth bootstrap .+\n {2}npx svc dev\n$/);
  });

  test('has a random secret of 256 bits that only its owner may read, and none in the example', async () => {
    using folder = temporaryFolder();
    await Promise.all([svc(['init', 'a'], { cwd: folder.path }), svc(['init', 'b'], { cwd: folder.path })]);
    const secrets = ['a', 'b'].map((app) => {
      const text = readFileSync(join(folder.path, app, '.env'), 'utf8');
      return /^SVC_SECRET=([\w-]{43})$/m.exec(text)?.[1] ?? '';
    });
    expect(secrets.map((secret) => Buffer.from(secret, 'base64url').length)).toEqual([32, 32]);
    expect(secrets[0]).not.toBe(secrets[1]);
    expect(statSync(join(folder.path, 'a/.env')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder.path, 'a/.env.example'), 'utf8')).toMatch(/^SVC_SECRET=$/m);
  });

  test('offers the package for images, and does not install it', async () => {
    using folder = temporaryFolder();
    await svc(['init', 'app'], { cwd: folder.path });
    const text = (name: string): string => readFileSync(join(folder.path, 'app', name), 'utf8');
    expect(text('README.md')).toContain('`npm install sharp`');
    expect(text('package.json')).not.toContain('sharp');
  });

  test('ignores what must not be committed', async () => {
    using folder = temporaryFolder();
    await svc(['init', '.'], { cwd: folder.path });
    await run('git', ['init', '--quiet'], { cwd: folder.path });
    const { stdout } = await run(
      'git',
      ['check-ignore', '.env', '.svc/data.db', 'dist/x', 'generated/x', 'node_modules/x'],
      {
        cwd: folder.path,
      },
    );
    expect(stdout.split('\n')).toHaveLength(6);
    expect(
      (await run('git', ['check-ignore', '.env.example', 'svc.config.ts'], { cwd: folder.path })).stdout,
    ).toBe('');
  });

  test.each([
    ['My App', 'my-app'],
    ['Käse & Größe', 'kase-gro-e'],
    ['Моё приложение', 'svc-app'],
    ['UPPER_case.v2', 'upper_case.v2'],
    ['_private', 'private'],
    ["it's", 'it-s'],
    ['svc', 'svc-app'],
    ['node_modules-2', 'node_modules-2'],
  ])('in a folder called %s is the package %s', async (name, expected) => {
    using folder = temporaryFolder();
    expect((await svc(['init', name], { cwd: folder.path })).code).toBe(0);
    expect(json(folder.path, name, 'package.json')['name']).toBe(expected);
  });

  test('keeps its folder name exactly in the config', async () => {
    using folder = temporaryFolder();
    await svc(['init', "O'Hara \\ co"], { cwd: folder.path });
    const config = readFileSync(join(folder.path, "O'Hara \\ co", 'svc.config.ts'), 'utf8');
    expect(config).toContain(String.raw`name: "O'Hara \\ co",`);
  });
});

describe('the dependency on svc', () => {
  test('is a copy of the tarball that the folder above installed, which an image finds too', async () => {
    using folder = temporaryFolder({
      'svc/package.json': '{ "name": "svc", "version": "0.1.0" }',
      'package.json': JSON.stringify({ dependencies: { svc: 'file:svc-0.1.0.tgz', typescript: '^6.0.3' } }),
    });
    await run('npm', ['pack', './svc', '--offline'], { cwd: folder.path });
    const { stdout } = await svc(['init', 'apps/one'], { cwd: folder.path });
    expect(stdout).toContain('+ apps/one/vendor/svc-0.1.0.tgz\n');
    expect(stdout).toContain('svc is file:vendor/svc-0.1.0.tgz, so the project installs anywhere\n');
    const app = join(folder.path, 'apps/one');
    const manifest = json(app, 'package.json');
    expect(manifest['dependencies']).toMatchObject({ svc: 'file:vendor/svc-0.1.0.tgz' });
    expect(manifest['devDependencies']).toMatchObject({ typescript: '^6.0.3' });

    // No request goes to the registry: of its packages, the project keeps only this one.
    const dependencies = { svc: 'file:vendor/svc-0.1.0.tgz' };
    writeFiles(app, { 'package.json': JSON.stringify({ ...manifest, dependencies, devDependencies: {} }) });
    const offline = ['--offline', '--cache', join(folder.path, 'cache')];
    await run('npm', ['install', '--package-lock-only', ...offline], { cwd: app });
    using image = temporaryFolder();
    const copied = copiedBeforeInstall(readFileSync(join(app, 'Dockerfile'), 'utf8'));
    expect(copied).toEqual(['package.json', 'package-lock.json', 'vendor/']);
    for (const path of copied) cpSync(join(app, path), join(image.path, path), { recursive: true });
    const installed = await run('npm', ['ci', '--omit=dev', '--ignore-scripts', ...offline], {
      cwd: image.path,
    });
    expect(installed).toMatchObject({ code: 0 });
    expect(json(image.path, 'node_modules/svc/package.json')).toMatchObject({ version: '0.1.0' });
  });

  test('is what stands in the folder, whose tarball the Dockerfile copies', async () => {
    using folder = temporaryFolder({
      'package.json': '{ "type": "module", "dependencies": { "svc": "file:svc-0.1.0.tgz" } }',
      'svc-0.1.0.tgz': 'a tarball',
    });
    const { stdout } = await svc(['init', '.'], { cwd: folder.path });
    expect(stdout).not.toContain('!');
    expect(copiedBeforeInstall(readFileSync(join(folder.path, 'Dockerfile'), 'utf8'))).toEqual([
      ...['package.json', 'package-lock.json', 'svc-0.1.0.tgz'],
    ]);
  });

  test('on a tarball that is gone or outside stays as it is, with what to do', async () => {
    using folder = temporaryFolder({
      'package.json': '{ "dependencies": { "svc": "file:svc-0.1.0.tgz" } }',
      'other.tgz': 'a tarball',
      'own/package.json': '{ "type": "module", "dependencies": { "svc": "file:../other.tgz" } }',
    });
    const gone = await svc(['init', 'app'], { cwd: folder.path });
    expect(gone).toMatchObject({ code: 0, stderr: '' });
    expect(gone.stdout).toMatch(
      /^! svc was installed from \.\.\/svc-0\.1\.0\.tgz, which no longer exists: .+vendor\//m,
    );
    expect(json(folder.path, 'app/package.json')['dependencies']).toMatchObject({
      svc: 'file:../svc-0.1.0.tgz',
    });
    expect(readFileSync(join(folder.path, 'app/Dockerfile'), 'utf8')).not.toContain('vendor');
    const outside = await svc(['init', 'own'], { cwd: folder.path });
    expect(outside.stdout).toMatch(/^! svc is \.\.\/other\.tgz, outside the project, .+vendor\//m);
    expect(json(folder.path, 'own/package.json')['dependencies']).toMatchObject({ svc: 'file:../other.tgz' });
  });

  test('is the range that the folder above names', async () => {
    using folder = temporaryFolder({ 'package.json': '{ "devDependencies": { "svc": "^0.1.0" } }' });
    await svc(['init', 'app'], { cwd: folder.path });
    expect(json(folder.path, 'app/package.json')['dependencies']).toMatchObject({ svc: '^0.1.0' });
  });

  test('is the checkout where svc runs from one', async () => {
    using folder = temporaryFolder();
    await svc(['init', 'app'], { cwd: folder.path });
    const { svc: spec } = json(folder.path, 'app/package.json')['dependencies'] as { svc: string };
    expect(existsSync(join(folder.path, 'app', spec.replace('file:', ''), 'dist/bin/svc.js'))).toBe(true);
  });
});

describe('a folder that is in use', () => {
  test('with a package.json gets what is missing there, and keeps the rest', async () => {
    using folder = temporaryFolder({
      'package.json': JSON.stringify({
        name: '@me/Shop',
        type: 'commonjs',
        scripts: { test: 'run', dev: 'mine' },
        dependencies: { svc: '0.1.0' },
      }),
      'package-lock.json': '{}',
    });
    const { code, stdout } = await svc(['init'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain(
      '~ package.json: "type" is "module"\n~ package.json: scripts: generate, build, start, typecheck\n',
    );
    const manifest = json(folder.path, 'package.json');
    expect(manifest).toMatchObject({
      name: '@me/Shop',
      type: 'module',
      scripts: { test: 'run', dev: 'mine', generate: 'svc generate', build: 'svc build', start: 'svc start' },
      dependencies: { svc: '0.1.0' },
    });
    expect(Object.keys(manifest['devDependencies'] as object)).toEqual(['@types/node', 'typescript']);
  });

  test('keeps each of its files: a file in the way is named, and nothing is written', async () => {
    using folder = temporaryFolder({
      'svc.config.ts': 'mine',
      'README.md': 'mine too',
      'package.json': '{}',
    });
    const { code, stdout, stderr } = await svc(['init', '.'], { cwd: folder.path });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: svc.config.ts, README.md exist already, and `svc init` does not overwrite files: move them away or use another folder.\n',
    });
    expect(readdirSync(folder.path).sort()).toEqual(['README.md', 'package.json', 'svc.config.ts']);
    expect(readFileSync(join(folder.path, 'package.json'), 'utf8')).toBe('{}');
  });

  test('with CommonJS files of its own is refused, since "type" would change how they are read', async () => {
    using folder = temporaryFolder({ 'package.json': '{ "type": "commonjs" }', 'index.js': '' });
    const { code, stderr } = await svc(['init'], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: package.json here has "type": "commonjs", and svc projects are ES modules: set it to "module", or use another folder.\n',
    );
    expect(readdirSync(folder.path).sort()).toEqual(['index.js', 'package.json']);
  });

  test.each(['{ "name": ', '[]', '{ "scripts": [] }'])(
    'with the broken package.json %s is refused',
    async (text) => {
      using folder = temporaryFolder({ 'package.json': text });
      const { code, stderr } = await svc(['init'], { cwd: folder.path });
      expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
      expect(stderr).toMatch(/^error: package.json here is not /);
      expect(readdirSync(folder.path)).toEqual(['package.json']);
    },
  );

  test('that is a file is refused', async () => {
    using folder = temporaryFolder({ app: '' });
    const { code, stderr } = await svc(['init', 'app'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: app is a file, not a folder.\n' });
  });

  test('that may not be written is left as it was', async () => {
    // A file where a folder is needed fails for every user, including root.
    using folder = temporaryFolder({ blocked: '' });
    const { code, stderr } = await run(process.execPath, [svcBinary, 'init', 'blocked/app'], {
      cwd: folder.path,
    });
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(readdirSync(folder.path)).toEqual(['blocked']);
  });
});
