import { createContext, useContext } from 'react';
import type { Document } from '../../api/documents.js';
import type { Reference } from '../../documents/reference.js';

/** Returns the file of a picture; null while it is read, and where it may not be. */
type PictureFinder = (reference: Reference) => Document | null;

/** The pictures of related documents in a list, which are read with one request for all of them. */
export const PicturesContext = createContext<PictureFinder>(() => null);

export function usePictures(): PictureFinder {
  return useContext(PicturesContext);
}
