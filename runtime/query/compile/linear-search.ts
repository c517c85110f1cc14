/**
 * Measured on texts of 5,000 characters: {@link createSearch} costs as much as `LIKE` with a pattern of this
 * length in its worst case.
 */
export const maxPatternLength = 32;

/** Max number of failed attempts at prefix matches before the search switches to linear time. */
const maxAttempts = 32;
const maxPrefixLength = 8;

/**
 * Returns a function that tests whether a text contains a search text. `indexOf` is fast, but may take time
 * proportional to the product of both lengths (half a minute for a crafted search text of 200,000
 * characters). So only the prefix of the search text is searched with it. If the prefix is found too often,
 * the algorithm of Knuth, Morris and Pratt takes over, in time proportional to the sum of the lengths.
 */
export function createSearch(needle: string): (text: string) => boolean {
  const beginning = needle.slice(0, maxPrefixLength);
  let borders: Uint32Array | null = null;
  return (text) => {
    let from = 0;
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      from = text.indexOf(beginning, from);
      if (from === -1 || from + needle.length > text.length) return false;
      if (text.startsWith(needle, from)) return true;
      from += 1;
    }
    borders ??= bordersOf(needle);
    return isBehind(text, needle, { from, borders });
  };
}

interface Behind {
  readonly from: number;
  readonly borders: Uint32Array;
}

function isBehind(text: string, needle: string, { from, borders }: Behind): boolean {
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    while (matched > 0 && text.charCodeAt(at) !== needle.charCodeAt(matched))
      matched = borders[matched - 1] ?? 0;
    if (text.charCodeAt(at) === needle.charCodeAt(matched)) matched += 1;
    if (matched === needle.length) return true;
  }
  return false;
}

/** For each prefix of the search text: the length of its longest proper suffix that is also a prefix. */
function bordersOf(needle: string): Uint32Array {
  const borders = new Uint32Array(needle.length);
  let length = 0;
  for (let at = 1; at < needle.length; at += 1) {
    while (length > 0 && needle.charCodeAt(at) !== needle.charCodeAt(length))
      length = borders[length - 1] ?? 0;
    if (needle.charCodeAt(at) === needle.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}
