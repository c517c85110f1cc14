const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * Whether JSON text names a key twice in one object. `JSON.parse` keeps the last silently, so that a reader
 * before it and the server may disagree about what a body says. `value` is what the text was parsed to: the
 * text has a colon for each key that it writes, the value an entry for each that was kept.
 */
export function hasRepeatedKey(json: Uint8Array, value: unknown): boolean {
  return countColons(json) !== countEntries(value);
}

function countColons(json: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === colon) count += 1;
    else if (byte === quote) at = endOfString(json, at + 1);
  }
  return count;
}

function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

/** Iterative: the depth of hostile JSON must not become the depth of our stack. */
function countEntries(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const one of inner) if (typeof one === 'object') open.push(one);
  }
  return count;
}

/**
 * The strings of JSON, with what follows them if that makes them keys, and the marks that open and close
 * objects.
 */
const tokens = /"((?:[^"\\]|\\.)*)"\s*(:?)|[{}]/gs;

/** The first key that valid JSON text names twice in one object, for the message. */
export function repeatedKey(json: string): string | null {
  const objects: Set<string>[] = [];
  for (const [token, text, mark] of json.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (mark === ':') {
      const key = String(JSON.parse(`"${text}"`));
      const keys = objects.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}
