import { expect, test } from 'vitest';
import { VerifiedTokens } from './verified-tokens.js';

const claims = { userId: 'user', sessionId: 'session', expiresAt: 1_000 };

test('a token is found until it has expired', () => {
  let now = 999_000;
  const tokens = new VerifiedTokens(() => now, { lifetimeSeconds: 900, toleranceSeconds: 5 });
  tokens.add('a', claims);
  expect(tokens.find('a')).toBe(claims);
  expect(tokens.find('b')).toBeUndefined();
  now = 1_004_999;
  expect(tokens.find('a')).toBe(claims);
  now = 1_005_000;
  expect(tokens.find('a')).toBeUndefined();
});

test('a token that ends later than any could is verified again: the clock was set back', () => {
  let now = 999_000;
  const tokens = new VerifiedTokens(() => now, { lifetimeSeconds: 900, toleranceSeconds: 5 });
  tokens.add('a', claims);
  now = 95_000;
  expect(tokens.find('a')).toBe(claims);
  now = 94_000;
  expect(tokens.find('a')).toBeUndefined();
});

test('what is presented again and again stays, and the rest goes', () => {
  const tokens = new VerifiedTokens(() => 990_000, { lifetimeSeconds: 900, toleranceSeconds: 5, size: 10 });
  tokens.add('often', claims);
  for (let made = 0; made < 100; made += 1) {
    tokens.add(`once ${made}`, claims);
    tokens.find('often');
  }
  expect(tokens.find('often')).toBe(claims);
  expect(tokens.find('once 0')).toBeUndefined();
  expect(tokens.find('once 70')).toBeUndefined();
  expect(tokens.find('once 99')).toBe(claims);
});
