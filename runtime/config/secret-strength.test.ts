import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretIssue } from './secret-strength.js';

test.each([
  randomBytes(32).toString('base64url'),
  randomBytes(16).toString('hex'),
  randomBytes(48).toString('base64'),
  'a passphrase of seven words that nobody else has',
  'ü'.repeat(8) + randomBytes(8).toString('hex'),
])('%s will do', (secret) => {
  expect(secretIssue(secret)).toBeNull();
});

test.each([
  ['', 'has 0 bytes, and 32 is the minimum'],
  ['x', 'has 1 byte, and 32 is the minimum'],
  ['k3J9-xQ2m-Vb7n-Zr5t-Wp8s-Yd4f-H', 'has 31 bytes, and 32 is the minimum'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'is one character repeated, which is easy to guess'],
  ['secretsecretsecretsecretsecretsecret', 'repeats a few characters, which is easy to guess'],
  ['SecretsecretSecretsecretSecretsecr', 'repeats a few characters, which is easy to guess'],
  ['0123456789012345678901234567890123456789', 'repeats a few characters, which is easy to guess'],
  ['0123456789abcdef0123456789abcdef', 'repeats a few characters, which is easy to guess'],
  ['changeme-changeme-and-make-it-longer-please', 'is a well-known sample'],
  ['CHANGE_ME_to_something_long_and_random', 'is a well-known sample'],
  ['a-string-secret-at-least-256-bits-long', 'is a well-known sample'],
  ['your-super-secret-jwt-token-with-at-least-32-characters-long', 'is a well-known sample'],
  ['django-insecure-2#k9!f0r-j1m@zq8w7x6v5u4t3', 'is a well-known sample'],
])('%s will not: %s', (secret, issue) => {
  expect(secretIssue(secret)).toBe(issue);
});
