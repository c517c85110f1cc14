import { lstat, readFile } from 'node:fs/promises';

/** What is at a path. */
export type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'link' }
  | { readonly kind: 'other' };

/** Looks at a path without following a link. */
export async function look(path: string): Promise<Found> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    // ENOTDIR: a parent folder is a file; it is checked by itself.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (stats === null) return { kind: 'nothing' };
  if (stats.isSymbolicLink()) return { kind: 'link' };
  if (stats.isDirectory()) return { kind: 'folder' };
  if (!stats.isFile()) return { kind: 'other' };
  return { kind: 'file', text: await readFile(path, 'utf8') };
}
