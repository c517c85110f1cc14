import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { stringLiteral } from '../../generator/print/literal.js';
import { packageRoot, packageVersion } from '../../runtime/cli/index.js';
import { CommandError, UsageError } from '../command-error.js';
import { inheritedRange, type SvcDependency, svcDependency } from './dependency-spec.js';
import { type ManifestParts, mergeManifest, newManifest } from './package-manifest.js';
import { packageNameFor } from './package-name.js';
import { skeletonFiles } from './skeleton.js';
import { installPackages, takePackages } from './take-packages.js';
import { type ProjectFile, writeProject } from './write-project.js';

export interface InitResult {
  /** Created files, relative to the current folder. */
  readonly files: readonly string[];
  /** What was added to an existing package.json, and notes on a new one. */
  readonly changes: readonly string[];
  /** What prevents the project from being installed elsewhere, and what to do. */
  readonly warnings: readonly string[];
  /** What is worth knowing about them. */
  readonly hints: readonly string[];
  /** The next commands to run. */
  readonly nextSteps: readonly string[];
}

/**
 * Creates a project in a folder, which may be new, empty, or have files that do not conflict. If started by
 * npx, it installs it too. `note` gets what is being done when it takes long.
 */
export async function initProject(dir: string, note: (text: string) => void): Promise<InitResult> {
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
  const isTaken = takePackages({ folder, packageRoot, spec: svc.spec, note });
  const isInstalled = isTaken && (await installPackages(folder));
  const steps = nextSteps(folder, isInstalled || (!isTaken && existsSync(join(folder, 'node_modules/svc'))));
  const made = files.filter((file) => file.replaces === undefined);
  return {
    files: made.map(({ path }) => join(shown(folder), path)),
    changes: [...changes, ...(svc.tarball ? [`svc is ${svc.spec}, so the project installs anywhere`] : [])],
    warnings: svc.warning === null ? [] : [svc.warning],
    hints: steps.includes('npm install') ? [compilationHint] : [],
    nextSteps: steps,
  };
}

/** npm shows nothing of what an install script prints. */
const compilationHint =
  'If there is no prebuilt database driver for this machine, npm compiles one. This takes some minutes, in which npm prints nothing; `npm install --foreground-scripts` shows the progress.';

function requireFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) throw new CommandError(`${shown(folder)} is a file, not a folder.`);
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
      // Generated validators import it, and a frontend's forms may.
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

/** Files whose meaning depends on `"type"` may be in any folder except npm's and hidden ones. */
function hasOtherFiles(folder: string): boolean {
  return readdirSync(folder).some((name) => !/^(\.|node_modules$|package(-lock)?\.json$)|\.tgz$/.test(name));
}

function nextSteps(folder: string, isInstalled: boolean): readonly string[] {
  const steps = ['npx svc auth bootstrap -e you@example.com -p -', 'npx svc dev'];
  // An svc in a folder above works for these, but not for `tsc`, an image, or the project elsewhere.
  if (!isInstalled) steps.unshift('npm install');
  if (folder !== process.cwd()) steps.unshift(`cd ${shellWord(shown(folder))}`);
  return steps;
}

function shown(folder: string): string {
  return relative(process.cwd(), folder);
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
