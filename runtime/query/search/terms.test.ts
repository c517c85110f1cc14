import { describe, expect, test } from 'vitest';
import { draws } from '../../../tests/support/draws.js';
import { folded } from './fold.js';
import { highlightedPieces, maxHighlightedCharacters } from './highlight.js';
import { parseSearchText } from './parse-search.js';
import { maxTermLength, termsOf } from './terms.js';

describe('folding', () => {
  test.each([
    ['Éclair ÀÖÜ', 'eclair aou'],
    ['Straße ǿ Łódź đ Æ œ Þ ı', 'strasse o lodz d ae oe th i'],
    ['ΟΔΟΣ Ὀδυσσεύς', 'οδοσ οδυσσευσ'],
    ['İstanbul', 'istanbul'],
    ['ﬁn ① ㎏ Ａｂ', 'fin 1 kg ab'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['ガｶﾞ', 'ガガ'],
    ['हिन्दी', 'हिन्दी'],
    ['한국', '한국'],
    ['Sil\u00adbe क्\u200dष', 'silbe क्ष'],
  ])('%s', (text, expected) => {
    expect(folded(text)).toBe(expected.normalize('NFC'));
  });

  test('folds every character of the running Unicode once: twice changes nothing', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const once = folded(String.fromCodePoint(code));
      if (folded(once) !== once) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test('every dropped mark is a mark or invisible, every accent of a Latin letter goes', () => {
    for (let code = 0xc0; code <= 0x24f; code += 1) {
      const base = String.fromCodePoint(code).normalize('NFD')[0] ?? '';
      if (/^[a-z]$/i.test(base)) expect(folded(String.fromCodePoint(code))).toBe(base.toLowerCase());
    }
  });
});

describe('terms', () => {
  test.each([
    ['one-two, three_4', ['one', 'two', 'three', '4']],
    ['東京都', ['東京', '京都']],
    ['東', ['東']],
    ['食べ物abc12', ['食', 'べ', '物', 'abc12']],
    ['スーパー', ['スー', 'ーパ', 'パー']],
    ['한국어', ['한국', '국어']],
    ['ภาษา', ['ภา', 'าษ', 'ษา']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['', []],
    ['"*():^-\0', []],
  ])('%s', (text, expected) => {
    expect(termsOf(text)).toEqual(expected.map((one) => one.normalize('NFC')));
  });

  test('a long word is cut, as in an index', () => {
    expect(termsOf('x'.repeat(5_000))).toEqual(['x'.repeat(maxTermLength)]);
  });
});

describe('queries', () => {
  const shown = (text: string): string => {
    const { required, excluded } = parseSearchText(text);
    const show = ({ words }: (typeof required)[number]): string =>
      words.map(({ terms, isBeginning }) => terms.join('+') + (isBeginning ? '*' : '')).join(' ');
    return [...required.map(show), ...excluded.map((one) => `-${show(one)}`)].join(' | ');
  };

  test.each([
    ['red fox', 'red | fox*'],
    ['red f', 'red | f'],
    ['"red fox"', 'red fox'],
    ['"red fox" den', 'red fox | den*'],
    ['den "red fox"', 'den | red fox'],
    ['fox -red', 'fox | -red'],
    ['fox -"red den"', 'fox | -red den'],
    ['re* fox -a*', 're* | fox | -a*'],
    ['e-mail', 'e | mail*'],
    ['a:b NEAR(c d) {x}', 'a | b | near | c | d | x'],
    ['東京都 x', '東京+京都 | x'],
    ['東京', '東京*'],
    ['say "unclosed', 'say | unclosed*'],
    ["o'neil \0 x", 'o | neil | x'],
    ['\u202eabc\u202c', 'abc*'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ['', 'has no letter'],
    ['"* :', 'has no letter'],
    ['-a -b', 'only words that must not occur'],
    ['a b c d e f g h i j k', 'more than 10 words'],
    ['x'.repeat(201), 'more than 200 characters'],
    ['"'.repeat(10_000), 'more than 200 characters'],
    [7, 'must be text'],
  ])('refuses %s', (text, message) => {
    expect(() => parseSearchText(text)).toThrow(message);
  });

  test('no text is a syntax error', () => {
    const signs = [...'ab1"*-:(){}^+~\\\'\0 \u202e\u200d東é'];
    for (let draw = draws(600); draw > 0; draw -= 1) {
      const text = Array.from({ length: 12 }, () => signs[Math.floor(Math.random() * signs.length)]).join('');
      try {
        parseSearchText(text);
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_USER_INPUT' });
      }
    }
  });
});

describe('highlights', () => {
  const pieces = (text: string, query: string) =>
    highlightedPieces([text], parseSearchText(query), { characters: maxHighlightedCharacters });

  test('are ranges in UTF-16 units of the unchanged text', () => {
    const text = '😀 Große <b>FLÜSSE</b>';
    const [piece] = pieces(text, 'grosse flus');
    expect(piece?.text).toBe(text);
    expect(piece?.marks.map(([from, to]) => text.slice(from, to))).toEqual(['Große', 'FLÜSSE']);
  });

  test('join pairs of one word', () => {
    const [piece] = pieces('私は東京都に住む', '東京都');
    expect(piece?.marks).toEqual([[2, 5]]);
  });

  test('are at most 3 pieces of 160 characters', () => {
    const text = Array.from({ length: 20 }, (_, at) => `${'filler '.repeat(30)}needle${at}`).join(' ');
    const found = pieces(text, 'needle*');
    expect(found).toHaveLength(3);
    for (const piece of found) {
      expect(piece.text.length).toBeLessThanOrEqual(160);
      expect(text).toContain(piece.text);
      for (const [from, to] of piece.marks) expect(piece.text.slice(from, to)).toMatch(/^needle\d+$/);
    }
  });
});
