import { createHash } from 'node:crypto';

/**
 * Names that Windows reserves for devices, with any extension, and the one that emitted folders use
 * themselves.
 */
const taken = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

/**
 * Max length of the name before the extension: file systems allow 255 bytes, and deep folders count on
 * Windows.
 */
const longest = 100;

/**
 * Base name of a slug's file on every file system. A reserved name gets the suffix `_`, which no other slug
 * can have: slugs that differ only in punctuation are refused by the config.
 */
export function fileNameOf(slug: string): string {
  if (taken.test(slug)) return `${slug}_`;
  if (slug.length <= longest) return slug;
  const hash = createHash('sha256').update(slug).digest('hex').slice(0, 8);
  return `${slug.slice(0, longest - hash.length - 1)}-${hash}`;
}
