import { expect, test } from 'vitest';
import type { Requester } from './requester.js';
import { rightsKey } from './rights-key.js';

const user = { kind: 'user', id: 'u1', role: 'editor' } as const;
const key = { kind: 'apiKey', id: 'k1', role: 'editor', scopes: null } as const;

function keyOf(requester: object): string {
  return rightsKey(requester as Requester);
}

test('requesters with the same rights share a key', () => {
  expect(keyOf({ ...user, id: 'u2' })).toBe(keyOf(user));
  expect(keyOf({ ...key, id: 'k2' })).toBe(keyOf(key));
  const [read, write] = ['posts:read', 'posts:write'];
  expect(keyOf({ ...key, scopes: [write, read] })).toBe(keyOf({ ...key, scopes: [read, write] }));
});

test('requesters with other rights have another key', () => {
  const requesters = [
    { kind: 'anonymous' },
    user,
    { ...user, role: 'author' },
    { ...user, role: 'anonymous' },
    key,
    { ...key, role: 'author' },
    { ...key, scopes: [] },
    { ...key, scopes: ['posts:read'] },
    { ...key, scopes: ['posts:read', 'posts:write'] },
    { ...key, scopes: ['posts:read,posts:write'] },
  ];
  expect(new Set(requesters.map(keyOf)).size).toBe(requesters.length);
});
