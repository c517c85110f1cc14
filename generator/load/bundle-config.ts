/** The config and its local imports as one JavaScript module. Packages stay outside and are named by file URL. */
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
  /** What each file imports: by file and specifier, the absolute path of the local file behind it. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Specifiers of packages by the URL that stands for them in the code. */
  readonly packages: ReadonlyMap<string, string>;
  /** A path in the source map or a message of esbuild, made absolute. */
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
    // Packages are resolved as Node would: without `module`, which names files for bundlers.
    conditions: [],
    mainFields: ['main'],
    define: metaNames,
    // CommonJS files among the user's own may require packages, and a module has no `require`.
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
 * Where a config is, by the way of symbolic links that it was named by: esbuild, like Node, goes by real paths, and people
 * by theirs.
 */
export function placesOf(file: string): {
  /** Real folder of the config; esbuild's paths are relative to it. */
  readonly folder: string;
  readonly real: string;
  /** From a path as esbuild says it to one as people know it. */
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

/** Marks that the plugin's own question to esbuild is not to be answered by the plugin. */
const asked = Symbol('asked');

function packagesOutside(packages: Map<string, string>): Plugin {
  return {
    name: 'packages-outside',
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, async (args) => {
        if (args.pluginData === asked || args.kind === 'entry-point' || isAbsolute(args.path))
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
  const found = await build.resolve(args.path, { importer, resolveDir, kind, pluginData: asked });
  if (found.errors.length > 0) return args.path === 'svc' ? outside(ownEntry) : undefined;
  // A workspace package is the user's own source: it may be TypeScript, and an edit of it is an edit of the config.
  const installed =
    found.path.includes(`${sep}node_modules${sep}`) || found.path.startsWith(packageRoot + sep);
  if (!installed || !/\.[cm]?js$/.test(found.path)) return found;
  // `require` takes paths and no URLs.
  return kind === 'require-call' ? { path: found.path, external: true } : outside(found.path);
}

/** A config may stand where `svc` is not installed (run by npx): it then gets this copy. */
const ownEntry: string = join(packageRoot, 'dist/runtime/config/index.js');

function outside(path: string): OnResolveResult {
  return { path: pathToFileURL(path).href, external: true };
}

/** A module in a bundle does not know its own file: `import.meta` is read from constants at its beginning. */
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
        // On the first line, so that every other keeps its number.
        return { contents: `const ${constants.join()};${text}`, loader: loaders[extension] ?? 'js' };
      });
    },
  };
}
