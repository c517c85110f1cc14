import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { smtpSecurity } from './smtp-security.js';

test.each([
  ['smtp://user:password@mail.example.com', { requireTLS: true }],
  ['smtp://user@mail.example.com:587', { requireTLS: true }],
  ['smtp://mailpit:1025', {}],
  ['smtp://localhost.example.com', {}],
  ['smtp://127.0.0.1.example.com', {}],
  ['smtp://user:password@localhost:1025', { opportunisticTLS: true, tls: { rejectUnauthorized: false } }],
  ['smtp://127.8.0.1', { opportunisticTLS: true, tls: { rejectUnauthorized: false } }],
  ['smtps://[::1]:465', { opportunisticTLS: true, tls: { rejectUnauthorized: false } }],
])('%s asks for %j', (url, security) => {
  expect(smtpSecurity(url)).toEqual(security);
});

test('a query in the address wins', () => {
  const url = 'smtp://user:password@mail.example.com?requireTLS=false';
  expect(createTransport({ url, ...smtpSecurity(url) }).options).toMatchObject({ requireTLS: false });
});
