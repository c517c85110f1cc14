import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberLiteral, regexLiteral, stringLiteral } from './literal.js';

const hostile = [
  '',
  "it's",
  'say "hi"',
  `\`\${process.exit()}\``,
  'a\\b',
  '*/ alert(1) /*',
  'two\nlines\r\n\ttab',
  '\u2028\u2029\u0000\u001b[31m',
  '</script><!-- </SCRIPT>',
  'emoji 👩‍👩‍👧 and flags 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '\ud800 lone \udc00',
  'right\u202eto left\u200b',
  `\${a} \\\${b} \\\\\``,
];

describe('literals', () => {
  test.each(hostile)('say exactly %j', (text) => {
    expect(runInNewContext(stringLiteral(text))).toBe(text);
  });

  test('say exactly any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(runInNewContext(stringLiteral(text))).toBe(text);
      }),
    );
  });

  test.each(hostile)('are one line of valid Unicode that no page mistakes for its end: %j', (text) => {
    expect(stringLiteral(text)).not.toMatch(/[\u2028\u2029\u202e\n\r]|<\/script|<!--|\p{Surrogate}/iu);
  });

  test('strings take the quotes that need fewer backslashes', () => {
    expect(stringLiteral('plain')).toBe("'plain'");
    expect(stringLiteral("it's")).toBe('"it\'s"');
    expect(stringLiteral(`'"`)).toBe(`'\\'"'`);
  });

  test('emoji and letters of all scripts stay readable', () => {
    expect(stringLiteral('Größe 日本 👩‍👩‍👧')).toBe("'Größe 日本 👩‍👩‍👧'");
  });

  test('numbers keep the sign of zero', () => {
    expect([0, -0, 1.5, 1e21, -7].map(numberLiteral)).toEqual(['0', '-0', '1.5', '1e+21', '-7']);
  });
});

describe('regular expressions', () => {
  test.each([
    ['^[a-z]+$', 'u', '/^[a-z]+$/u'],
    ['a/b', '', '/a\\/b/'],
    ['[/]', '', '/[/]/'],
    ['', '', '/(?:)/'],
    ['\n', 'i', '/\\n/i'],
    ['(?<!--)x', 'u', '/(?<!--)x/u'],
    ['\u200b', 'u', '/\\u200b/u'],
  ])('%j with %j is %s', (source, flags, literal) => {
    expect(regexLiteral(source, flags)).toBe(literal);
  });

  test.each([
    '\\\n',
    '\\\u200b',
    '\\\\\u200b',
    '\u2028',
    '[\\]\u202e]',
    '*/'.replace('*', 'a*'),
    '\udc00',
    '🏴󠁧󠁢',
  ])('%j matches as the constructor would have it', (source) => {
    const literal = regexLiteral(source, '');
    const emitted: RegExp = runInNewContext(literal);
    expect(literal).not.toMatch(/[\n\u2028\u202e\u200b]/);
    for (const text of ['\n', '\u200b', '\\\u200b', '\u2028', '\u202e', ']', 'a/', '\udc00', '🏴󠁧󠁢', 'x']) {
      expect(emitted.test(text)).toBe(new RegExp(source).test(text));
    }
  });
});
