import { endOfString } from './json-depth.js';

const quote = 0x22;
const colon = 0x3a;
const open = 0x7b;
const close = 0x7d;

/** How many keys JSON text writes. */
export interface KeyCount {
  readonly total: number;
  /** In the object with the most. */
  readonly largest: number;
}

/** Counts the keys of JSON text without parsing it: each is followed by a colon. */
export function countKeys(json: Uint8Array): KeyCount {
  const outer: number[] = [];
  let [total, largest, inObject] = [0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at + 1);
    else if (byte === colon) {
      total += 1;
      inObject += 1;
      if (inObject > largest) largest = inObject;
    } else if (byte === open) {
      outer.push(inObject);
      inObject = 0;
    } else if (byte === close) inObject = outer.pop() ?? 0;
  }
  return { total, largest };
}

/**
 * Whether JSON text names a key twice in one object. `JSON.parse` keeps the last silently, so that a reader
 * before it and the server may disagree about what a body says. `value` is what the text was parsed to: it
 * has an entry for each key that was kept.
 */
export function hasRepeatedKey({ total }: KeyCount, value: unknown): boolean {
  return total !== countEntries(value);
}

/** Iterative: the depth of hostile JSON must not become the depth of our stack. */
function countEntries(value: unknown): number {
  let count = 0;
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const one of inner) if (typeof one === 'object') left.push(one);
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
