import { expect, test } from 'vitest';
import { type KeyValues, keyChanges, keyIssues, newKeyBody } from './key-form.js';

const now = Date.UTC(2026, 10, 21);
const values: KeyValues = {
  ...{ name: ' website ', grant: 'scopes', role: 'editor', expiry: '30d', day: '' },
  scopes: new Set(['posts:read']),
};

test('a key has a role or scopes, one of them', () => {
  const expiresAt = '2026-12-21T00:00:00.000Z';
  expect(newKeyBody(values, [], now)).toEqual({ name: 'website', scopes: ['posts:read'], expiresAt });
  expect(newKeyBody({ ...values, grant: 'role', expiry: 'never' }, [], now)).toEqual({
    ...{ name: 'website', role: 'editor', expiresAt: null },
  });
});

test('what is missing is named by input', () => {
  expect(keyIssues(values, now)).toEqual({});
  const empty: KeyValues = { ...values, name: ' ', scopes: new Set(), expiry: 'custom', day: '2020-01-01' };
  expect(keyIssues(empty, now)).toEqual({ name: 'nameRequired', scopes: 'scopesRequired', day: 'dayWrong' });
  expect(keyIssues({ ...values, expiry: 'custom' }, now)).toEqual({ day: 'dayWrong' });
  expect(keyIssues({ ...values, grant: 'role', scopes: new Set() }, now)).toEqual({});
});

test('only what differs is changed', () => {
  const stored = { name: 'website', scopes: ['posts:read'] };
  const context = { targets: [], now };
  expect(keyChanges({ ...values, expiry: 'keep' }, stored, context)).toEqual({});
  expect(keyChanges({ ...values, name: 'site', expiry: 'never' }, stored, context)).toEqual({
    ...{ name: 'site', expiresAt: null },
  });
  const more: KeyValues = { ...values, expiry: 'keep', scopes: new Set(['posts:read', 'posts:create']) };
  expect(keyChanges(more, stored, context)).toEqual({ scopes: ['posts:create', 'posts:read'] });
});
