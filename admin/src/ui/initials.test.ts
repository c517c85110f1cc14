import { expect, test } from 'vitest';
import { initialsOf } from './initials.js';

test('a name has the first letters of its first and last word', () => {
  expect(initialsOf('Ada Winter')).toBe('AW');
  expect(initialsOf('  ada maria winter ')).toBe('AW');
  expect(initialsOf('ada@example.com')).toBe('A');
  expect(initialsOf('Ölaf')).toBe('Ö');
  expect(initialsOf('')).toBe('');
});
