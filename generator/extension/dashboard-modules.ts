import { join, resolve, sep } from 'node:path';
import type { OnLoadResult, OnResolveResult, Plugin } from 'esbuild';
import { shellKey } from '../../runtime/extension/shell.js';
import { packageRoot } from '../../runtime/util/package-root.js';

/** The generated files of the SDK, by absolute path: they may not be written yet. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** The modules of React that an extension shares with the dashboard. */
const shared: readonly string[] = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

const ownEntry: string = join(packageRoot, 'dist/runtime/extension/index.js');

const shellName: string = JSON.stringify(Symbol.keyFor(shellKey));

/** Files that would bring the server, and with it secrets, to the browser. */
const serverOnly = /^svc(?:\/runtime)?$/;

/**
 * What an extension gets from the dashboard instead of from packages: its React, `svc/admin`, and the
 * generated SDK.
 */
export function dashboardModules(generated: GeneratedFiles, output: string): Plugin {
  return {
    name: 'dashboard-modules',
    setup(build) {
      build.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path }) => sharedModule(path));
      build.onResolve({ filter: /^svc(?:\/|$)/ }, ({ path }) => ownModule(path));
      build.onResolve({ filter: /^(?:\.|svc-sdk:)/ }, ({ path, resolveDir }) => {
        const isSdk = path.startsWith('svc-sdk:');
        const file = isSdk ? join(output, 'sdk/index.js') : resolve(resolveDir, path);
        return file.startsWith(output + sep) ? generatedModule(file, generated) : undefined;
      });
      build.onLoad({ filter: /./, namespace: 'svc-shared' }, ({ path }) => ({
        contents: `module.exports = globalThis[Symbol.for(${shellName})].modules[${JSON.stringify(path)}];`,
      }));
      build.onLoad({ filter: /./, namespace: 'svc-sdk' }, ({ path }): OnLoadResult => {
        const loader = path.endsWith('.ts') ? 'ts' : 'js';
        return { contents: generated.get(path) ?? '', loader, resolveDir: resolve(path, '..') };
      });
    },
  };
}

function sharedModule(path: string): OnResolveResult {
  if (shared.includes(path)) return { path, namespace: 'svc-shared' };
  return { errors: [{ text: `"${path}" is not in the dashboard, which has ${shared.join(', ')}` }] };
}

function ownModule(path: string): OnResolveResult | undefined {
  if (path === 'svc/admin') return { path: ownEntry };
  if (!serverOnly.test(path)) return undefined;
  const text = `"${path}" is for servers: an extension runs in the browser, and imports "svc/admin"`;
  return { errors: [{ text }] };
}

/** Imports name `.js`, also where the SDK is TypeScript. */
function generatedModule(file: string, generated: GeneratedFiles): OnResolveResult | undefined {
  const found = [file, file.replace(/\.js$/, '.ts')].find((each) => generated.has(each));
  return found === undefined ? undefined : { path: found, namespace: 'svc-sdk' };
}
