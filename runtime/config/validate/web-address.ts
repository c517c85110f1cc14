import { parseUrl } from '../../util/parse-url.js';

/** Parses a URL. Text with white space is refused, which the parser would strip; null if it is not a URL. */
export function parsedUrl(text: string): URL | null {
  return /^\S+$/.test(text) ? parseUrl(text) : null;
}

/** Whether text is an http or https origin in the form of browsers: `https://example.com`. */
export function isOrigin(text: string): boolean {
  const url = parsedUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
