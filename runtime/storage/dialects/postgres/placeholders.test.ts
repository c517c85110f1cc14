import { expect, test } from 'vitest';
import { numberPlaceholders } from './placeholders.js';

test('question marks are numbered', () => {
  expect(numberPlaceholders('SELECT ? + ?, "a" FROM t WHERE a = ?')).toBe(
    'SELECT $1 + $2, "a" FROM t WHERE a = $3',
  );
});

test.each([
  `SELECT '?', 'it''s ?'`,
  `SELECT E'it\\'s ?'`,
  `SELECT "a?" AS "b""?"`,
  'SELECT 1 -- ?\n',
  'SELECT 1 /* ? */',
  'SELECT $$ ? $$, $tag$ $$ ? $tag$',
])('those inside %s are left alone', (sql) => {
  expect(numberPlaceholders(`${sql} = ?`)).toBe(`${sql} = $1`);
});

test('a doubled one is an operator', () => {
  expect(numberPlaceholders('SELECT a ?? ?, a ??| ?')).toBe('SELECT a ? $1, a ?| $2');
});

test('a backslash ends no ordinary literal', () => {
  expect(numberPlaceholders(`LIKE ? ESCAPE '\\' AND a = ?`)).toBe(`LIKE $1 ESCAPE '\\' AND a = $2`);
});
