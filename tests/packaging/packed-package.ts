import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run, type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';

export const repository: string = resolve(import.meta.dirname, '../..');

/** The compilers that users have, by the name under which this repository installs them. */
export const compilers = ['typescript-5.9', 'typescript-6', 'typescript'] as const;

export function compilerBinary(name: (typeof compilers)[number]): string {
  return join(repository, 'node_modules', name, 'bin/tsc');
}

/**
 * Tests install the packed package as a user does where this is set: that compiles SQLite's driver and takes minutes.
 * Without it the packed files are laid into a folder beside the packages that an installation would fetch.
 */
export const reallyInstalls: boolean = process.env['SVC_TEST_INSTALL'] === '1';

/** Packs the repository as it was built, into a folder; answers the tarball's path. */
export async function packInto(folder: string): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout, stderr, code } = await run('npm', args, { cwd: repository });
  if (code !== 0) throw new Error(`npm pack failed: ${stderr}`);
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  return join(folder, packed?.filename ?? '');
}

/** A folder in which the packed package lies beside nothing but its own dependencies. */
export async function folderWithPackage(): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  await layOut(folder.path, await packInto(folder.path));
  return folder;
}

/** The same, installed by npm, as a user does it. */
export async function folderWithInstalledPackage(): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  const tarball = await packInto(folder.path);
  const { code, stderr } = await run('npm', ['install', tarball, 'typescript'], { cwd: folder.path });
  if (code !== 0) throw new Error(`npm install failed: ${stderr}`);
  return folder;
}

async function layOut(folder: string, tarball: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'svc'), { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', join(modules, 'svc'), '--strip-components=1'], { cwd: folder });
  for (const name of [...productionPackages(), 'typescript']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(modules, name));
  }
}

/** What `npm install svc` would put beside svc, by the lock file: development packages must not be missed by any import. */
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
