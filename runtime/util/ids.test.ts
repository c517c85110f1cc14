import { expect, test } from 'vitest';
import { createIdSource, isDocumentId } from './ids.js';

test('an id is a UUIDv7 with the time in front', () => {
  const id = createIdSource(() => Date.UTC(2026, 0, 2, 3, 4, 5, 678))();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
});

test('ids grow within a millisecond, beyond what its counter holds', () => {
  const next = createIdSource(() => 1_800_000_000_000);
  const ids = Array.from({ length: 20_000 }, next);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids grow when the clock steps back', () => {
  let now = 1_800_000_000_000;
  const next = createIdSource(() => now);
  const before = next();
  now -= 60_000;
  expect(next() > before).toBe(true);
});

test('two sources at one moment give different ids', () => {
  const [a, b] = [createIdSource(() => 1), createIdSource(() => 1)];
  const ids = [...Array.from({ length: 1000 }, a), ...Array.from({ length: 1000 }, b)];
  expect(new Set(ids).size).toBe(2000);
});

test.each([
  ['01a1fe0b-da8a-77e2-a5ef-3c0e67927ee3', true],
  ['01A1FE0B-DA8A-77E2-A5EF-3C0E67927EE3', false],
  ['01a1fe0b-da8a-47e2-a5ef-3c0e67927ee3', false],
  ['01a1fe0b-da8a-77e2-c5ef-3c0e67927ee3', false],
  ['01a1fe0bda8a77e2a5ef3c0e67927ee3', false],
  ['01a1fe0b-da8a-77e2-a5ef-3c0e67927ee3\n', false],
  ['', false],
  ['global', false],
])('%j is a document id: %s', (text, expected) => {
  expect(isDocumentId(text)).toBe(expected);
});
