/**
 * Parses a URL, or with a base one that may be relative to it; null if the text is not one.
 *
 * Not `URL.canParse`: in Node 20 it reads text with umlauts wrongly once V8 has optimised its caller, after
 * some 9,000 calls, and then refuses `https://exämple.org` (measured with 20.20.2).
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
