import { describe, expect, test } from 'vitest';
import { folded } from '../query/search/fold.js';
import { withShortMarkRuns } from './mark-runs.js';
import { slugify } from './slugify.js';

/** Marks that normalizing has to sort. */
const marks = (count: number): string => '\u0315\u0300'.repeat(count / 2);

describe('withShortMarkRuns', () => {
  test('leaves texts as people write them', () => {
    for (const text of ['', 'Café', 'Cafe\u0301', 'हिन्दी', 'ﾊﾞﾅﾅ', `x${marks(30)}y${marks(30)}`])
      expect(withShortMarkRuns(text)).toBe(text);
  });

  test('ends a run after 30 marks', () => {
    expect(withShortMarkRuns(`x${marks(40)}y${marks(100_000)}`)).toBe(`x${marks(30)}y${marks(30)}`);
  });

  test('counts signs that decompose to marks', () => {
    expect(withShortMarkRuns('\uff9e\u0315'.repeat(40))).toBe('\uff9e\u0315'.repeat(15));
  });

  test('counts code points', () => {
    expect(withShortMarkRuns('\u{1d165}'.repeat(31))).toBe('\u{1d165}'.repeat(30));
  });
});

/** Each of these took a minute, in which the process did nothing else. */
describe('texts of many marks', () => {
  test('become slugs', () => {
    expect(slugify(`A${marks(400_000)} b`)).toBe('a-b');
  });

  test('are folded for searches', () => {
    expect(folded(`A${marks(400_000)} b`)).toBe('a b');
    expect(folded(`क${'\u093c\u094d'.repeat(200)}`)).toHaveLength(31);
  });
});
