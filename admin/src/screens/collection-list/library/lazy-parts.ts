/** What lists of files have beside the others: loaded for collections with files only. */
import { lazy } from 'react';

export const Uploads = lazy(async () => ({ default: (await import('./uploads.js')).Uploads }));
export const LibraryTools = lazy(async () => ({
  default: (await import('./library-tools.js')).LibraryTools,
}));
export const LibraryActions = lazy(async () => ({
  default: (await import('./library-actions.js')).LibraryActions,
}));
export const FolderBar = lazy(async () => ({ default: (await import('./folders/folder-bar.js')).FolderBar }));
export const LibraryGrid = lazy(async () => ({ default: (await import('./library-grid.js')).LibraryGrid }));
