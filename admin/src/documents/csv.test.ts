import { expect, test } from 'vitest';
import { csvCell, csvRow } from './csv.js';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "x"', '"say ""x"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  // A spreadsheet would run these.
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', "'+1"],
  ['-1+2', "'-1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  // In the middle of a cell these are harmless.
  ['a=b', 'a=b'],
  [-5, '-5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [['a', 'b'], '"[""a"",""b""]"'],
])('%j becomes the cell %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a row is its cells', () => {
  expect(csvRow(['a', null, 1])).toBe('a,,1\r\n');
});
