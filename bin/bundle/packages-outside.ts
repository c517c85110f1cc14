import { isBuiltin } from 'node:module';
import { isAbsolute, sep } from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { packageRoot } from '../../runtime/util/package-root.js';

/** Marks that the plugin's own question to esbuild is not to be answered by the plugin. */
const asked = Symbol('asked');

/** Pure JavaScript in a hundred files, of which validators need a few: bundled, a server starts 50 ms sooner. */
const inlined = /^zod(\/|$)/;

/**
 * Installed packages stay imports of the bundle: they may hold native code, and are installed where it runs. What is
 * reached by a bare name but is the user's own source (a workspace package, a path of tsconfig.json) is bundled.
 */
export function packagesOutside(): Plugin {
  return {
    name: 'packages-outside',
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, (args) =>
        args.pluginData === asked || args.kind === 'entry-point' || isAbsolute(args.path)
          ? undefined
          : resolvePackage(build, args),
      );
    },
  };
}

async function resolvePackage(build: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  if (args.path.startsWith('svc-location:')) return undefined;
  const outside = { path: args.path, external: true };
  if (isBuiltin(args.path)) return outside;
  const { importer, resolveDir, kind } = args;
  const found = await build.resolve(args.path, { importer, resolveDir, kind, pluginData: asked });
  // A config may stand where `svc` is not installed (run by npx); what is missing then is said when the server starts.
  if (found.errors.length > 0) return /^svc(\/|$)/.test(args.path) ? outside : undefined;
  if (inlined.test(args.path)) return found;
  const installed =
    found.path.includes(`${sep}node_modules${sep}`) || found.path.startsWith(packageRoot + sep);
  return installed && /\.([cm]?js|node)$/.test(found.path) ? outside : found;
}
