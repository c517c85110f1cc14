const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Whether JSON text nests deeper than `limit` levels (`{}` is one). Looks at the bytes, before anything is
 * parsed: a hostile megabyte of `[` costs a millisecond and no memory. The result for text that is not JSON
 * is undefined.
 */
export function nestsDeeper(json: Uint8Array, limit: number): boolean {
  // Each level takes a byte to open.
  if (json.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      at = endOfString(json, at + 1);
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}

/** The position of the quote that ends a string of JSON, from its first byte; else the length of the JSON. */
export function endOfString(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return json.length;
}

/** The same for a parsed value. Iterative: a deep value must not overflow the stack. */
export function valueNestsDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    const containers = level.filter(isContainer);
    if (containers.length === 0) return false;
    level = containers.flatMap((container) => Object.values(container));
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
