import { expect, test } from 'vitest';
import { hostOf } from './location.js';

test.each([
  ['postgres://svc@db.example.com:5433/shop', 'db.example.com'],
  ['postgres://svc@[::1]/shop', '::1'],
  ['postgres:///shop', 'localhost'],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/shop', 'localhost'],
  ['postgres://localhost/shop?host=/run/postgresql', 'localhost'],
  ['postgres://localhost/shop?host=db.example.com', 'db.example.com'],
  ['postgres://localhost/shop?host=127.0.0.1&host=db.example.com', 'db.example.com'],
])('%s connects to %s', (url, host) => {
  expect(hostOf(url, {})).toBe(host);
});

test('PGHOST is the host of an address without one, and of no other', () => {
  expect(hostOf('postgres:///shop', { PGHOST: 'db.example.com' })).toBe('db.example.com');
  expect(hostOf('postgres://localhost/shop', { PGHOST: 'db.example.com' })).toBe('localhost');
});
