import { lazy, type ReactNode, Suspense } from 'react';
import type { Document } from '../api/documents.js';
import { storedFile } from './stored-file.js';

/** Loaded where there are files only. */
const Thumbnail = lazy(async () => ({ default: (await import('./thumbnail.js')).Thumbnail }));

interface FileThumbnailProps {
  /** Read with `fileSelect`. */
  readonly document: Document;
  /** Length of its longer side on the screen. */
  readonly pixels: number;
}

/** The picture of a document with a file, next to its title. */
export function FileThumbnail({ document, pixels }: FileThumbnailProps): ReactNode {
  return (
    <Suspense>
      <Thumbnail file={storedFile(document)} pixels={pixels} />
    </Suspense>
  );
}
