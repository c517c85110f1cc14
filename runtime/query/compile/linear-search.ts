/**
 * Whether a text contains a needle, in time proportional to their lengths together (Knuth, Morris, Pratt). The search of the
 * language is faster on ordinary texts, but takes half a minute for a needle of 200,000 characters made for it.
 */
export function createSearch(needle: string): (text: string) => boolean {
  const borders = bordersOf(needle);
  return (text) => {
    if (needle === '') return true;
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      while (matched > 0 && text.charCodeAt(at) !== needle.charCodeAt(matched))
        matched = borders[matched - 1] ?? 0;
      if (text.charCodeAt(at) === needle.charCodeAt(matched)) matched += 1;
      if (matched === needle.length) return true;
    }
    return false;
  };
}

/** For each beginning of the needle: how long its longest end is that is a beginning, too. */
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
