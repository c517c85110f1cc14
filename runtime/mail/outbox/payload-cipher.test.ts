import { expect, test } from 'vitest';
import { createPayloadCipher } from './payload-cipher.js';

const row = { id: '0192f0c1-0000-7000-8000-000000000001', kind: 'resetPassword' };
const cipher = createPayloadCipher({ secret: 'one' });

test('what was sealed opens again, in any language', () => {
  const text = '{"to":"ada@example.com","userName":"🧮 李"}';
  expect(cipher.open(row, cipher.seal(row, text))).toBe(text);
});

test('the same text is never sealed the same way twice', () => {
  expect(cipher.seal(row, 'text')).not.toBe(cipher.seal(row, 'text'));
});

test.each([
  ['another row', { ...row, id: '0192f0c1-0000-7000-8000-000000000002' }],
  ['another kind', { ...row, kind: 'welcome' }],
])('it does not open in %s', (_what, other) => {
  expect(cipher.open(other, cipher.seal(row, 'text'))).toBeNull();
});

test('it does not open when a byte has changed, is missing or was added', () => {
  const sealed = Buffer.from(cipher.seal(row, 'text'), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(cipher.open(row, changed.toString('base64url'))).toBeNull();
    expect(cipher.open(row, sealed.subarray(0, at).toString('base64url'))).toBeNull();
  }
  expect(cipher.open(row, Buffer.concat([sealed, Buffer.from([0])]).toString('base64url'))).toBeNull();
});

test('a former secret opens, and does not seal', () => {
  const later = createPayloadCipher({ secret: 'two', previousSecrets: ['zero', 'one'] });
  expect(later.open(row, cipher.seal(row, 'text'))).toBe('text');
  expect(cipher.open(row, later.seal(row, 'text'))).toBeNull();
});
