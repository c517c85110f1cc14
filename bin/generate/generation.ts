import type { GenerateResult } from '../../generator/generate.js';
import { countText, shownPath } from '../../runtime/cli/index.js';
import type { ConfigOptions } from '../options.js';
import { durationText } from '../terminal/duration.js';
import { withProgress } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';
import { fileLines } from './file-lines.js';

export interface Generation extends GenerateResult {
  readonly milliseconds: number;
}

/** Generates from the current folder and measures the time. */
export async function runGeneration(
  options: ConfigOptions & { readonly check?: boolean; readonly needsEntry?: boolean },
): Promise<Generation> {
  const begin = performance.now();
  const result = await withProgress('Generating', async () => {
    const { generate } = await import('../../generator/generate.js');
    return await generate({ cwd: process.cwd(), ...options });
  });
  return { ...result, milliseconds: performance.now() - begin };
}

/**
 * Prints the files that changed, and a summary. Many files are counted by folder, but each that was edited by
 * hand has its line.
 */
export function printGeneration(generation: Generation, terminal: Terminal, isVerbose = false): void {
  const { colours, line } = terminal;
  const { output, written, removed, restored } = generation;
  const edited = new Set(restored);
  const own = written.filter((file) => !edited.has(file));
  for (const text of fileLines(own, { output, isVerbose })) line(`${colours.green('+')} ${text}`);
  for (const file of edited)
    line(`${colours.yellow('~')} ${shownPath(file)} was edited by hand, and is restored`);
  for (const text of fileLines(removed, { output, isVerbose })) line(`${colours.red('-')} ${text}`);
  printSum(generation, terminal);
}

const uncheckedNotice =
  'is not checked: it needs a browser as soon as it is loaded, such as window at its top. Names in it may be wrong.';

/** Prints only the summary. */
export function printSum(generation: Generation, { colours, line }: Terminal): void {
  const { configFile, output, removed, written, unchanged, unchecked, milliseconds } = generation;
  const folder = `${shownPath(output)}/`;
  if (unchecked !== null) line(colours.yellow(`${shownPath(unchecked)} ${uncheckedNotice}`));
  const took = colours.dim(`(${durationText(milliseconds)})`);
  if (written.length + removed.length === 0) {
    line(`${folder} is up to date: ${countText(unchanged, 'file')} ${took}`);
    return;
  }
  const parts = [
    `${written.length} written`,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    `${unchanged} unchanged`,
  ];
  line(`Wrote ${folder} from ${shownPath(configFile)}: ${parts.join(', ')} ${took}`);
}

/** The same as JSON. */
export function generationJson(generation: Generation): object {
  const { configFile, output, written, restored, removed, unchanged, stale, unchecked, milliseconds } =
    generation;
  const shown = (files: readonly string[]): readonly string[] => files.map((file) => shownPath(file));
  return {
    ok: true,
    config: shownPath(configFile),
    output: shownPath(output),
    written: shown(written),
    restored: shown(restored),
    removed: shown(removed),
    stale: shown(stale),
    ...(unchecked !== null && { unchecked: shownPath(unchecked) }),
    unchanged,
    milliseconds: Math.round(milliseconds),
  };
}
