/**
 * Bundled code moves into another folder, but a config may read a data file next to itself. So every local
 * file keeps its original `import.meta.url`, `__dirname` and so on, relative to where the bundle runs.
 */
import { readFile } from 'node:fs/promises';
import { dirname, extname, relative, sep } from 'node:path';
import { type Loader, type Plugin, transform } from 'esbuild';

const locationModule = 'svc-location:';
const loaders: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.jsx': 'jsx',
  '.tsx': 'tsx',
};

export interface OwnLocationOptions {
  /** The bundle's file. */
  readonly outfile: string;
  /** Files that get the bundle's location. */
  readonly except: readonly string[];
}

export function ownLocation({ outfile, except }: OwnLocationOptions): Plugin {
  return {
    name: 'own-location',
    setup(build) {
      build.onResolve({ filter: /^svc-location:/ }, ({ path }) => ({
        path: path.slice(locationModule.length),
        namespace: 'svc-location',
      }));
      build.onLoad({ filter: /.*/, namespace: 'svc-location' }, ({ path }) => ({
        contents: locationOf(relative(dirname(outfile), path)),
        loader: 'js',
      }));
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
        if (except.includes(path)) return undefined;
        const text = await readFile(path, 'utf8');
        if (/\bimport\.meta\b/.test(text)) return await modulePlaced(path, text);
        return /\b__(dir|file)name\b/.test(text) ? await scriptPlaced(path, text) : undefined;
      });
    },
  };
}

function locationOf(path: string): string {
  const specifier = JSON.stringify(path.split(sep).map(encodeURIComponent).join('/'));
  return `import { fileURLToPath } from 'node:url';
import { dirname as folderOf } from 'node:path';
export const url = new URL(${specifier}, import.meta.url).href;
export const filename = fileURLToPath(url);
export const dirname = folderOf(filename);`;
}

/** Imports are hoisted, so they can be added at the end, where they shift no line. */
async function modulePlaced(path: string, text: string): Promise<{ contents: string; loader: Loader }> {
  const names = { url: '__svc_url', filename: '__svc_filename', dirname: '__svc_dirname' };
  const define = Object.fromEntries(Object.entries(names).map(([name, own]) => [`import.meta.${name}`, own]));
  const list = Object.entries(names).map(([name, own]) => `${name} as ${own}`);
  const code = await transformed(path, text, define);
  return { contents: `${code}\nimport { ${list.join(', ')} } from ${specifierOf(path)};`, loader: 'js' };
}

/** CommonJS: calls `require` where it is first needed, on the first line. */
async function scriptPlaced(path: string, text: string): Promise<{ contents: string; loader: Loader }> {
  const define = { __dirname: '__svc_location.dirname', __filename: '__svc_location.filename' };
  const code = await transformed(path, text, define);
  return { contents: `var __svc_location = require(${specifierOf(path)}); ${code}`, loader: 'js' };
}

async function transformed(path: string, text: string, define: Record<string, string>): Promise<string> {
  const { code } = await transform(text, {
    loader: loaders[extname(path)] ?? 'js',
    define,
    sourcefile: path,
    sourcemap: 'inline',
    target: 'node20',
  });
  return code;
}

function specifierOf(path: string): string {
  return JSON.stringify(`${locationModule}${path}`);
}
