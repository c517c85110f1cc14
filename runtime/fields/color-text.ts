import type { PatternDescriptor } from './field-descriptor.js';

/** A stored colour, which is in lower case: equal colours are equal texts. */
export const storedColor: PatternDescriptor = { source: '^#(?:[0-9a-f]{6}|[0-9a-f]{8})$', flags: 'u' };

const pattern = new RegExp(storedColor.source, 'iu');

/** Whether a text is a colour: `#rrggbb`, or `#rrggbbaa` with its opacity, in any letter case. */
export function isColor(text: string): boolean {
  return pattern.test(text);
}
