import type { JsonValue } from '../../../runtime/util/json.js';

/** Typed JSON: a value, or the position of the mistake. */
export type JsonText =
  | { readonly value: JsonValue }
  | { readonly fault: { readonly line: number; readonly column: number } };

/**
 * Parses JSON and finds the line of the first mistake, which every browser reports differently. An empty text
 * is null.
 */
export function parseJsonText(text: string): JsonText {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    const before = text.slice(0, issueAt(text));
    const line = before.split('\n').length;
    return { fault: { line, column: before.length - before.lastIndexOf('\n') } };
  }
}

/** Returns JSON, formatted for reading. */
export function formatJson(value: JsonValue): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}

/** Matches one token, or nothing. */
const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

/** What may follow: the states of a JSON parser. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/** Returns the position where the text stops being JSON. */
function issueAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let position = 0;
  for (;;) {
    const start = position + (/^\s*/.exec(text.slice(position))?.[0].length ?? 0);
    token.lastIndex = position;
    const [whole, mark, name, scalar] = token.exec(text) ?? [];
    const next: Expected | null =
      whole === undefined ? null : step({ expected, open }, mark ?? (name === undefined ? 'scalar' : 'name'));
    if (next === null || (scalar !== undefined && /[\w.]/.test(text[token.lastIndex] ?? ''))) return start;
    expected = next;
    position = token.lastIndex;
  }
}

interface Reader {
  readonly expected: Expected;
  readonly open: ('{' | '[')[];
}

/** Returns what is expected after a token; null if the token does not fit. */
function step({ expected, open }: Reader, found: string): Expected | null {
  const around = open.at(-1);
  if (expected === ':') return found === ':' ? 'value' : null;
  if (expected === ', or end') {
    if (around === undefined) return null;
    if (found === ',') return around === '{' ? 'name' : 'value';
    if (found !== (around === '{' ? '}' : ']')) return null;
    open.pop();
    return ', or end';
  }
  if (expected === 'name' || expected === 'name or }') {
    if (found === 'name') return ':';
    if (found !== '}' || expected === 'name') return null;
    open.pop();
    return ', or end';
  }
  if (found === '{' || found === '[') {
    open.push(found);
    return found === '{' ? 'name or }' : 'value or ]';
  }
  if (found === ']' && expected === 'value or ]') {
    open.pop();
    return ', or end';
  }
  return found === 'name' || found === 'scalar' ? ', or end' : null;
}
