import { escapeHtml } from './markdown.js';

/** Returns JSON as HTML with its keys marked. */
export function jsonToHtml(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => {
      // `JSON.stringify` puts each property on a line of its own, so a line that begins with a string and a
      // colon has a key.
      const [, indentation = '', key = '', rest = ''] = /^( *)("(?:[^"\\]|\\.)*")(: .*)$/.exec(line) ?? [];
      return key === ''
        ? escapeHtml(line)
        : `${indentation}<span class="key">${escapeHtml(key)}</span>${escapeHtml(rest)}`;
    })
    .join('\n');
}
