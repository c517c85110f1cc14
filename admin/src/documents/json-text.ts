import type { JsonValue } from '../../../runtime/util/json.js';

/** JSON as it was typed: a value, or where it is wrong. */
export type JsonText =
  | { readonly value: JsonValue }
  | { readonly fault: { readonly line: number; readonly column: number } };

/** Reads JSON and finds the line of the first slip, which no two browsers name in the same way. Nothing at all is null. */
export function parseJsonText(text: string): JsonText {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    const before = text.slice(0, faultAt(text));
    const line = before.split('\n').length;
    return { fault: { line, column: before.length - before.lastIndexOf('\n') } };
  }
}

/** JSON for people. */
export function formatJson(value: JsonValue): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}

/** One token, or nothing where none begins. */
const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

/** What may follow where: the states of a reader of JSON. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/** Where the text stops being JSON. */
function faultAt(text: string): number {
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

/** What is expected behind a token; null where it does not fit. */
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
