import { expect, test } from 'vitest';
import type { AdminMeta } from '../../../../runtime/codegen/admin-meta.js';
import {
  fieldScopesOf,
  isOpen,
  readScopes,
  routeScopes,
  scopeTargets,
  withScope,
  writeScopes,
} from './key-scopes.js';

const field = (path: string, nested: readonly object[] = []) => ({
  ...{ name: path.split('.').at(-1), path, type: nested.length > 0 ? 'group' : 'text', label: path },
  ...{ operators: [], sortable: false, canUpdate: true, fields: nested },
});
const collection = (slug: string, can: object, fields: readonly object[] = []) => ({
  ...{ kind: 'collection', slug, labels: { singular: slug, plural: slug.toUpperCase() }, can, fields },
});
const open = { read: true, create: true, update: true, delete: true };

function metaOf(role: string): AdminMeta {
  // Only what the tested code reads.
  return {
    auth: { user: { id: 'u', role } },
    collections: [
      collection('users', open),
      collection('posts', open, [field('title'), field('fee', [field('fee.amount')])]),
      collection('notes', { ...open, read: 'row', delete: false }),
    ],
    globals: [
      { kind: 'global', slug: 'site', label: 'Site', can: { read: true, update: false }, fields: [] },
    ],
  } as unknown as AdminMeta;
}

const targets = scopeTargets(metaOf('super_admin'), 'Everything');

test('users are no target, and everything comes first', () => {
  expect(targets.map(({ name }) => name)).toEqual(['*', 'posts', 'notes', 'globals.site']);
  expect(targets[1]?.fields).toEqual(['title', 'fee', 'fee.amount']);
});

test('an administrator gives what they may do themselves, and nothing that a callback decides', () => {
  const [all, posts, notes, site] = scopeTargets(metaOf('admin'), 'Everything');
  expect(posts?.grantable).toEqual(open);
  expect(notes?.grantable).toEqual({ ...open, read: 'row', delete: false });
  expect(site?.grantable.update).toBe(false);
  expect(all?.grantable).toEqual({ read: false, create: true, update: false, delete: false });
  for (const { grantable } of targets) expect(grantable).toEqual(open);
});

test.each([
  [['posts:*'], ['posts:*']],
  [['*'], ['*:*']],
  [['posts:read', 'posts:create', 'posts:update', 'posts:delete'], ['posts:*']],
  [['globals.site:read', 'globals.site:update'], ['globals.site:*']],
  [
    ['posts:read', 'posts.fee.amount:*'],
    ['posts:read', 'posts.fee.amount:*'],
  ],
  [
    ['*:read', 'gone:read'],
    ['*:read', 'gone:read'],
  ],
])('%j is written as %j', (scopes, written) => {
  expect(writeScopes(readScopes(scopes, targets), targets)).toEqual([...written].sort());
});

test('an operation is open by itself or by everything', () => {
  const selection = readScopes(['*:read', 'posts:update'], targets);
  expect(isOpen(selection, 'posts', 'read')).toBe('everything');
  expect(isOpen(selection, 'posts', 'update')).toBe('own');
  expect(isOpen(selection, 'posts', 'delete')).toBeNull();
  expect(isOpen(withScope(selection, '*:read', false), 'posts', 'read')).toBeNull();
});

test('field scopes belong to their collection alone', () => {
  const selection = new Set(['posts.fee:read', 'posts:read', 'postscript.fee:read']);
  const posts = targets.find(({ name }) => name === 'posts');
  expect(posts && fieldScopesOf(selection, posts)).toEqual(['posts.fee:read']);
});

test('routes have a scope each and one for all, as far as the requester may call them', () => {
  const routes = [
    { id: 'read', label: 'Read it', can: true },
    { id: 'update', label: 'Update it', can: 'row' },
  ] as const;
  const given = (role: string): readonly unknown[] =>
    routeScopes({ ...metaOf(role), routes }, 'All').map(({ scope, grantable }) => [scope, grantable]);
  expect(given('admin')).toEqual([
    ['routes:*', false],
    ['routes:read', true],
    ['routes:update', 'row'],
  ]);
  expect(given('super_admin')).toEqual([
    ['routes:*', true],
    ['routes:read', true],
    ['routes:update', true],
  ]);
  expect(routeScopes(metaOf('admin'), 'All')).toEqual([]);
  // Their names may be those of operations.
  for (const scopes of [['routes:*'], ['routes:read', 'routes:update']])
    expect(writeScopes(readScopes(scopes, targets), targets)).toEqual(scopes);
});
