import { basename, dirname, resolve } from 'node:path';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ConfigTypesFile } from './ir.js';
import { relativeFolder } from './relative-folder.js';

/** The output folder of a config that names none. */
export const defaultOutput = 'generated';

/** The output folder that a config names, as an absolute path. */
export function ownOutput(config: ServiceConfig, file: string): string {
  return resolve(dirname(file), config.output ?? defaultOutput);
}

/**
 * `svc-env.d.ts` for `svc.config.ts`. Null for an output folder that is not the config's own: a run with
 * `--output` changes nothing outside that folder.
 */
export function configTypesFile(
  config: ServiceConfig,
  { output, file }: { readonly output: string; readonly file: string },
): ConfigTypesFile | null {
  const own = ownOutput(config, file);
  if (resolve(output) !== own) return null;
  const folder = relativeFolder(own, dirname(file));
  const name = environmentName(basename(file));
  return { path: folder === '.' ? name : `${folder}/${name}`, output: relativeFolder(dirname(file), own) };
}

/**
 * Each config of a folder has a file of its own: `svc.config.ts` has `svc-env.d.ts`, `shop.mts` has
 * `shop-env.d.mts`.
 */
function environmentName(config: string): string {
  const [, name = config, kind = ''] = /^(.+?)(?:\.config)?\.([cm]?)[jt]s$/.exec(config) ?? [];
  return `${name}-env.d.${kind}ts`;
}
