import { expect, test } from 'vitest';
import { SlowStatements } from './slow-statements.js';

const sql = 'SELECT 1';

test('a statement that takes long again and again is known for it', () => {
  const slow = new SlowStatements();
  for (const milliseconds of [40, 1, 40, 1]) slow.note(sql, milliseconds);
  expect(slow.has(sql)).toBe(false);
  slow.note(sql, 40);
  expect([slow.has(sql), slow.has('SELECT 2')]).toEqual([true, false]);
});

test('once in a while is what a busy machine does', () => {
  const slow = new SlowStatements();
  for (let round = 0; round < 100; round += 1) slow.note(sql, round % 10 === 0 ? 100 : 1);
  expect(slow.has(sql)).toBe(false);
});

test('half a second is enough at once', () => {
  const slow = new SlowStatements();
  slow.note(sql, 600);
  expect(slow.has(sql)).toBe(true);
});
