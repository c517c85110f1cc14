import { dirname, relative, sep } from 'node:path';
import { countText, shownPath } from '../../runtime/cli/index.js';

/** More files than a reader looks through: they are counted by folder. */
const maxListed = 20;

interface FileLines {
  /** The output folder: its files are counted by the folders in it. */
  readonly output: string;
  /** Names each file, however many there are. */
  readonly isVerbose: boolean;
}

/** A line for each file; if there are many, for each folder with their number. */
export function fileLines(files: readonly string[], { output, isVerbose }: FileLines): readonly string[] {
  if (isVerbose || files.length <= maxListed) return files.map((file) => shownPath(file));
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    const folder = folderOf(file, output);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  return [...byFolder].map(([folder, [first = '', ...others]]) =>
    others.length === 0
      ? shownPath(first)
      : `${shownPath(folder)}/ (${countText(others.length + 1, 'file')})`,
  );
}

/** The folder of a file, of those in the output folder only the uppermost. */
function folderOf(file: string, output: string): string {
  const [first = '', second] = relative(output, file).split(sep);
  if (first === '..') return dirname(file);
  return second === undefined ? output : `${output}${sep}${first}`;
}
