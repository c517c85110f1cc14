import { describe, expect, test } from 'vitest';
import { matchesRevision, parseIfMatch } from './entity-tags.js';

describe('If-None-Match', () => {
  test.each([
    ['"7"', true],
    ['W/"7"', true],
    ['"1","7"', true],
    ['"1" ,\tW/"7"', true],
    ['*', true],
    ['"a,b", "7"', true],
    ['"77"', false],
    ['7', false],
    ['"7', false],
    ['w/"7"', false],
    ['"1";"7"', false],
    ['', false],
    [undefined, false],
  ])('%j matches revision 7: %s', (header, expected) => {
    expect(matchesRevision(header, 7)).toBe(expected);
  });

  test('a long list takes time in proportion to its length', () => {
    const list = `${'"x", '.repeat(3000)}"x`;
    const started = performance.now();
    expect(matchesRevision(list, 7)).toBe(false);
    expect(performance.now() - started).toBeLessThan(100);
  });
});

describe('If-Match', () => {
  test.each([
    ['*', 'any'],
    [' * ', 'any'],
    ['"0"', [0]],
    ['W/"12"', [12]],
    ['"1", "2",W/"3"', [1, 2, 3]],
  ])('%j expects %j', (header, expected) => {
    expect(parseIfMatch(header)).toEqual(expected);
  });

  test.each(['', '1', '"a"', '"1', '"1""2"', '"9007199254740993"', '"1", *', '"1",,"2"'])(
    '%j is refused',
    (header) => {
      expect(() => parseIfMatch(header)).toThrow('If-Match must be a revision in quotes');
    },
  );
});
