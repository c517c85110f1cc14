import { isServiceError } from '../../errors/to-response.js';
import { parseQueryString } from '../../query/parse/query-string.js';

/**
 * Returns the parameters of a page. Mail programs and trackers add their own, so unknown and invalid ones are
 * ignored.
 */
export function pageParameters(search: string): ReadonlyMap<string, string> {
  try {
    return parseQueryString(search);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return new Map();
  }
}

/**
 * Returns a path of this server, to which a login redirects; null for any other address (it would be an open
 * redirect). In ASCII, since it is sent in a header, which cannot contain other characters.
 */
export function localPath(value: string | undefined): string | null {
  if (value === undefined || value.length > 2000) return null;
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u.test(value)) return null;
  return value.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}
