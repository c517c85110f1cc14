import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { stringLiteral } from '../../generator/print/literal.js';
import { packageRoot, packageVersion } from '../../runtime/util/package-root.js';
import { CommandError, UsageError } from '../command-error.js';
import { inheritedRange, type SvcDependency, svcDependency } from './dependency-spec.js';
import { type ManifestParts, mergeManifest, newManifest } from './package-manifest.js';
import { packageNameFor } from './package-name.js';
import { skeletonFiles } from './skeleton.js';
import { type ProjectFile, writeProject } from './write-project.js';

export interface InitResult {
  /** Files that were made, as seen from the current folder. */
  readonly files: readonly string[];
  /** What was added to a package.json that stood there, and what is worth knowing of a new one. */
  readonly changes: readonly string[];
  /** What keeps the project from being installed elsewhere, and what to do. */
  readonly warnings: readonly string[];
  /** Commands to type next. */
  readonly nextSteps: readonly string[];
}

/** Makes a project in a folder, which may be new, empty, or hold nothing that is in the way. */
export function initProject(dir: string): InitResult {
  if (dir.trim() === '')
    throw new UsageError("the folder's name is empty; use `svc init my-app` or `svc init .`.");
  const folder = resolve(dir);
  requireFolder(folder);
  const title = titleOf(folder);
  const svc = svcDependency({ folder, packageRoot, version: packageVersion });
  const parts = manifestParts(folder, svc);
  const { changes, file: manifest } = packageJson(folder, parts);
  const skeleton = skeletonFiles({
    title,
    titleLiteral: stringLiteral(title),
    packageName: parts.name,
    nodeMajor: process.versions.node.split('.')[0] ?? '',
    tarball: svc.localTarball,
  });
  const files: readonly ProjectFile[] = [
    ...skeleton,
    ...(manifest ? [manifest] : []),
    ...(svc.tarball ? [{ path: svc.tarball.path, content: readFileSync(svc.tarball.source) }] : []),
  ];
  writeProject(folder, files);
  const made = files.filter((file) => file.replaces === undefined);
  return {
    files: made.map(({ path }) => join(shown(folder), path)),
    changes: [
      ...changes,
      ...(svc.tarball ? [`svc is ${svc.spec}, so that the project installs anywhere`] : []),
    ],
    warnings: svc.warning === null ? [] : [svc.warning],
    nextSteps: nextSteps(folder),
  };
}

function requireFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) throw new CommandError(`${shown(folder)} is a file; name a folder.`);
}

function titleOf(folder: string): string {
  return (
    basename(folder)
      .replace(/\p{C}+/gu, ' ')
      .trim() || 'My service'
  );
}

function manifestParts(folder: string, svc: SvcDependency): ManifestParts {
  const own = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as OwnManifest;
  return {
    name: packageNameFor(basename(folder)),
    dependencies: {
      svc: svc.spec,
      // Generated validators import it, and so may a frontend's forms.
      zod: own.dependencies.zod,
    },
    devDependencies: {
      '@types/node': `^${process.versions.node.split('.')[0]}.0.0`,
      typescript: inheritedRange('typescript', folder) ?? own.devDependencies.typescript,
    },
  };
}

/** npm keeps the development dependencies in the package.json that it publishes. */
interface OwnManifest {
  readonly dependencies: { readonly zod: string };
  readonly devDependencies: { readonly typescript: string };
}

interface PackageJson {
  readonly file: ProjectFile | null;
  readonly changes: readonly string[];
}

function packageJson(folder: string, parts: ManifestParts): PackageJson {
  const path = 'package.json';
  const present = join(folder, path);
  if (!existsSync(present)) return { file: { path, content: jsonText(newManifest(parts)) }, changes: [] };
  const replaces = readFileSync(present, 'utf8');
  const { changes, manifest } = mergeManifest(replaces, { ...parts, hasOtherFiles: hasOtherFiles(folder) });
  if (changes.length === 0) return { file: null, changes };
  return { file: { path, content: jsonText(manifest), replaces }, changes };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Files whose meaning `"type"` decides may stand in any folder but npm's and the hidden ones. */
function hasOtherFiles(folder: string): boolean {
  return readdirSync(folder).some((name) => !/^(\.|node_modules$|package(-lock)?\.json$)|\.tgz$/.test(name));
}

function nextSteps(folder: string): readonly string[] {
  const steps = ['npx svc auth bootstrap -e you@example.com -p -', 'npx svc dev'];
  // An svc in a folder above would do for these, but not for `tsc`, an image, or the project elsewhere.
  if (!existsSync(join(folder, 'node_modules/svc'))) steps.unshift('npm install');
  if (folder !== process.cwd()) steps.unshift(`cd ${shellWord(shown(folder))}`);
  return steps;
}

function shown(folder: string): string {
  return relative(process.cwd(), folder);
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
