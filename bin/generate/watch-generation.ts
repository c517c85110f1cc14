import { once } from 'node:events';
import { findConfig } from '../../generator/load/find-config.js';
import { watchAndGenerate } from '../../generator/watch.js';
import { loadDotEnv } from '../../runtime/cli/index.js';
import { errorJson, errorLines } from '../error-lines.js';
import type { ConfigOptions } from '../options.js';
import { interruption, isInterrupted } from '../terminal/interruption.js';
import type { Terminal } from '../terminal/terminal.js';
import { generationJson, printGeneration } from './generation.js';

export interface WatchOptions {
  readonly json: boolean;
  /** Names each file, however many there are. */
  readonly isVerbose: boolean;
  readonly terminal: Terminal;
}

/**
 * Generates, and again on every change, until interrupted. An invalid config is reported, and the next change
 * waited for.
 */
export async function watchGeneration(
  config: ConfigOptions,
  { json, isVerbose, terminal }: WatchOptions,
): Promise<void> {
  const cwd = process.cwd();
  // An invalid config is waited for; a missing one means a wrong folder.
  findConfig(cwd, config.config);
  const signal = interruption();
  let begin = performance.now();
  const watcher = watchAndGenerate({
    cwd,
    ...config,
    onStart: () => {
      begin = performance.now();
      loadDotEnv(cwd);
    },
    onGenerated: (result) => {
      if (signal.aborted) return;
      const generation = { ...result, milliseconds: performance.now() - begin };
      if (json) terminal.json(generationJson(generation));
      else printGeneration(generation, terminal, isVerbose);
    },
    onError: async (error) => {
      if (await isInterrupted(signal)) return;
      for (const line of errorLines(error)) terminal.error(line);
      if (json) terminal.json(errorJson(error));
    },
  });
  if (!signal.aborted) await once(signal, 'abort');
  await watcher.close();
}
