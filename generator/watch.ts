/** Generates again on every change of the config and the files that it imports. */
import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../runtime/errors/config-error.js';
import { type GenerateOptions, type GenerateResult, generate } from './generate.js';

export interface WatchOptions extends Omit<GenerateOptions, 'check'> {
  /** Called before each run with the absolute paths that changed; none before the first run. */
  readonly onStart?: (changed: readonly string[]) => void | Promise<void>;
  /** Called after each successful run, the first included. */
  readonly onGenerated: (result: GenerateResult, alsoWatch: AlsoWatch) => void | Promise<void>;
  /** Called after each failed run, with a `ConfigError` or an `OutputError`. Watching goes on. */
  readonly onError: (error: unknown) => void | Promise<void>;
}

/** Adds files whose changes lead to a run. They are watched until the next successful run. */
export type AlsoWatch = (files: readonly string[]) => void;

export interface Watcher {
  /** Resolves when the first run has ended and changes are watched. */
  readonly ready: Promise<void>;
  /** Stops watching, after a run in progress has ended. */
  close(): Promise<void>;
}

/**
 * Time without changes before a run: editors write a file in several steps, and a branch is checked out file
 * by file.
 */
const quietMilliseconds = 60;

/**
 * Starts to watch. There is never more than one run at a time; a change during a run leads to one more run.
 *
 * @example
 * const watcher = watchAndGenerate({ cwd, onGenerated: ({ written }) => log(written), onError: log });
 */
export function watchAndGenerate({ onStart, onGenerated, onError, ...options }: WatchOptions): Watcher {
  const folders = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  /**
   * Sources of the last successful run; before the first one, every source file in the watched folders
   * counts.
   */
  let sources: ReadonlySet<string> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isDue = false;
  let isBroken = false;
  let isClosed = false;

  const isWatched = (path: string): boolean => {
    if (/[\\/]\.env[^\\/]*$/.test(path)) return true;
    return sources === null || isBroken ? /\.(?:[cm]?[jt]sx?|json|css)$/.test(path) : sources.has(path);
  };
  const schedule = (): void => {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isDue = true;
      running ??= runWhileDue();
    }, quietMilliseconds);
  };

  const runWhileDue = async (): Promise<void> => {
    while (isDue && !isClosed) {
      isDue = false;
      await runOnce();
    }
    running = null;
  };

  const runOnce = async (): Promise<void> => {
    const begin = Date.now();
    const paths = [...changed].sort();
    changed.clear();
    try {
      await onStart?.(paths);
      const result = await generate(options);
      isBroken = false;
      const needed = [...result.sources];
      const watch = (files: readonly string[]): void => {
        needed.push(...files);
        sources = new Set(needed);
        watchFolders([...needed, result.configFile].map((file) => dirname(file)));
      };
      watch([]);
      await onGenerated(result, watch);
    } catch (error) {
      isBroken = true;
      watchFolders([options.cwd, ...foldersOfIssues(error, options)]);
      await onError(error);
    }
    if (await changedSince(begin)) schedule();
  };

  const watchFolders = (wanted: readonly string[]): void => {
    // Folders of the last successful run stay watched while the config is broken: the error may be in any of
    // them.
    const kept = new Set([...wanted, ...(isBroken ? folders.keys() : [])]);
    for (const [folder, watcher] of folders) {
      if (kept.has(folder)) continue;
      watcher.close();
      folders.delete(folder);
    }
    for (const folder of kept) if (!folders.has(folder)) watchOne(folder);
  };

  const watchOne = (folder: string): void => {
    try {
      const watcher = watchFolder(folder, (_event, name) => {
        const path = name === null ? folder : join(folder, name);
        if (name !== null && !isWatched(path)) return;
        changed.add(path);
        schedule();
      });
      // Removing a folder ends its watcher; the next run reports what is missing.
      watcher.on('error', () => {
        watcher.close();
        folders.delete(folder);
        schedule();
      });
      folders.set(folder, watcher);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') void onError(error);
    }
  };

  /** Whether a source has changed since `begin`: until its folder is watched, a change causes no event. */
  const changedSince = async (begin: number): Promise<boolean> => {
    const stats = await Promise.all([...(sources ?? [])].map((source) => stat(source).catch(() => null)));
    // A modification time in the future is ignored: it would count as a change after every run.
    const isNew = (time: number): boolean => time > begin && time <= Date.now();
    return !isBroken && stats.some((found) => found !== null && isNew(found.mtimeMs));
  };

  isDue = true;
  running = runWhileDue();
  return {
    ready: running,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      for (const watcher of folders.values()) watcher.close();
      folders.clear();
    },
  };
}

/** Folders of the files that a `ConfigError` names, and of the config itself. */
function foldersOfIssues(error: unknown, { cwd, config }: GenerateOptions): readonly string[] {
  const issues = error instanceof ConfigError ? error.issues : [];
  const files = [...issues.map(({ file }) => file), config ?? null];
  return files.flatMap((file) => (file === null ? [] : [dirname(resolve(cwd, file))]));
}
