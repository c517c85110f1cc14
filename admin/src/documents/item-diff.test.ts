import { expect, test } from 'vitest';
import { diffItems } from './item-diff.js';

function diff(before: string, after: string): string {
  const marks = { same: '', added: '+', removed: '-' };
  return diffItems([...before], [...after], (item) => item)
    .map(({ kind, item }) => marks[kind] + item)
    .join(' ');
}

test.each([
  ['ab', 'abc', 'a b +c'],
  ['ab', 'xab', '+x a b'],
  ['abc', 'ac', 'a -b c'],
  ['abc', 'axc', 'a -b +x c'],
  ['abc', 'cab', '+c a b -c'],
  ['', 'ab', '+a +b'],
  ['ab', '', '-a -b'],
  ['aa', 'a', 'a -a'],
])('from %j to %j: %j', (before, after, expected) => {
  expect(diff(before, after)).toBe(expected);
});

test('items are shown as the newer list has them', () => {
  const [old, recent] = [{ id: 1 }, { id: 1 }];
  const [only] = diffItems([old], [recent], ({ id }) => String(id));
  expect(only).toEqual({ kind: 'same', item: recent });
  expect(only?.item).toBe(recent);
});
