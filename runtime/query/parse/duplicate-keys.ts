const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * Whether an object in JSON text names a key twice. `JSON.parse` keeps the last silently, and a condition that is
 * dropped silently returns more than was asked for. `value` is what the text parsed to; the text has a colon for each
 * key that it writes, the value an entry for each that was kept.
 */
export function hasDuplicateKeys(json: string, value: unknown): boolean {
  return countColons(json) !== countEntries(value);
}

function countColons(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === colon) count += 1;
    else if (code === quote) at = endOfString(json, at + 1);
  }
  return count;
}

function endOfString(json: string, from: number): number {
  let at = from;
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
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
    for (const one of inner) open.push(one);
  }
  return count;
}
