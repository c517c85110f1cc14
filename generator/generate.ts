/** From a config to the files of the output folder. */
import { dirname, join, resolve } from 'node:path';
import type { ServiceConfig } from '../runtime/config/service-config.js';
import { packageVersion } from '../runtime/util/package-root.js';
import { buildIr } from './ir/build-ir.js';
import type { EmittedFile, Ir } from './ir/ir.js';
import { type LoadedConfig, loadConfig } from './load/load-config.js';
import { inputHash } from './write/input-hash.js';
import { type Manifest, readManifest } from './write/manifest.js';
import { compareOutput, isAsWritten, type Output, writeOutput } from './write/write-output.js';

export interface GenerateOptions {
  /** Folder in which the config is looked for. */
  readonly cwd: string;
  /** The config, relative to `cwd`. Default `svc.config.ts`. */
  readonly config?: string;
  /** The output folder, relative to `cwd`. Default: the config's `output`, else `generated` beside the config. */
  readonly output?: string;
  /** Writes nothing, and names what is out of date in `stale`. */
  readonly check?: boolean;
}

/** What was done. All paths are absolute. */
export interface GenerateResult {
  readonly configFile: string;
  /** The output folder. */
  readonly output: string;
  /** The config, the local files that it imports, and those that its `admin` names. */
  readonly sources: readonly string[];
  readonly written: readonly string[];
  /** Files of svc that were not wanted any more. */
  readonly removed: readonly string[];
  /** Those written files that somebody had edited. */
  readonly restored: readonly string[];
  /** Number of files that were as they should be. */
  readonly unchanged: number;
  /** With `check`: what a run would write or remove. */
  readonly stale: readonly string[];
}

/**
 * Generates everything. The config is run each time, since it may read other files and the environment; but the rest is
 * skipped where the config means what it meant before and all files stand as they were written. `check` skips nothing: a
 * manifest and files that were changed together would deceive it. Throws a `ConfigError` or an `OutputError`, and then has
 * written nothing.
 *
 * @example
 * const { output, written } = await generate({ cwd: process.cwd() });
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { loaded, folder, manifest } = await load(options);
  const ir = buildIr(loaded, { output: folder, version: packageVersion });
  const result: GenerateResult = {
    configFile: loaded.file,
    output: folder,
    sources: [...loaded.sources, ...[...loaded.brand.values()].map(({ source }) => source)],
    written: [],
    removed: [],
    restored: [],
    unchanged: 0,
    stale: [],
  };
  const absolute = (paths: readonly string[]): readonly string[] => paths.map((path) => join(folder, path));
  const input = inputHash(ir);
  const isKnown = manifest?.input === input && manifest.comments.sourcesHash === loaded.sourcesHash;
  if (options.check !== true && isKnown && (await isAsWritten(folder, manifest))) {
    return { ...result, unchanged: Object.keys(manifest.files).length };
  }
  const output: Output = {
    folder,
    files: await emitFiles(ir),
    version: packageVersion,
    contract: ir.contract.hash,
    input,
    comments: { sourcesHash: loaded.sourcesHash, docs: loaded.docs },
  };
  if (options.check === true) {
    const { stale, unchanged } = await compareOutput(output);
    return { ...result, unchanged, stale: absolute(stale) };
  }
  const { written, removed, restored, unchanged } = await writeOutput(output);
  return {
    ...result,
    written: absolute(written),
    removed: absolute(removed),
    restored: absolute(restored),
    unchanged,
  };
}

/** What {@link generate} would write, as text; nothing is read from the output folder or written to it. */
export async function emit(options: Omit<GenerateOptions, 'check'>): Promise<readonly EmittedFile[]> {
  const { loaded, folder } = await load(options);
  return await emitFiles(buildIr(loaded, { output: folder, version: packageVersion }));
}

interface Loaded {
  readonly loaded: LoadedConfig;
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** What the last run left there. */
  readonly manifest: Manifest | null;
}

async function load({ cwd, config, output }: GenerateOptions): Promise<Loaded> {
  const folderOf = (own: ServiceConfig, file: string): string =>
    output === undefined ? resolve(dirname(file), own.output ?? 'generated') : resolve(cwd, output);
  let manifest: Manifest | null = null;
  const loaded = await loadConfig({
    cwd,
    ...(config !== undefined && { file: config }),
    remembered: async (own, file) => {
      manifest = await readManifest(folderOf(own, file));
      return manifest?.comments ?? null;
    },
  });
  return { loaded, folder: folderOf(loaded.config, loaded.file), manifest };
}

/** Emitters are loaded when there is something to emit. */
async function emitFiles(ir: Ir): Promise<readonly EmittedFile[]> {
  const { emitAll } = await import('./emit/emit-all.js');
  return emitAll(ir);
}
