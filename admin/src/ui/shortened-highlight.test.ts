import { expect, test } from 'vitest';
import { shortenedHighlight } from './shortened-highlight.js';

const marked = ({ text, marks }: ReturnType<typeof shortenedHighlight>): readonly string[] =>
  marks.map(([begin, end]) => text.slice(begin, end));

test('a piece begins not far before its first found word', () => {
  const text = 'All of this was written long before anybody had built the bridge over the bridge';
  const first = text.indexOf('bridge');
  const last = text.lastIndexOf('bridge');
  const marks = [
    [first, first + 6],
    [last, last + 6],
  ] as const;
  const short = shortenedHighlight({ text, marks });
  expect(short.text).toBe('… had built the bridge over the bridge');
  expect(marked(short)).toEqual(['bridge', 'bridge']);
});

test('one that begins with it stays, and so does one without a found word', () => {
  const near = { text: 'A bridge', marks: [[2, 8]] } as const;
  expect(shortenedHighlight(near)).toEqual(near);
  expect(shortenedHighlight({ text: 'x'.repeat(50), marks: [] }).text).toHaveLength(50);
  const word = { text: `${'x'.repeat(50)}bridge`, marks: [[50, 56]] } as const;
  expect(marked(shortenedHighlight(word))).toEqual(['bridge']);
});
