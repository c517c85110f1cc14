import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A path as people type it: relative to the current folder, with `/`; absolute if it is far from it. */
export function shownPath(path: string, cwd: string = process.cwd()): string {
  const short = relative(cwd, resolve(cwd, path)) || '.';
  return isAbsolute(short) || short.startsWith(`..${sep}..${sep}..`)
    ? resolve(cwd, path)
    : short.split(sep).join('/');
}
