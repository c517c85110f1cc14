import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface DependencySpecOptions {
  /** The new project's folder; it need not exist yet. */
  readonly folder: string;
  /** Folder of the running `svc` package. */
  readonly packageRoot: string;
  readonly version: string;
}

/**
 * What the new project's package.json says for `svc`, so that `npm install` there fetches the copy that is running:
 * the range, tarball or folder that the nearest package.json above names, its path seen from the new folder.
 */
export function svcDependencySpec({ folder, packageRoot, version }: DependencySpecOptions): string {
  const owner = dirname(packageRoot);
  const installed = basename(owner) === 'node_modules';
  const named = namedAbove('svc', folder) ?? (installed ? namedBy(dirname(owner), 'svc') : null);
  if (named !== null) return seenFrom(folder, named);
  // A checkout that is linked or run by its path: it has no tarball, npm links its folder.
  return installed || isInside(packageRoot, 'node_modules') ? `^${version}` : fileSpec(folder, packageRoot);
}

/** The spec that the nearest package.json above names for a package, if it is a plain range or tag. */
export function inheritedRange(name: string, folder: string): string | null {
  const named = namedAbove(name, folder);
  return named === null || isPath(named.spec) ? null : named.spec;
}

interface NamedSpec {
  readonly spec: string;
  /** Folder of the package.json that names it. */
  readonly from: string;
}

function namedAbove(name: string, folder: string): NamedSpec | null {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const named = namedBy(current, name);
    if (named !== null) return named;
    if (current === dirname(current)) return null;
  }
}

function namedBy(folder: string, name: string): NamedSpec | null {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const manifest = readManifest(file);
  const spec = manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name];
  return typeof spec === 'string' ? { spec, from: folder } : null;
}

/** Somebody else's package.json further up may be broken: it then says nothing. */
function readManifest(file: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest | null;
  } catch {
    return null;
  }
}

function seenFrom(folder: string, { spec, from }: NamedSpec): string {
  if (!isPath(spec)) return spec;
  return fileSpec(folder, resolve(from, spec.replace(/^(file|link):/, '')));
}

function isPath(spec: string): boolean {
  return /^(file:|link:|\.{0,2}\/)/.test(spec);
}

function fileSpec(folder: string, target: string): string {
  return `file:${relative(realFolder(folder), realFolder(target)).split(sep).join('/') || '.'}`;
}

/** With symbolic links followed as far as the path exists: npm resolves `..` on the real path. */
function realFolder(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realFolder(parent), basename(absolute));
}

function isInside(path: string, folderName: string): boolean {
  return path.split(sep).includes(folderName);
}
