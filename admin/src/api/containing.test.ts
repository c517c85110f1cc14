import { expect, test } from 'vitest';
import { containing } from './containing.js';

test('each word is in one of the fields', () => {
  expect(containing(' bridge  weekend ', ['title', 'lead'])).toEqual({
    AND: [
      { OR: [{ title: { contains: 'bridge' } }, { lead: { contains: 'bridge' } }] },
      { OR: [{ title: { contains: 'weekend' } }, { lead: { contains: 'weekend' } }] },
    ],
  });
  expect(containing('bridge', ['title'])).toEqual({ title: { contains: 'bridge' } });
});

test('without words or fields there is no filter', () => {
  expect(containing(' \n', ['title'])).toBeNull();
  expect(containing('bridge', [])).toBeNull();
});

test('a word that is there twice is sought once', () => {
  expect(containing('Bridge bridge', ['title'])).toEqual({ title: { contains: 'bridge' } });
});

test('of more words than the service would look for, the longest are sought, in their order', () => {
  const eight = ['over', 'bridge', 'between', 'them', 'there', 'went', 'seven', 'walkers'];
  const sought = containing('a over the bridge between them there went seven walkers', ['title']);
  expect(sought).toEqual({ AND: eight.map((word) => ({ title: { contains: word } })) });
  const fields = Array.from({ length: 30 }, (_each, index) => `field${index}`);
  expect(containing('the bridge', fields)).toEqual({
    OR: fields.map((field) => ({ [field]: { contains: 'bridge' } })),
  });
});
