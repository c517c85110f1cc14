import type { JsonValue } from '../../util/json.js';

/** The text of a document with the values of some fields taken out. */
export interface CutText {
  /** The text around the values: one piece more than there are values. */
  readonly pieces: readonly string[];
  readonly values: readonly JsonValue[];
}

/**
 * Takes the values of top-level fields out of a document's JSON text without parsing the rest. The fields
 * hold `null`, texts, or flat lists or objects of texts, and are named in the order of the text. Null where
 * the text does not allow it: then it has to be parsed.
 *
 * A quoted name followed by a colon is always a key, since quotes are escaped inside a text. If it occurs
 * only once, it is the key of the document itself, which is always there.
 */
export function cutFields(text: string, names: readonly string[]): CutText | null {
  const pieces: string[] = [];
  const values: JsonValue[] = [];
  let from = 0;
  for (const name of names) {
    const key = `"${name}":`;
    const found = text.indexOf(key);
    if (found < from || text.indexOf(key, found + key.length) !== -1) return null;
    const start = found + key.length;
    const end = valueEnd(text, start);
    if (end === -1) return null;
    pieces.push(text.slice(from, start));
    values.push(fieldValue(text, start, end));
    from = end;
  }
  pieces.push(text.slice(from));
  return { pieces, values };
}

/**
 * Where a value ends that holds no escaped character and no list or object inside another; -1 for any other.
 */
function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === 'n') return start + 'null'.length;
  const closing = first === '"' ? '"' : first === '[' ? ']' : first === '{' ? '}' : null;
  if (closing === null) return -1;
  const end = text.indexOf(closing, start + 1);
  if (end === -1) return -1;
  const inside = text.slice(start + 1, end);
  return /[\\[{]/.test(inside) ? -1 : end + 1;
}

function fieldValue(text: string, start: number, end: number): JsonValue {
  if (text[start] === '"') return text.slice(start + 1, end - 1);
  return text[start] === 'n' ? null : (JSON.parse(text.slice(start, end)) as JsonValue);
}
