/**
 * Bundles the config and its local imports into one JavaScript module. Packages are not bundled, but imported
 * by file URL.
 */
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  Loader,
  Metafile,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
  PluginBuild,
} from 'esbuild';
import { packageRoot } from '../../runtime/util/package-root.js';

export interface ConfigBundle {
  readonly code: string;
  /** JSON source map; `pathOf` makes its sources absolute. */
  readonly map: string;
  /** Absolute paths of the local files in the bundle, the config first. */
  readonly sources: readonly string[];
  /** Local imports of each file: by file and specifier, the absolute path of the imported file. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Specifiers of packages, by the URL that replaces them in the code. */
  readonly packages: ReadonlyMap<string, string>;
  /** Makes a path from the source map or from a message of esbuild absolute. */
  readonly pathOf: (path: string) => string;
}

/** Bundles in memory; rejects with esbuild's `BuildFailure`. */
export async function bundleConfig(file: string): Promise<ConfigBundle> {
  const { build } = await import('esbuild');
  const { folder, real, shown } = placesOf(file);
  const packages = new Map<string, string>();
  const result = await build({
    entryPoints: [real],
    absWorkingDir: folder,
    outfile: join(folder, 'svc.config.bundle.mjs'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Packages are resolved as by Node: without the condition `module`, which is for bundlers.
    conditions: [],
    mainFields: ['main'],
    define: metaNames,
    // The user's CommonJS files may require packages, but a module has no `require`.
    banner: {
      js: `import { createRequire as svcCreateRequire } from 'node:module'; const require = svcCreateRequire(${JSON.stringify(pathToFileURL(file).href)});`,
    },
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [packagesOutside(packages), ownMeta()],
  });
  const text = (ending: string): string =>
    result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inputs = Object.keys(result.metafile.inputs).map(shown);
  return {
    code: text('.mjs'),
    map: text('.map'),
    sources: [file, ...inputs.filter((path) => path !== file).sort()],
    imports: importsOf(result.metafile, shown),
    packages,
    pathOf: shown,
  };
}

/**
 * Paths of a config that may be given through symbolic links: esbuild, like Node, uses real paths, but
 * messages show the paths that the user knows.
 */
export function placesOf(file: string): {
  /** Real folder of the config; esbuild's paths are relative to it. */
  readonly folder: string;
  readonly real: string;
  /** Converts a path of esbuild to the path that the user knows. */
  readonly shown: (path: string) => string;
} {
  const folder = realpathSync(dirname(file));
  const real = realpathSync(file);
  const shown = (path: string): string => {
    const whole = resolve(folder, path);
    if (whole === real) return file;
    return whole.startsWith(folder + sep) ? join(dirname(file), whole.slice(folder.length)) : whole;
  };
  return { folder, real, shown };
}

function importsOf(
  { inputs }: Metafile,
  shown: (path: string) => string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    Object.entries(inputs).map(([path, { imports }]) => [
      shown(path),
      new Map(
        imports.flatMap(({ original, path: target, external }) =>
          original === undefined || external === true ? [] : [[original, shown(target)] as const],
        ),
      ),
    ]),
  );
}

/** Marks a resolve call of the plugin itself, which the plugin must not handle again. */
const requested = Symbol('asked');

function packagesOutside(packages: Map<string, string>): Plugin {
  return {
    name: 'packages-outside',
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, async (args) => {
        if (args.pluginData === requested || args.kind === 'entry-point' || isAbsolute(args.path))
          return undefined;
        const found = await resolvePackage(build, args);
        if (found?.external === true && found.path !== undefined) packages.set(found.path, args.path);
        return found;
      });
    },
  };
}

async function resolvePackage(build: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  if (isBuiltin(args.path)) return { path: args.path, external: true };
  const { importer, resolveDir, kind } = args;
  const found = await build.resolve(args.path, { importer, resolveDir, kind, pluginData: requested });
  if (found.errors.length > 0) return args.path === 'svc' ? outside(ownEntry) : undefined;
  // A workspace package is the user's own source: it may be TypeScript, and an edit of it is an edit of the
  // config.
  const installed =
    found.path.includes(`${sep}node_modules${sep}`) || found.path.startsWith(packageRoot + sep);
  if (!installed || !/\.[cm]?js$/.test(found.path)) return found;
  // `require` takes paths, not URLs.
  return kind === 'require-call' ? { path: found.path, external: true } : outside(found.path);
}

/** A config may be in a project in which `svc` is not installed (run by npx): it then imports this copy. */
const ownEntry: string = join(packageRoot, 'dist/runtime/config/index.js');

function outside(path: string): OnResolveResult {
  return { path: pathToFileURL(path).href, external: true };
}

/** A module in a bundle does not know its own file: constants at its beginning replace `import.meta`. */
const metaNames = {
  'import.meta.url': 'svcModuleUrl',
  'import.meta.filename': 'svcModuleFile',
  'import.meta.dirname': 'svcModuleFolder',
  // The same in CommonJS.
  __filename: 'svcModuleFile',
  __dirname: 'svcModuleFolder',
} as const;

const loaders: Readonly<Record<string, Loader>> = { mts: 'ts', cts: 'ts', ts: 'ts', tsx: 'tsx', jsx: 'jsx' };

function ownMeta(): Plugin {
  return {
    name: 'own-meta',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }): Promise<OnLoadResult | undefined> => {
        const text = await readFile(path, 'utf8');
        if (!/\bimport\.meta\.(?:url|filename|dirname)\b|\b__(?:file|dir)name\b/.test(text)) return undefined;
        const values = {
          svcModuleUrl: pathToFileURL(path).href,
          svcModuleFile: path,
          svcModuleFolder: dirname(path),
        };
        const constants = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
        const extension = path.slice(path.lastIndexOf('.') + 1);
        // On the first line, so that the other lines keep their numbers.
        return { contents: `const ${constants.join()};${text}`, loader: loaders[extension] ?? 'js' };
      });
    },
  };
}
