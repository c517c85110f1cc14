import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface DependencySpecOptions {
  /** The new project's folder; it may not exist yet. */
  readonly folder: string;
  /** Folder of the running `svc` package. */
  readonly packageRoot: string;
  readonly version: string;
}

/** How a new project gets its `svc`. */
export interface SvcDependency {
  /** The spec for its package.json. */
  readonly spec: string;
  /** A tarball to copy into the project: `path` is relative to its folder, `source` is where it is now. */
  readonly tarball: { readonly path: string; readonly source: string } | null;
  /**
   * The tarball in the project's folder that `spec` names, with `/`; an image needs it before its packages
   * are installed.
   */
  readonly localTarball: string | null;
  /** Why the project can be installed on this machine only, or not at all, and what to do. */
  readonly warning: string | null;
}

const vendorFolder = 'vendor';

/**
 * How `npm install` in the new project gets the running version of svc: by the range that the nearest
 * package.json above has, or from the tarball that it names. The tarball is copied into the project, so that
 * the project can be moved.
 */
export function svcDependency(options: DependencySpecOptions): SvcDependency {
  const { folder } = options;
  const isOwn = namedBy(resolve(folder), 'svc') !== null;
  const spec = svcDependencySpec(options);
  const plain: SvcDependency = { spec, tarball: null, localTarball: null, warning: null };
  if (!spec.startsWith('file:')) return plain;
  const path = spec.slice('file:'.length);
  const source = resolve(realFolder(folder), path);
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return { ...plain, warning: elsewhere(path, stats ? 'folder' : 'missing') };
  if (!path.startsWith('../')) return { ...plain, localTarball: path };
  // An existing package.json in the folder keeps its spec.
  if (isOwn) return { ...plain, warning: elsewhere(path, 'outside') };
  const copy = posix.join(vendorFolder, basename(source));
  return { spec: `file:${copy}`, tarball: { path: copy, source }, localTarball: copy, warning: null };
}

function elsewhere(path: string, issue: 'folder' | 'missing' | 'outside'): string {
  const what = {
    folder: `svc is the folder ${path}, which other machines and images do not have`,
    missing: `svc was installed from ${path}, which no longer exists: npm install will fail`,
    outside: `svc is ${path}, outside the project, so it is missing in images`,
  };
  const tarball = issue === 'folder' ? 'a tarball of it (npm pack)' : 'the tarball';
  return `${what[issue]}. Put ${tarball} into ${vendorFolder}/, run npm install ./${vendorFolder}/<its name>, and add "COPY ${vendorFolder}/ ${vendorFolder}/" before each npm ci in the Dockerfile.`;
}

/**
 * The range, tarball or folder that the nearest package.json above names, its path relative to the new
 * folder.
 */
function svcDependencySpec({ folder, packageRoot, version }: DependencySpecOptions): string {
  const owner = dirname(packageRoot);
  const installed = basename(owner) === 'node_modules';
  const named = namedAbove('svc', folder) ?? (installed ? namedBy(dirname(owner), 'svc') : null);
  if (named !== null) return seenFrom(folder, named);
  // A checkout that is linked or run by its path: it has no tarball, npm links its folder.
  return installed || isInside(packageRoot, 'node_modules') ? `^${version}` : fileSpec(folder, packageRoot);
}

/** The spec of a package in the nearest package.json above, if it is a plain range or tag. */
export function inheritedRange(name: string, folder: string): string | null {
  const named = namedAbove(name, folder);
  return named === null || isPath(named.spec) ? null : named.spec;
}

interface NamedSpec {
  readonly spec: string;
  /** Folder of the package.json that has the spec. */
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

/** An unrelated package.json further up may be invalid: it then counts as empty. */
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

/** With symbolic links resolved as far as the path exists: npm resolves `..` on the real path. */
function realFolder(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realFolder(parent), basename(absolute));
}

function isInside(path: string, folderName: string): boolean {
  return path.split(sep).includes(folderName);
}
