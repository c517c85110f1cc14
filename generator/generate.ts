/** Generates the files of the output folder from a config. */
import { dirname, join, resolve } from 'node:path';
import type { ServiceConfig } from '../runtime/config/service-config.js';
import { packageVersion } from '../runtime/util/package-root.js';
import type { ExtendedIr } from './extension/read-extension.js';
import { buildIr } from './ir/build-ir.js';
import { ownOutput } from './ir/config-types-file.js';
import type { EmittedFile, Ir } from './ir/ir.js';
import { entryOf } from './load/entry-file.js';
import { extensionOf } from './load/extension-file.js';
import { type LoadedConfig, loadConfig } from './load/load-config.js';
import { inputHash } from './write/input-hash.js';
import { type Manifest, readManifest } from './write/manifest.js';
import { compareOutput, isAsWritten, type Output, writeOutput } from './write/write-output.js';

export interface GenerateOptions {
  /** Folder in which the config is searched for. */
  readonly cwd: string;
  /** The config, relative to `cwd`. Default `svc.config.ts`. */
  readonly config?: string;
  /**
   * The output folder, relative to `cwd`. Default: the config's `output`, else `generated` next to the
   * config.
   */
  readonly output?: string;
  /** Writes nothing, and lists in `stale` what is out of date. */
  readonly check?: boolean;
  /** Refuses a `server.entry` that does not exist. */
  readonly needsEntry?: boolean;
}

/** Result of a run. All paths are absolute. */
export interface GenerateResult {
  readonly configFile: string;
  /** The output folder. */
  readonly output: string;
  /** The module that `server.entry` names; null without one. */
  readonly entry: string | null;
  /** Whether the service takes images, which it decodes. */
  readonly takesImages: boolean;
  /** The config, the local files that it imports, and those that its `admin` names and they import. */
  readonly sources: readonly string[];
  readonly written: readonly string[];
  /** Files written by svc that are no longer needed. */
  readonly removed: readonly string[];
  /** The written files that had been edited since the last run. */
  readonly restored: readonly string[];
  /** Number of files that were up to date already. */
  readonly unchanged: number;
  /** With `check`: the files that a run would write or remove. */
  readonly stale: readonly string[];
  /** The extension of the dashboard, if it needs a browser at once: the names in it were not checked. */
  readonly unchecked: string | null;
}

/**
 * Generates everything. The config is run each time, since it may read other files and the environment. The
 * rest is skipped if the config means the same as in the last run and no file has changed since. `check`
 * skips nothing: it would miss a manifest and files that were changed together. Throws a `ConfigError` or an
 * `OutputError`; nothing is written then.
 *
 * @example
 * const { output, written } = await generate({ cwd: process.cwd() });
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { loaded, folder, manifest } = await load(options);
  const { ir, sources, unchecked } = await irOf(loaded, folder);
  const result: GenerateResult = {
    configFile: loaded.file,
    output: folder,
    entry: entryOf(loaded.config, dirname(loaded.file)),
    takesImages: ir.contract.collections.some(({ upload }) => upload?.images !== undefined),
    sources: [...loaded.sources, ...[...loaded.brand.values()].map(({ source }) => source), ...sources],
    written: [],
    removed: [],
    restored: [],
    unchanged: 0,
    stale: [],
    unchecked,
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

/** Returns what {@link generate} would write, as text. Writes nothing. */
export async function emit(options: Omit<GenerateOptions, 'check'>): Promise<readonly EmittedFile[]> {
  const { loaded, folder } = await load(options);
  return await emitFiles((await irOf(loaded, folder)).ir);
}

async function irOf(loaded: LoadedConfig, folder: string): Promise<ExtendedIr> {
  const ir = buildIr(loaded, { output: folder, version: packageVersion });
  // Its modules are loaded where there is an extension.
  if (extensionOf(loaded.config, dirname(loaded.file)) === null) return { ir, sources: [], unchecked: null };
  const { withExtension } = await import('./extension/read-extension.js');
  return await withExtension(ir, loaded, folder);
}

interface Loaded {
  readonly loaded: LoadedConfig;
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Manifest of the last run; null if there is none that can be read. */
  readonly manifest: Manifest | null;
}

async function load({ cwd, config, output, needsEntry = false }: GenerateOptions): Promise<Loaded> {
  const folderOf = (own: ServiceConfig, file: string): string =>
    output === undefined ? ownOutput(own, file) : resolve(cwd, output);
  let manifest: Manifest | null = null;
  const loaded = await loadConfig({
    cwd,
    ...(config !== undefined && { file: config }),
    needsEntry,
    remembered: async (own, file) => {
      manifest = await readManifest(folderOf(own, file));
      return manifest?.comments ?? null;
    },
  });
  return { loaded, folder: folderOf(loaded.config, loaded.file), manifest };
}

/** Loads the emitters only when there is something to emit. */
async function emitFiles(ir: Ir): Promise<readonly EmittedFile[]> {
  const { emitAll } = await import('./emit/emit-all.js');
  return emitAll(ir);
}
