import { expect, test } from 'vitest';
import { countText } from './text-count.js';

test('words are counted, not signs between them', () => {
  expect(countText('')).toEqual({ words: 0, minutes: 0 });
  expect(countText(' – … ')).toEqual({ words: 0, minutes: 0 });
  expect(countText('It’s a well-made thing: 3.5 m, Größe 4.')).toEqual({ words: 8, minutes: 1 });
  expect(countText('word '.repeat(660))).toEqual({ words: 660, minutes: 3 });
});
