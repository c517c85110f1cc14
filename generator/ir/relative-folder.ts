import { relative, sep } from 'node:path';

/** Path of a folder from another one, with `/`, for an import: `.`, `..`, `./generated`. */
export function relativeFolder(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/');
  if (path === '') return '.';
  return /^\.\.(?:\/|$)/.test(path) ? path : `./${path}`;
}
