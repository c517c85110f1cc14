import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseEmail } from './email-address.js';

const addresses = [
  'ada@example.com',
  'Ada.Lovelace+news@Example.COM',
  "o'brien@example.co.uk",
  'a@b.io',
  'ada@example',
  'ada@@example.com',
  '.ada@example.com',
  'ada..l@example.com',
  'ada.@example.com',
  'ada@-example.com',
  'ada @example.com',
  '"ada"@example.com',
  'ada@[127.0.0.1]',
  'ädä@example.com',
  'ada@exämple.com',
  'ada@example.com\n',
  '',
];

test.each(addresses)('%j is an email here when it is one in a document', (address) => {
  expect(parseEmail(address) !== null).toBe(z.email().safeParse(address.trim()).success);
});

test('white space around it is dropped and letters become lower case', () => {
  expect(parseEmail('  Ada@Example.COM ')).toBe('ada@example.com');
});

test('marks that lower-case to ASCII letters are refused', () => {
  expect(parseEmail('\u212Aelvin@example.com')).toBeNull();
  expect(parseEmail('ada@\u0130stanbul.com')).toBeNull();
});

test('dots and tags stay as they are', () => {
  expect(parseEmail('a.d.a+x@gmail.com')).toBe('a.d.a+x@gmail.com');
});

test('254 characters are the most', () => {
  const address = (length: number): string => `${'a'.repeat(length - 12)}@example.com`;
  expect(parseEmail(address(254))).toBe(address(254));
  expect(parseEmail(address(255))).toBeNull();
});
