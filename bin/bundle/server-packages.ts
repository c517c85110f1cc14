/**
 * What is installed next to a built server: the runtime part of svc, as a package in `dist/svc`, and a
 * manifest with it and the packages that the user's own code imports. What only the command line needs
 * (compiler, bundler, types) is in neither.
 */

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import {
  driverPrograms,
  driverScripts,
  imagePackage,
  imageProgram,
  packageRoot,
} from '../../runtime/cli/index.js';

/** Folder of the runtime part of svc, in `dist/`. */
export const ownPackageFolder = 'svc';

/** Dependencies of svc that no server imports. */
export const commandLineOnly: readonly string[] = [
  '@babel/parser',
  '@types/express',
  '@types/node',
  'commander',
  'esbuild',
  'openapi3-ts',
  'redos-detector',
  'regjsparser',
  'zod',
];

/** Packages that compile or unpack a binary at installation; npm requires their names. */
const allowScripts = { argon2: true, ...driverScripts };

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface ServerPackagesOptions {
  /** The project's folder. */
  readonly project: string;
  /** Packages that the bundle imports. */
  readonly imported: readonly string[];
  /** Whether the server has a dashboard. */
  readonly hasAdmin: boolean;
  /** Whether the server decodes images. */
  readonly takesImages: boolean;
}

/** Files in `dist/` that an installation there needs. */
export function serverPackages(options: ServerPackagesOptions): ReadonlyMap<string, string | Uint8Array> {
  const own = readManifest(packageRoot);
  const files = new Map<string, string | Uint8Array>();
  files.set('package.json', jsonText(serverManifest(own, options)));
  files.set(`${ownPackageFolder}/package.json`, jsonText(ownManifest(own, options)));
  for (const path of ownFiles(options))
    files.set(`${ownPackageFolder}/${path}`, readFileSync(join(packageRoot, path)));
  return files;
}

function serverManifest(own: Manifest, { project, imported }: ServerPackagesOptions): object {
  const named = existsSync(join(project, 'package.json')) ? readManifest(project) : null;
  const specs = imported
    .filter((name) => name !== 'svc')
    .map((name) => [name, userSpec(name, { project, named: namedSpec(named, name) })] as const);
  return {
    private: true,
    // The server is an ES module whatever the project's package.json says.
    type: 'module',
    engines: own.engines,
    dependencies: { ...Object.fromEntries(specs), svc: `file:./${ownPackageFolder}` },
    allowScripts,
  };
}

function ownManifest(
  { version, license, engines, exports, dependencies = {}, peerDependencies = {} }: Manifest,
  { takesImages }: ServerPackagesOptions,
): object {
  const running = Object.keys(dependencies).filter((name) => !commandLineOnly.includes(name));
  const specs = { ...dependencies, ...peerDependencies };
  return {
    name: 'svc',
    version,
    private: true,
    license,
    type: 'module',
    engines,
    // Declarations are for compilers only, and `svc/admin` is in the bundle of the dashboard's extension.
    exports: Object.fromEntries(
      Object.entries(exports)
        .filter(([key]) => key !== './admin')
        .map(([key, value]) => [key, typeof value === 'string' ? value : value.default]),
    ),
    dependencies: Object.fromEntries(
      [...running, ...(takesImages ? [imagePackage] : [])].map((name) => [
        name,
        installedVersion(name, packageRoot) ?? specs[name],
      ]),
    ),
  };
}

/** The runtime's files and the files that it reads: none of the command line's, and no declarations. */
function ownFiles({ hasAdmin, takesImages }: ServerPackagesOptions): readonly string[] {
  const folders = ['dist/runtime/chunks', 'templates/docs', 'templates/mail', 'templates/pages'];
  return [
    'LICENSE',
    'dist/runtime/index.js',
    'dist/runtime/config/index.js',
    ...driverPrograms,
    ...(takesImages ? [imageProgram] : []),
    ...[...folders, ...(hasAdmin ? ['dist/admin'] : [])].flatMap(filesBelow),
  ];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test(-d)?\.ts$/.test(entry.name))
    .map((entry) => relative(packageRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

interface UserSpecOptions {
  readonly project: string;
  /** The spec in the project's package.json. */
  readonly named: string | undefined;
}

/** The version that the build ran with; a package that is not from the registry keeps its source. */
function userSpec(name: string, { project, named }: UserSpecOptions): string {
  if (named !== undefined && /^(file|link):/.test(named)) {
    return `file:../${named.replace(/^(file|link):(\.\/)?/, '')}`;
  }
  if (named?.startsWith('workspace:')) {
    const folder = realpathSync(join(project, 'node_modules', name));
    return `file:../${relative(realpathSync(project), folder).split(sep).join('/')}`;
  }
  // A URL, a repository, another package's name (`npm:`).
  if (named !== undefined && /[:/]/.test(named)) return named;
  // A package that was copied there by hand may have no version.
  return installedVersion(name, project) ?? named ?? '*';
}

function namedSpec(manifest: Manifest | null, name: string): string | undefined {
  return manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name];
}

/** The version that Node resolves from this folder. */
function installedVersion(name: string, folder: string): string | undefined {
  const found = join(folder, 'node_modules', name);
  if (existsSync(join(found, 'package.json'))) return readManifest(found).version;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedVersion(name, parent);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
