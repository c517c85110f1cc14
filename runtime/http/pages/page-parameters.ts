import { isServiceError } from '../../errors/to-response.js';
import { parseQueryString } from '../../query/parse/query-string.js';

/** The parameters of a page. Mail programs and trackers add their own, so that unknown and broken ones are passed over. */
export function pageParameters(search: string): ReadonlyMap<string, string> {
  try {
    return parseQueryString(search);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return new Map();
  }
}

/**
 * A path of this server, where a login leads to; anything else is none (an open redirect otherwise). In ASCII, since it goes into a
 * header, and a header with other letters cannot be sent at all.
 */
export function localPath(value: string | undefined): string | null {
  if (value === undefined || value.length > 2000) return null;
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u.test(value)) return null;
  return value.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}
