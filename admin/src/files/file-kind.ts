/** What kind of content a file has, as far as the dashboard treats it differently. */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'other';

/** The kinds, in the order in which they are offered. */
export const fileKinds: readonly FileKind[] = ['image', 'video', 'audio', 'pdf', 'text', 'other'];

/** Returns the kind of a media type. */
export function kindOfType(mimeType: string): FileKind {
  if (mimeType === 'application/pdf') return 'pdf';
  const [group = ''] = mimeType.split('/');
  return group === 'image' || group === 'video' || group === 'audio' || group === 'text' ? group : 'other';
}

/** Returns the kinds among media types, in their order. */
export function kindsOfTypes(mimeTypes: readonly string[]): readonly FileKind[] {
  const found = new Set(mimeTypes.map(kindOfType));
  return fileKinds.filter((kind) => found.has(kind));
}

/**
 * Whether a browser draws an image. Others of these types (TIFF, HEIC, Photoshop) are shown by their icon.
 */
export function isDrawable(mimeType: string): boolean {
  return /^image\/(?:jpeg|png|gif|webp|avif|svg\+xml|bmp|x-icon)$/.test(mimeType);
}

/** Whether browsers write an image of this type, and so can cut and turn it. */
export function isCroppable(mimeType: string): boolean {
  return /^image\/(?:jpeg|png|webp)$/.test(mimeType);
}
