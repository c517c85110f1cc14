import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CommandError } from '../command-error.js';

export interface ProjectFile {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
  /** The file exists and gets new content, derived from this one. */
  readonly replaces?: string;
  /** Permission bits; secrets are readable by their owner only. */
  readonly mode?: number;
}

/**
 * Writes all files, or none: conflicts are reported before anything is written, and a failure removes what
 * was written.
 */
export function writeProject(folder: string, files: readonly ProjectFile[]): void {
  const inTheWay = files.filter((file) => file.replaces === undefined && exists(join(folder, file.path)));
  if (inTheWay.length > 0) throw new CommandError(refusal(folder, inTheWay));
  const undo: (() => void)[] = [];
  try {
    makeFolder(folder, undo);
    for (const file of files) writeOne(folder, file, undo);
  } catch (cause) {
    for (const step of undo.reverse()) step();
    throw cause;
  }
}

function refusal(folder: string, files: readonly ProjectFile[]): string {
  const names = files.map(({ path }) => join(relative(process.cwd(), folder), path)).join(', ');
  const [verb, pronoun] = files.length === 1 ? ['exists', 'it'] : ['exist', 'them'];
  return `${names} ${verb} already, and \`svc init\` does not overwrite files: move ${pronoun} away or use another folder.`;
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  // The topmost folder that was created, or nothing if all existed.
  const made = mkdirSync(folder, { recursive: true });
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
}

function writeOne(
  folder: string,
  { path, content, replaces, mode }: ProjectFile,
  undo: (() => void)[],
): void {
  const target = join(folder, path);
  makeFolder(dirname(target), undo);
  if (replaces === undefined) {
    // `wx`: a file that appeared since the check above is not overwritten either.
    writeFileSync(target, content, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    undo.push(() => rmSync(target, { force: true }));
    return;
  }
  if (readFileSync(target, 'utf8') !== replaces) {
    throw new CommandError(`${target} changed while \`svc init\` ran; run it again.`);
  }
  undo.push(() => writeFileSync(target, replaces));
  writeFileSync(target, content);
}

function exists(path: string): boolean {
  // A dangling link is a conflict too.
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
