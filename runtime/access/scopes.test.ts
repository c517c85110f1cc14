import { describe, expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import type { DocumentDescriptor, FieldDescriptor } from '../codegen/descriptors.js';
import { defineConfig } from '../config/index.js';
import { isServiceError } from '../errors/to-response.js';
import { createScopeLimits } from './scope-limits.js';
import { type DocumentOperation, grantsOf, parseScopes } from './scopes.js';

const contract = describeConfig(
  defineConfig({
    auth: { secret: undefined },
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          {
            name: 'meta',
            type: 'group',
            fields: [{ name: 'note', type: 'text', access: { read: ['admin'] } }],
          },
          { name: 'rows', type: 'array', fields: [{ name: 'cell', type: 'text' }] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'quote', fields: [{ name: 'source', type: 'text', access: { read: ['editor'] } }] },
              { slug: 'rule', fields: [{ name: 'source', type: 'text', access: { read: ['admin'] } }] },
            ],
          },
        ],
      },
      { slug: 'mine', fields: [], access: { read: () => true, create: ['super_admin'] } },
    ],
    globals: [
      { slug: 'site', fields: [{ name: 'name', type: 'text', access: { update: ['super_admin'] } }] },
    ],
  }),
);

function document(slug: string): DocumentDescriptor {
  const found = [...contract.collections, ...contract.globals].find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`There is no ${slug}.`);
  return found;
}

const posts = document('posts');
const site = document('site');
const users = document('users');

describe('a scope', () => {
  test.each<[string, string, DocumentOperation, boolean]>([
    ['posts:read', 'posts', 'read', true],
    ['posts:read', 'posts', 'update', false],
    ['posts:read', 'mine', 'read', false],
    ['posts:*', 'posts', 'delete', true],
    ['*:read', 'posts', 'read', true],
    ['*:read', 'site', 'read', true],
    ['*:*', 'site', 'update', true],
    ['site:read', 'site', 'read', false],
    ['globals.site:read', 'site', 'read', true],
    ['posts.title:read', 'posts', 'read', false],
    ['*', 'posts', 'delete', true],
    ['*', 'users', 'read', false],
    ['*:*', 'users', 'read', false],
    ['users:read', 'users', 'read', false],
  ])('%s, asked for %s to %s, covers it: %j', (scope, slug, operation, covers) => {
    expect(grantsOf([scope]).covers(document(slug), operation)).toBe(covers);
  });

  test('opens a field with an access list by its path alone', () => {
    const note = { path: 'meta.note' } as FieldDescriptor;
    const opens = (scope: string): boolean => grantsOf([scope]).coversField(posts, note, 'read');
    expect(['posts.meta.note:read', 'posts.meta.note:*'].map(opens)).toEqual([true, true]);
    expect(['posts:*', '*:*', 'posts.meta:read', 'posts.meta.note:update'].map(opens)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test.each([
    'posts:read',
    'posts:*',
    '*:*',
    '*:create',
    'globals.site:update',
    'globals.site.name:*',
    'posts.meta.note:read',
    'posts.rows.cell:update',
    'posts.content.source:read',
    '*',
  ])('is taken: %s', (scope) => {
    expect(parseScopes([scope], contract)).toMatchObject([{ text: scope }]);
  });

  test.each([
    ['', 'is no scope'],
    ['posts', 'is no scope'],
    ['posts:', /^scopes\.1: "posts:" is no scope: write "<slug>:<operation>"/],
    [':read', 'is no scope'],
    ['posts:read:all', 'is no scope'],
    ['pots:read', /names no collection of this service, did you mean "posts"\?$/],
    ['users:read', /names no collection of this service\.$/],
    ['globals.system:read', 'names no global'],
    ['globals:read', /"globals:read" names no global of this service\.$/],
    ['site:read', 'names no collection'],
    ['posts:publish', 'must be one of read, create, update, delete or *'],
    ['globals.site:create', 'must be one of read, update or *'],
    ['posts.nothing:read', 'names no field of posts'],
    ['posts.meta.cell:read', 'names no field of posts'],
    ['posts.title:create', 'must be one of read, update or *'],
  ])('is refused: %j %s', (scope, message) => {
    try {
      parseScopes(['posts:read', scope], contract);
      expect.unreachable();
    } catch (error) {
      if (!isServiceError(error)) throw error;
      expect(error.code).toBe('BAD_USER_INPUT');
      expect(error.details?.map(({ path }) => path)).toEqual(['scopes.1']);
      expect(error.message).toMatch(message);
    }
  });
});

describe('the scopes that a role may give', () => {
  const within = createScopeLimits(contract);

  test('are those that open no more than the role may do', () => {
    expect(
      within(
        [
          'posts:read',
          'posts:*',
          'posts.meta.note:read',
          'mine:create',
          'globals.site:update',
          'globals.site.name:update',
        ],
        'editor',
      ),
    ).toEqual(['posts:read', 'posts:*', 'globals.site:update']);
    expect(within(['posts.meta.note:read', 'posts:delete'], 'admin')).toEqual([
      'posts.meta.note:read',
      'posts:delete',
    ]);
    expect(within(['posts:update', 'posts:read'], 'customer')).toEqual(['posts:read']);
  });

  test('over what a callback decides are for a super_admin, who may give anything', () => {
    const scopes = ['mine:read', '*:read', 'mine:create', 'globals.site.name:update'];
    expect(within(scopes, 'admin')).toEqual([]);
    expect(within(scopes, 'super_admin')).toEqual(scopes);
  });

  test('through a path into several blocks open each of the fields', () => {
    expect(within(['posts.content.source:read'], 'admin')).toEqual([]);
    expect(within(['posts.content.source:update'], 'admin')).toEqual(['posts.content.source:update']);
  });

  test('for all operations open each of them', () => {
    expect(within(['globals.site.name:read'], 'admin')).toEqual(['globals.site.name:read']);
    expect(within(['globals.site.name:*'], 'admin')).toEqual([]);
    expect(within(['posts:*'], 'customer')).toEqual([]);
  });

  test('for all documents leave out the users, and count a global only for what it has', () => {
    const read = ['editor', 'customer'];
    const open = describeConfig(
      defineConfig({
        auth: { secret: undefined },
        collections: [
          {
            slug: 'posts',
            fields: [],
            access: { read: [...read, 'guest'], create: ['editor'], update: ['editor'], delete: ['author'] },
          },
        ],
        globals: [{ slug: 'site', fields: [], access: { read, update: ['editor'] } }],
      }),
    );
    const scopes = ['*:read', '*:create', '*:update', '*:delete', '*:*'];
    expect(createScopeLimits(open)(scopes, 'editor')).toEqual(['*:read', '*:create', '*:update']);
    expect(createScopeLimits(open)(scopes, 'customer')).toEqual(['*:read']);
    expect(createScopeLimits(open)(scopes, 'author')).toEqual(['*:delete']);
    // A guest may read the posts, but not the site.
    expect(createScopeLimits(open)(scopes, 'guest')).toEqual([]);
  });

  test('are none for a role that is gone, and none that mean nothing any more', () => {
    expect(within(['posts:read'], 'poet')).toEqual([]);
    expect(within(['gone:read'], 'admin')).toEqual([]);
  });
});

test('a global and a collection of one name are told apart', () => {
  expect(
    grantsOf(['globals.site:read']).covers({ ...posts, slug: 'site' } as DocumentDescriptor, 'read'),
  ).toBe(false);
  expect(grantsOf(['site:*']).covers(site, 'read')).toBe(false);
  expect(grantsOf(['globals.users:read']).covers(users, 'read')).toBe(false);
});
