import { expect, test } from 'vitest';
import { csvCell, csvDocument } from './csv.js';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', "'+1"],
  ['@x', "'@x"],
  [-5, '-5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [['a', 'b'], '"[""a"",""b""]"'],
])('%j becomes the cell %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a document is a row of its paths', () => {
  const document = {
    id: '1',
    createdAt: null,
    updatedAt: null,
    _revision: 1,
    seo: { title: 'T' },
    tags: [],
  };
  expect(csvDocument(document, ['id', 'seo.title', 'tags', 'seo.none'])).toBe('1,T,[],\r\n');
});
