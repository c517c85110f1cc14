import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { loadDotEnv } from '../../runtime/config/dot-env.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type ConfigIssue, validateConfig } from '../../runtime/config/validate/validate-config.js';
import { ConfigError, type LocatedConfigIssue } from '../../runtime/errors/config-error.js';
import { type BrandFiles, type FoundBrandFiles, readBrandFiles } from './brand-files.js';
import { type BrowserFunctions, type FoundFunctions, readBrowserFunctions } from './browser-functions.js';
import { asConfigError } from './build-issues.js';
import { bundleConfig, type ConfigBundle } from './bundle-config.js';
import type { DocComments } from './doc-comments.js';
import { missingEntry } from './entry-file.js';
import { missingExtension } from './extension-file.js';
import { findConfig } from './find-config.js';
import { type FoundRouteSchemas, type RouteJsonSchemas, readRouteSchemas } from './route-schemas.js';
import { runBundle } from './run-bundle.js';
import { slowPatterns } from './slow-patterns.js';
import { soundParts } from './sound-parts.js';

/**
 * TSDoc comments of an earlier run, kept in the manifest of the output folder: reading them takes a second.
 */
export interface RememberedDocs {
  /** {@link LoadedConfig.sourcesHash} of that run. */
  readonly sourcesHash: string;
  readonly docs: DocComments;
}

export interface LoadOptions {
  readonly cwd: string;
  /** Path of the config, relative to `cwd`; without it the config is searched for. */
  readonly file?: string;
  /**
   * Returns the comments of the last run. Called after the config has run, since it defines the output
   * folder.
   */
  readonly remembered?: (config: ServiceConfig, file: string) => Promise<RememberedDocs | null>;
  /** Refuses a `server.entry` that does not exist. */
  readonly needsEntry?: boolean;
}

export interface LoadedConfig {
  readonly config: ServiceConfig;
  /** Absolute path of the config file. */
  readonly file: string;
  /** Absolute paths of the config and the local files it imports. */
  readonly sources: readonly string[];
  readonly docs: DocComments;
  /** The files that its `admin` names. */
  readonly brand: BrandFiles;
  /** Its functions that run in the browser; null without any. */
  readonly functions: BrowserFunctions | null;
  /** The schemas of its routes, in their order. */
  readonly routeSchemas: readonly RouteJsonSchemas[];
  /** Hash of the text and the relative paths of all sources: as long as it is the same, `docs` is. */
  readonly sourcesHash: string;
  /** Adds file and line to issues that are found later. */
  locate(issues: readonly ConfigIssue[]): Promise<readonly LocatedConfigIssue[]>;
}

/**
 * Runs the config and checks it. Its `.env` is read first, so that a config may use the environment; it needs
 * no secret and no database. Nothing is written, and each call runs the config again.
 *
 * @throws ConfigError with every issue, each with file and line.
 *
 * @example
 * const { config, sources } = await loadConfig({ cwd: process.cwd() });
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const file = findConfig(options.cwd, options.file);
  loadDotEnv(options.cwd);
  const bundle = await bundled(file);
  const found = await runBundle(bundle, file);
  const problems = [...validateConfig(found), ...(await slowPatterns(found))];
  const sound = soundParts(found, problems);
  const surroundings = sound && (await readSurroundings(sound.config, { bundle, file }, options));
  const all = [
    ...problems,
    ...(surroundings?.problems ?? []).map((issue) => sound?.restored(issue) ?? issue),
  ];
  if (surroundings === null || all.length > 0)
    throw new ConfigError(await issuesOf(all, found, { bundle, file }));
  // Without problems it is a valid config.
  const config = found as ServiceConfig;
  const { brand, functions, routes } = surroundings;
  const texts = bundle.sources.map((source) => readFileSync(source, 'utf8'));
  const sourcesHash = hashSources(file, bundle.sources, texts);
  const remembered = (await options.remembered?.(config, file)) ?? null;
  const docs =
    remembered?.sourcesHash === sourcesHash
      ? remembered.docs
      : await readDocs(config, { bundle, file }, texts);
  return {
    config,
    file,
    sources: bundle.sources,
    docs,
    sourcesHash,
    brand: brand.files,
    functions: functions.found,
    routeSchemas: routes.schemas,
    locate: (issues) => issuesOf(issues, found, { bundle, file }),
  };
}

interface Loading {
  readonly bundle: ConfigBundle;
  readonly file: string;
}

interface Surroundings {
  readonly brand: FoundBrandFiles;
  readonly functions: FoundFunctions;
  readonly routes: FoundRouteSchemas;
  readonly problems: readonly ConfigIssue[];
}

/** Reads what a config names: files, schemas of routes, and functions for the browser. */
async function readSurroundings(
  config: ServiceConfig,
  { bundle, file }: Loading,
  { needsEntry = false }: LoadOptions,
): Promise<Surroundings> {
  const folder = dirname(file);
  const brand = readBrandFiles(config, folder);
  const missing = [...(needsEntry ? missingEntry(config, folder) : []), ...missingExtension(config, folder)];
  const routes = await readRouteSchemas(config);
  const functions = await readBrowserFunctions(config, bundle.code);
  const problems = [...brand.problems, ...missing, ...routes.problems, ...functions.problems];
  return { brand, functions, routes, problems };
}

async function bundled(file: string): Promise<ConfigBundle> {
  try {
    return await bundleConfig(file);
  } catch (error) {
    throw asConfigError(error, file);
  }
}

async function issuesOf(
  problems: readonly ConfigIssue[],
  config: unknown,
  { bundle, file }: Loading,
): Promise<readonly LocatedConfigIssue[]> {
  const { readConfigSource } = await import('./config-source.js');
  const source = readConfigSource({ file, imports: bundle.imports }, config);
  const issues = problems.map(({ keys, ...problem }): LocatedConfigIssue => {
    const place = source.find(keys);
    return { file: place?.file ?? file, line: place?.line ?? null, ...problem };
  });
  // In reading order: file by file, from top to bottom.
  const order = (issue: LocatedConfigIssue): number => bundle.sources.indexOf(issue.file ?? file);
  return issues.sort((a, b) => order(a) - order(b) || (a.line ?? 0) - (b.line ?? 0));
}

async function readDocs(
  config: ServiceConfig,
  { bundle, file }: Loading,
  texts: readonly string[],
): Promise<DocComments> {
  if (!texts.some((text) => text.includes('/**'))) return {};
  const { readConfigSource } = await import('./config-source.js');
  return readConfigSource({ file, imports: bundle.imports }, config).docs();
}

function hashSources(file: string, sources: readonly string[], texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const [position, source] of sources.entries()) {
    const path = relative(dirname(file), source).split(sep).join('/');
    hash.update(JSON.stringify([path, texts[position]?.replaceAll('\r\n', '\n')]));
  }
  return hash.digest('hex').slice(0, 32);
}
