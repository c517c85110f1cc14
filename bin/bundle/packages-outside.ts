import { realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, sep } from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { packageRoot } from '../../runtime/cli/index.js';

/** Marks the plugin's own resolve request to esbuild, which the plugin must not handle. */
const requested = Symbol('asked');

/**
 * Pure JavaScript in a hundred files, of which validators need a few: bundled, a server starts 50 ms faster.
 */
const inlined = /^zod(\/|$)/;

/**
 * Installed packages stay imports of the bundle: they may contain native code, and are installed where it
 * runs. Files with a bare name that are the user's own source (a workspace package, a path of tsconfig.json)
 * are bundled.
 *
 * @param generated Folder of the generated code.
 */
export function packagesOutside(generated: string): Plugin {
  const sdk = join(realpathSync(generated), 'sdk');
  return {
    name: 'packages-outside',
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, (args) => {
        if (args.pluginData === requested || args.kind === 'entry-point' || isAbsolute(args.path))
          return undefined;
        return inlined.test(args.path) && dirname(args.importer) === sdk
          ? fromOwnPackages(build, args)
          : resolvePackage(build, args);
      });
    },
  };
}

/**
 * Imports of generated validators are dependencies of this package. The project may have another release of
 * them, or none: pnpm, and npm next to another release, install them inside this package.
 */
function fromOwnPackages(build: PluginBuild, { path, kind }: OnResolveArgs): Promise<OnResolveResult> {
  return build.resolve(path, { resolveDir: packageRoot, kind, pluginData: requested });
}

async function resolvePackage(build: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  if (args.path.startsWith('svc-location:')) return undefined;
  const outside = { path: args.path, external: true };
  if (isBuiltin(args.path)) return outside;
  const { importer, resolveDir, kind } = args;
  const found = await build.resolve(args.path, { importer, resolveDir, kind, pluginData: requested });
  // A config may be in a folder where `svc` is not installed (run by npx); the server then reports what is
  // missing when it starts.
  if (found.errors.length > 0) return /^svc(\/|$)/.test(args.path) ? outside : undefined;
  if (inlined.test(args.path)) return found;
  const installed =
    found.path.includes(`${sep}node_modules${sep}`) || found.path.startsWith(packageRoot + sep);
  return installed && /\.([cm]?js|node)$/.test(found.path) ? outside : found;
}
