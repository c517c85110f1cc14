/** Bundles the extension of the dashboard with what it imports, for the browser. */
import { join, sep } from 'node:path';
import type { BuildOptions, Loader } from 'esbuild';
import { packageRoot } from '../../runtime/util/package-root.js';
import { placesOf } from '../load/bundle-config.js';
import { dashboardModules, type GeneratedFiles } from './dashboard-modules.js';

/** What is bundled, and for which project. */
export interface ExtensionSource {
  /** Absolute path of the file that `admin.extensions` names. */
  readonly file: string;
  /** Absolute path of the output folder. */
  readonly output: string;
  readonly generated: GeneratedFiles;
}

/** The files of a bundle, and what they were made of. */
export interface BundledExtension {
  /** Content in base64, by the name under which it is served. */
  readonly files: ReadonlyMap<string, string>;
  readonly module: string;
  /** Name of its style sheet; null without one. */
  readonly css: string | null;
  /** Absolute paths of the project's own files in it. */
  readonly sources: readonly string[];
}

/** The browsers of the dashboard: admin/vite.config.ts. */
const target = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

const assetEndings = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif', '.woff2'] as const;

const entryName = 'admin.extensions';

function optionsOf({ file, output, generated }: ExtensionSource): BuildOptions & { readonly write: false } {
  const { folder: root, real } = placesOf(file);
  return {
    stdin: {
      contents: `export { default as extension } from ${JSON.stringify(real)};\nexport { createClient } from 'svc-sdk:';`,
      resolveDir: root,
      sourcefile: entryName,
    },
    absWorkingDir: root,
    outdir: join(root, 'brand'),
    bundle: true,
    write: false,
    platform: 'browser',
    target,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    // The same for every project, whatever its tsconfig.json says of JSX.
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'react' } },
    logLevel: 'silent',
    plugins: [dashboardModules(generated, output)],
  };
}

/** Bundles in memory; rejects with esbuild's `BuildFailure`. */
export async function bundleExtension(source: ExtensionSource): Promise<BundledExtension> {
  const { build } = await import('esbuild');
  const { shown } = placesOf(source.file);
  const result = await build({
    ...optionsOf(source),
    metafile: true,
    format: 'esm',
    splitting: true,
    loader: Object.fromEntries(assetEndings.map((ending): [string, Loader] => [ending, 'file'])),
    // All are in one folder, whose address the page knows.
    publicPath: '/admin/brand',
    entryNames: 'extension-[hash]',
    chunkNames: 'extension-part-[hash]',
    assetNames: 'extension-asset-[hash]',
  });
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  // Dynamically imported modules are entry points too.
  const [path = '', entry] =
    Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint === entryName) ?? [];
  const css = entry?.cssBundle;
  const inputs = Object.keys(result.metafile.inputs).filter(isOfProject);
  return {
    files: new Map(
      result.outputFiles.map((file) => [
        nameOf(file.path.replaceAll(sep, '/')),
        Buffer.from(file.contents).toString('base64'),
      ]),
    ),
    module: nameOf(path),
    css: css === undefined ? null : nameOf(css),
    sources: inputs
      .map(shown)
      .filter((path) => !path.startsWith(ownCode))
      .sort(),
  };
}

/** Bundles it as a function body that can be run without a browser. */
export async function scriptOf(source: ExtensionSource): Promise<string> {
  const { build } = await import('esbuild');
  const loader = Object.fromEntries(
    [...assetEndings, '.css'].map((ending): [string, Loader] => [ending, 'empty']),
  );
  const result = await build({ ...optionsOf(source), format: 'cjs', loader });
  return result.outputFiles[0]?.text ?? '';
}

const ownCode: string = join(packageRoot, 'dist') + sep;

/** Modules of the plugin have a prefix, and packages change by an installation only. */
function isOfProject(input: string): boolean {
  return input !== entryName && !/^svc-(?:shared|sdk):/.test(input) && !input.includes('node_modules/');
}
