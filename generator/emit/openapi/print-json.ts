const margin = 110;

/** JSON for people and for diffs: a value that fits on a line is on one, others are broken and indented. */
export function printJson(value: unknown): string {
  return `${print(value, 0, 0).text}\n`;
}

interface Printed {
  readonly text: string;
  readonly isOneLine: boolean;
}

/**
 * Prints each member once, as if on a line of its own; if all are on one line and fit together, they become
 * one line. `used`: columns before the value on its line, including its indentation.
 */
function print(value: unknown, indentation: number, used: number): Printed {
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value), isOneLine: true };
  const inner = indentation + 2;
  const isList = Array.isArray(value);
  const padding = isList ? '' : ' ';
  const parts: string[] = [];
  // For the brackets and a comma after them; each part except the first needs two more for the comma before
  // it.
  let room = margin - used - 1 - 2 * padding.length;
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key);
    if (item === undefined) continue;
    const name = isList ? '' : `${JSON.stringify(key)}: `;
    const { text, isOneLine } = print(item, inner, inner + name.length);
    parts.push(name + text);
    room -= isOneLine ? name.length + text.length + 2 : Number.POSITIVE_INFINITY;
  }
  const [open, close] = isList ? '[]' : '{}';
  if (parts.length === 0) return { text: `${open}${close}`, isOneLine: true };
  if (room >= 0) return { text: `${open}${padding}${parts.join(', ')}${padding}${close}`, isOneLine: true };
  const end = `\n${' '.repeat(indentation)}`;
  return { text: `${open}${end}  ${parts.join(`,${end}  `)}${end}${close}`, isOneLine: false };
}
