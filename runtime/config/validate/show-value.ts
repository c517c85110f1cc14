const longest = 80;

/** Formats a value for a message: short, on one line, and without the content of large values. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (value instanceof Promise) return 'a promise';
  if (value instanceof Date) return 'a Date';
  if (value instanceof RegExp) return 'a regular expression';
  if (typeof value === 'object' && value !== null) return 'an object';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Text in quotes, shortened. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= longest ? text : `${text.slice(0, longest)}...`);
}

/** `a, b or c`. */
export function listed(names: readonly string[], word = 'or'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
