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
  ['', 'has 0 bytes, and 32 are the least'],
  ['x', 'has 1 byte, and 32 are the least'],
  ['k3J9-xQ2m-Vb7n-Zr5t-Wp8s-Yd4f-H', 'has 31 bytes, and 32 are the least'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'is one character repeated, which anybody can guess'],
  ['secretsecretsecretsecretsecretsecret', 'repeats a few characters, which anybody can guess'],
  ['SecretsecretSecretsecretSecretsecr', 'repeats a few characters, which anybody can guess'],
  ['0123456789012345678901234567890123456789', 'repeats a few characters, which anybody can guess'],
  ['0123456789abcdef0123456789abcdef', 'repeats a few characters, which anybody can guess'],
  ['changeme-changeme-and-make-it-longer-please', 'is a sample that everybody knows'],
  ['CHANGE_ME_to_something_long_and_random', 'is a sample that everybody knows'],
  ['a-string-secret-at-least-256-bits-long', 'is a sample that everybody knows'],
  ['your-super-secret-jwt-token-with-at-least-32-characters-long', 'is a sample that everybody knows'],
  ['django-insecure-2#k9!f0r-j1m@zq8w7x6v5u4t3', 'is a sample that everybody knows'],
])('%s will not: %s', (secret, issue) => {
  expect(secretIssue(secret)).toBe(issue);
});
