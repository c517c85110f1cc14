/**
 * `npx ./svc-0.1.0.tgz init my-app` installs svc into a folder of npm's cache, and may compile SQLite's
 * driver there. The new project copies these packages, so that its own installation adds what is missing and
 * compiles nothing again.
 */
import { spawn } from 'node:child_process';
import { constants, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * npm's record of the packages in a `node_modules`: URLs and checksums. It is valid while no package is
 * newer.
 */
const hiddenLock = '.package-lock.json';

export interface TakePackagesOptions {
  /** The new project's folder. */
  readonly folder: string;
  /** Folder of the running `svc` package. */
  readonly packageRoot: string;
  /** The spec for `svc` in the project's package.json. */
  readonly spec: string;
  /** Gets what is about to be done. */
  readonly note: (text: string) => void;
}

/** Copies npx's packages into the project; false if npx did not start svc, or the project has packages. */
export function takePackages({ folder, packageRoot, spec, note }: TakePackagesOptions): boolean {
  const source = dirname(packageRoot);
  const target = join(folder, 'node_modules');
  if (!isNpxFolder(source) || existsSync(target)) return false;
  note('Copying the packages that npx has installed, with the database driver, then running npm install.');
  cpSync(source, target, {
    recursive: true,
    // Links in `.bin` are relative.
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => path !== join(source, hiddenLock),
  });
  const lock = JSON.parse(readFileSync(join(source, hiddenLock), 'utf8')) as Lock;
  const own = lock.packages['node_modules/svc'];
  // The path of the tarball is different from here.
  const packages =
    own && spec.startsWith('file:')
      ? { ...lock.packages, 'node_modules/svc': { ...own, resolved: spec } }
      : lock.packages;
  writeFileSync(join(target, hiddenLock), `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  return true;
}

interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}

function isNpxFolder(modules: string): boolean {
  return (
    basename(modules) === 'node_modules' &&
    basename(dirname(dirname(modules))) === '_npx' &&
    existsSync(join(modules, hiddenLock))
  );
}

/** Runs `npm install` with the npm that started this command; returns whether it succeeded. */
export async function installPackages(folder: string): Promise<boolean> {
  const npm = process.env['npm_execpath'];
  const args = ['install', '--no-audit', '--no-fund'];
  const [program, own] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const child = spawn(program, own, { cwd: folder, stdio: 'inherit', env: environment() });
  return await new Promise((fulfil) => {
    child.once('error', () => fulfil(false));
    child.once('exit', (code) => fulfil(code === 0));
  });
}

/** npx passes its own settings on, among them the package that it is to install. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(config_(package|call|yes|local_prefix|prefix)|package_|lifecycle_|command)/.test(name),
  );
  return Object.fromEntries(kept);
}
