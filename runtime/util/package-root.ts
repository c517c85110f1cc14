import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name?: string;
  readonly version: string;
}

/**
 * Folder of the installed `svc` package: where `templates/` and `package.json` are, from source, from
 * `dist/`, and from a bundle that contains this file.
 */
export const packageRoot: string = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

/** Loads dependencies of this package, also from a bundle that contains this file and is elsewhere. */
export const ownRequire: NodeJS.Require = createRequire(join(packageRoot, 'package.json'));

/** Version in the package's own `package.json`. */
export const packageVersion: string = manifestOf(packageRoot)?.version ?? '';

/**
 * @param folder Where this code is.
 * @param working Folder that the program was started in.
 * @throws Error where no package of this name is installed for either.
 */
export function findPackageRoot(folder: string, working: string = process.cwd()): string {
  const root = above(folder) ?? installedFor(folder) ?? installedFor(working);
  if (root !== null) return root;
  throw new Error(
    `The package svc is not installed for ${folder}: its pages and the dashboard are files of the package. Run npm install svc where the program runs.`,
  );
}

function above(folder: string): string | null {
  // A project may have this name, too.
  if (manifestOf(folder)?.name === 'svc' && existsSync(join(folder, 'templates/pages'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : above(parent);
}

function installedFor(folder: string): string | null {
  try {
    return dirname(createRequire(join(folder, 'bundle.js')).resolve('svc/package.json'));
  } catch {
    return null;
  }
}

function manifestOf(folder: string): Manifest | null {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}
