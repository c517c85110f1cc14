import { expect, test } from 'vitest';
import { type CopyStorage, copyKey, dropCopy, keepCopy, readCopy } from './kept-copy.js';

function storage(): CopyStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
const copy = {
  revision: 2,
  base: { a: 1 },
  values: { a: 2 },
  unfinished: {},
  keptAt: '2026-01-01T00:00:00.000Z',
};

test('a copy comes back as it was kept, until it is dropped', () => {
  const own = storage();
  const key = copyKey('user', 'posts/1');
  expect(keepCopy(own, key, copy)).toBe(true);
  expect(readCopy(own, key)).toEqual(copy);
  expect(readCopy(own, copyKey('other', 'posts/1'))).toBeNull();
  dropCopy(own, key);
  expect(readCopy(own, key)).toBeNull();
});

test('what is no copy is none, and a full store is told', () => {
  const own = storage();
  for (const text of ['', '{', '[]', '{"revision":"1"}']) {
    own.items.set('key', text);
    expect(readCopy(own, 'key')).toBeNull();
  }
  const full = {
    ...own,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(keepCopy(full, 'key', copy)).toBe(false);
});
