/** The URL of text without white space, which the parser would drop; null for what is none. */
export function parsedUrl(text: string): URL | null {
  return /^\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** Whether text is an http or https origin as browsers write it: `https://example.com`. */
export function isOrigin(text: string): boolean {
  const url = parsedUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
