import { type LoadedConfig, loadConfig } from '../generator/load/load-config.js';
import type { ConfigOptions } from './options.js';

/** Loads the config that the options name, from the current folder. */
export function loadProject({ config: file }: ConfigOptions): Promise<LoadedConfig> {
  return loadConfig({ cwd: process.cwd(), ...(file === undefined ? {} : { file }) });
}
