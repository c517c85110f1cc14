import { expect, test } from 'vitest';
import { highlightedPieces } from './highlight.js';
import type { SearchQuery } from './search-query.js';

const query = (...terms: readonly string[]): SearchQuery => ({
  required: terms.map((term) => ({ words: [{ terms: [term], isBeginning: false }] })),
  excluded: [],
});

/** What a mark of the first piece covers. */
function marked(text: string, term: string): readonly string[] {
  return highlightedPieces([text], query(term)).flatMap(({ text: piece, marks }) =>
    marks.map(([start, end]) => piece.slice(start, end)),
  );
}

test('marks cover the words of the text as it is, whatever they fold to', () => {
  expect(marked('The Straße of the STRASSE', 'strasse')).toEqual(['Straße', 'STRASSE']);
  expect(marked('cafe\u0301 and café', 'cafe')).toEqual(['cafe\u0301', 'café']);
  expect(marked(`${'x'.repeat(50)} Ärger`, 'arger')).toEqual(['Ärger']);
});

test('a text that is far too long gives three pieces, of its indexed part', () => {
  const pieces = highlightedPieces(['fox and more words '.repeat(50_000)], query('fox'));
  expect(pieces).toHaveLength(3);
  expect(highlightedPieces([`${'word '.repeat(30_000)}fox`], query('fox'))).toEqual([]);
});
