import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestAPI, test } from 'vitest';
import { run, type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';
import { testPart } from '../support/test-part.js';

export const repository: string = resolve(import.meta.dirname, '../..');

/** The name under which this repository installs the compiler. */
export type Compiler = 'typescript' | 'typescript-6' | 'typescript-5.9';

const olderCompilers: readonly Compiler[] = ['typescript-6', 'typescript-5.9'];

/**
 * The compilers that users have. The older ones take ten times as long and run in their own part of the
 * tests.
 */
export const compilers: readonly Compiler[] = {
  quick: ['typescript'] as const,
  compilers: olderCompilers,
  browser: [],
  services: [],
  postgres: [],
  releases: [],
  all: ['typescript', ...olderCompilers] as const,
}[testPart];

/** For a test that needs the newest compiler, or none. */
export const testNewest: TestAPI = test.runIf(compilers.includes('typescript')) as TestAPI;

/** For a test that uses an older compiler. */
export const testOlder: TestAPI = test.runIf(compilers.includes('typescript-5.9')) as TestAPI;

export function compilerBinary(name: Compiler): string {
  return join(repository, 'node_modules', name, 'bin/tsc');
}

/**
 * If set, tests install the packed package like a user: that compiles SQLite's driver and takes minutes.
 * Otherwise the packed files are copied next to the packages that an installation would fetch.
 */
export const reallyInstalls: boolean = process.env['SVC_TEST_INSTALL'] === '1';

/** Packs the repository as it was built into a folder; returns the path of the tarball. */
export async function packInto(folder: string): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout, stderr, code } = await run('npm', args, { cwd: repository });
  if (code !== 0) throw new Error(`npm pack failed: ${stderr}`);
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  return join(folder, packed?.filename ?? '');
}

/** A folder that contains only the packed package and its dependencies. */
export async function folderWithPackage(): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  await layOut(folder.path, await packInto(folder.path));
  return folder;
}

/** The same, installed by npm. */
export async function folderWithInstalledPackage(): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  const tarball = await packInto(folder.path);
  const { code, stderr } = await run('npm', ['install', tarball, 'typescript'], { cwd: folder.path });
  if (code !== 0) throw new Error(`npm install failed: ${stderr}`);
  return folder;
}

/** Copies a packed package next to the packages that an installation would fetch. */
export async function layOut(folder: string, tarball: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'svc'), { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', join(modules, 'svc'), '--strip-components=1'], { cwd: folder });
  for (const name of [...productionPackages(), 'typescript']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(modules, name));
  }
}

/**
 * The packages that `npm install svc` would install with svc, from the lock file: development packages are
 * left out, so that an import of one fails.
 */
function productionPackages(): readonly string[] {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as LockFile;
  return Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional,
    )
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => existsSync(join(repository, 'node_modules', name)));
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}
