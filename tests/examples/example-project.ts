/**
 * A copy of a folder of `examples/`, with the packages that its `package.json` names, as after
 * `npm install`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { run, svc, type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';

export const password = 'Violet-Tram-7-Lantern';

/** The environment of a server of an example: its first administrator is `you@example.com`. */
export const environment: Readonly<Record<string, string>> = {
  SVC_SECRET: 'only-for-tests-0123456789-abcdefghij',
  SVC_ADMIN_EMAIL: 'you@example.com',
  SVC_ADMIN_PASSWORD: password,
  SVC_LOG_LEVEL: 'silent',
};

/** Copies an example, links its packages and generates its code. The caller disposes it. */
export async function exampleProject(name: string): Promise<TemporaryFolder> {
  const source = join(packageRoot, 'examples', name);
  const folder = temporaryFolder();
  cpSync(source, folder.path, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|generated|\.svc)$/.test(path),
  });
  linkDependencies(folder.path);
  expect(await svc(['generate'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
  return folder;
}

/** Runs the compiler as the example's `npm run typecheck` does. */
export async function expectTypes(folder: TemporaryFolder): Promise<void> {
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: folder.path });
  expect(stdout).toBe('');
}

/** Links what a `package.json` names from this repository. Packages of other versions are refused. */
function linkDependencies(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const target = name === 'svc' ? packageRoot : join(packageRoot, 'node_modules', name);
    if (!existsSync(target)) throw new Error(`The example needs ${name}, which is not installed here.`);
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}
