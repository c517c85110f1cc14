import { expect, test } from 'vitest';
import { type HighlightedPiece, highlightedPieces, maxHighlightedCharacters } from './highlight.js';
import type { SearchQuery } from './search-query.js';

const query = (...terms: readonly string[]): SearchQuery => ({
  required: terms.map((term) => ({ words: [{ terms: [term], isBeginning: false }] })),
  excluded: [],
});

const pieces = (texts: readonly string[], ...terms: readonly string[]): readonly HighlightedPiece[] =>
  highlightedPieces(texts, query(...terms), { characters: maxHighlightedCharacters });

/** What a mark of the first piece covers. */
function marked(text: string, term: string): readonly string[] {
  return pieces([text], term).flatMap(({ text: piece, marks }) =>
    marks.map(([start, end]) => piece.slice(start, end)),
  );
}

test('marks cover the words of the text as it is, whatever they fold to', () => {
  expect(marked('The Straße of the STRASSE', 'strasse')).toEqual(['Straße', 'STRASSE']);
  expect(marked('cafe\u0301 and café', 'cafe')).toEqual(['cafe\u0301', 'café']);
  expect(marked(`${'x'.repeat(50)} Ärger`, 'arger')).toEqual(['Ärger']);
});

test('a text that is far too long gives three pieces, of its indexed part', () => {
  expect(pieces(['fox and more words '.repeat(50_000)], 'fox')).toHaveLength(3);
  expect(pieces([`${'word '.repeat(30_000)}fox`], 'fox')).toEqual([]);
});

test('signs that become 18 letters are looked at up to the limit of the index', () => {
  // U+FDFA is a whole sentence.
  const text = `fox ${'\ufdfa'.repeat(90_000)} fox`;
  expect(pieces([text], 'fox')).toHaveLength(1);
  const budget = { characters: 1_000_000 };
  highlightedPieces([text], query('nothing'), budget);
  expect(budget.characters).toBe(900_000);
});

test('texts are not looked at any more once the budget of a response is used', () => {
  const budget = { characters: 250 };
  const texts = Array.from({ length: 5 }, () => 'word '.repeat(20));
  expect(highlightedPieces([...texts, 'fox'], query('fox'), budget)).toEqual([]);
  expect(budget.characters).toBe(-50);
  expect(highlightedPieces(['fox'], query('fox'), budget)).toEqual([]);
});

test('a text in a script without spaces counts five times where it holds a searched word', () => {
  const costOf = (text: string, term: string): number => {
    const budget = { characters: 10_000 };
    highlightedPieces([text], query(term), budget);
    return 10_000 - budget.characters;
  };
  const text = '\u6771\u4eac\u90fd'.repeat(10);
  expect(costOf(text, '\u6771\u4eac')).toBe(5 * text.length);
  expect(costOf(text, '\u5927\u962a')).toBe(text.length);
  expect(costOf('fox '.repeat(10), 'fox')).toBe(40);
});
