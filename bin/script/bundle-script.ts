import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { configNames } from '../../generator/load/find-config.js';
import { shownPath } from '../../runtime/cli/index.js';
import { distFolder } from '../bundle/build-record.js';
import { bundleServer } from '../bundle/bundle-server.js';
import { isOwnProgram } from '../bundle/server-program.js';
import { CommandError, UsageError } from '../command-error.js';
import { runGeneration } from '../generate/generation.js';
import type { ConfigOptions } from '../options.js';

/** A service, and the folder of its project. */
export interface ProjectService extends ConfigOptions {
  readonly project: string;
}

/** A script, and the folder of its project. */
export interface ProjectScript extends ProjectService {
  /** Path of the script. */
  readonly script: string;
}

/** Modules to import. */
export interface ScriptModules {
  /** Exports `script`, the namespace of the script. */
  readonly bundle: string;
  /** Exports `createApp`. */
  readonly server: string;
}

/**
 * Bundles a script with the generated service, which is brought up to date first, so that both share the
 * modules of the project. In a folder with a build but no config, the service is that of the build.
 */
export async function bundleScript({ project, script, ...options }: ProjectScript): Promise<ScriptModules> {
  const file = resolve(project, script);
  if (!existsSync(file)) throw new UsageError(`there is no file ${shownPath(file)}`);
  const built = builtServer(project, options);
  const entry = built ?? (await generatedServer(options));
  const service = built === null ? `export { createApp } from ${JSON.stringify(entry)};\n` : '';
  const main = `${service}export * as script from ${JSON.stringify(file)};`;
  const bundle = await written(project, { name: basename(file), entry, main });
  return { bundle, server: built ?? bundle };
}

/**
 * The module of a service, which exports `createApp`: a bundle of the generated one, which is brought up to
 * date first, or that of a build without config.
 */
export async function bundleService({ project, ...options }: ProjectService): Promise<string> {
  const built = builtServer(project, options);
  if (built !== null) return built;
  const entry = await generatedServer(options);
  const main = `export { createApp } from ${JSON.stringify(entry)};`;
  return written(project, { name: 'service', entry, main });
}

interface Bundled {
  readonly name: string;
  readonly entry: string;
  readonly main: string;
}

/** In the project's folder, so that its packages resolve. Removed when the process ends. */
async function written(project: string, { name, entry, main }: Bundled): Promise<string> {
  const outfile = join(project, '.svc/run', `${name}-${process.pid}.mjs`);
  const bundle = await bundleServer({ entry, outfile, program: { main, before: '', moved: [] } });
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, bundle.code);
  writeFileSync(`${outfile}.map`, bundle.map);
  // Not earlier: node reads the source map for the first stack.
  process.once('exit', () => {
    for (const file of [outfile, `${outfile}.map`]) rmSync(file, { force: true });
  });
  return outfile;
}

/** Null where there is a config: the build may be older. */
function builtServer(project: string, options: ConfigOptions): string | null {
  const built = join(project, distFolder, 'server.js');
  const hasConfig =
    options.config !== undefined || configNames.some((name) => existsSync(join(project, name)));
  if (hasConfig || !existsSync(built)) return null;
  if (!isOwnProgram(readFileSync(built, 'utf8'))) return built;
  throw new CommandError(
    `${shownPath(built)} is a program of your own, which would start: run the script where the config is`,
  );
}

async function generatedServer(options: ConfigOptions): Promise<string> {
  const { output } = await runGeneration(options);
  const server = join(output, 'server.ts');
  if (existsSync(server)) return server;
  throw new CommandError(`there is no ${shownPath(server)}`);
}
