import { describe, expect, test } from 'vitest';
import type { AuthConfig } from '../config/auth-config.js';
import type { CollectionConfig } from '../config/collection-config.js';
import type { FieldConfig } from '../config/field-config.js';
import { atLeast } from '../config/roles.js';
import type { ServiceConfig } from '../config/service-config.js';
import { validateConfig } from '../config/validate/validate-config.js';
import { describeConfig } from './describe-config.js';
import type { CollectionDescriptor, ContractDescriptor } from './descriptors.js';

const title: FieldConfig = { name: 'title', type: 'text' };
const posts: CollectionConfig = { slug: 'posts', fields: [title] };
const auth: AuthConfig = { secret: undefined };

function describeWith(config: ServiceConfig): ContractDescriptor {
  expect(validateConfig(config)).toEqual([]);
  return describeConfig(config);
}

function collection(config: ServiceConfig, slug = 'posts'): CollectionDescriptor {
  const found = describeWith(config).collections.find((each) => each.slug === slug);
  if (found === undefined) throw new Error(`There is no ${slug}.`);
  return found;
}

const writers = ['super_admin', 'admin', 'editor', 'author'];

describe('without auth', () => {
  test('nothing of access or roles is described, whatever the config says', () => {
    const withRules: CollectionConfig = {
      slug: 'posts',
      access: { read: () => true, create: ['admin'] },
      drafts: { readRoles: ['editor'] },
      fields: [{ ...title, access: { read: ['admin'] } }],
    };
    expect(describeWith({ collections: [withRules] })).toEqual(describeWith({ collections: [posts] }));
    expect(Object.keys(describeWith({ collections: [posts] }))).toEqual([
      'hash',
      'name',
      'collections',
      'globals',
      'limits',
    ]);
  });

  test('a collection users is one like others', () => {
    const own = collection({ collections: [{ slug: 'users', fields: [title] }] }, 'users');
    expect(own).toMatchObject({ drafts: true, fields: [{ name: 'title' }] });
    expect(own).not.toHaveProperty('builtIn');
  });
});

describe('with auth', () => {
  test('roles are described by rank, and what changes the routes', () => {
    expect(describeWith({ auth, collections: [posts] }).auth).toEqual({
      roles: { super_admin: 100, admin: 90, editor: 70, author: 50, customer: 30, guest: 10 },
      magicLink: true,
      invites: true,
      tokenInBody: false,
    });
    const own: AuthConfig = {
      secret: undefined,
      roles: [{ name: 'moderator', rank: 60 }],
      magicLink: false,
      invites: false,
      tokenInBody: true,
    };
    const described = describeWith({ auth: own, collections: [posts] }).auth;
    expect(Object.keys(described?.roles ?? {})).toEqual([
      'super_admin',
      'admin',
      'editor',
      'moderator',
      'author',
      'customer',
      'guest',
    ]);
    expect(described).toMatchObject({ magicLink: false, invites: false, tokenInBody: true });
  });

  test('reading is open, and writing for authors and above, where nothing is said', () => {
    const contract = describeWith({
      auth,
      collections: [posts],
      globals: [{ slug: 'site', fields: [title] }],
    });
    expect(contract.collections[0]?.access).toEqual({
      read: 'anyone',
      create: writers,
      update: writers,
      delete: writers,
    });
    expect(contract.globals[0]?.access).toEqual({ read: 'anyone', update: writers });
  });

  test('lists are resolved with the roles of the config, callbacks left to the server', () => {
    const roles = [{ name: 'moderator', rank: 60 }];
    const access = {
      read: async () => ({ title: 'x' }),
      create: atLeast('moderator'),
      update: ['guest', 'moderator'],
      delete: [],
    };
    expect(
      collection({
        auth: { secret: 'x', roles },
        collections: [{ ...posts, access, drafts: { readRoles: atLeast('editor') } }],
      }),
    ).toMatchObject({
      access: {
        read: 'callback',
        create: ['super_admin', 'admin', 'editor', 'moderator'],
        update: ['moderator', 'guest'],
        delete: [],
      },
      draftReaders: ['super_admin', 'admin', 'editor'],
    });
  });

  test('fields carry their lists, inside groups and rows too', () => {
    const hidden: FieldConfig = { ...title, access: { read: ['admin'], update: atLeast('admin') } };
    const fields: FieldConfig[] = [
      hidden,
      { name: 'plain', type: 'text', access: {} },
      { name: 'group', type: 'group', fields: [hidden], access: { read: ['editor'] } },
      { name: 'rows', type: 'array', fields: [hidden] },
      { name: 'blocks', type: 'blocks', blocks: [{ slug: 'one', fields: [hidden] }] },
    ];
    const access = { read: ['admin'], update: ['super_admin', 'admin'] };
    const described = collection({ auth, collections: [{ slug: 'posts', fields }] }).fields;
    expect(described).toMatchObject([
      { access },
      { name: 'plain' },
      { access: { read: ['editor'] }, fields: [{ access }] },
      { fields: [{ access }] },
      { blocks: [{ fields: [{ access }] }] },
    ]);
    expect(described[1]).not.toHaveProperty('access');
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  });

  test('users are built in, the last of the collections and for administrators', () => {
    const { collections } = describeWith({ auth, collections: [posts] });
    expect(collections.map(({ slug }) => slug)).toEqual(['posts', 'users']);
    const administrators = ['super_admin', 'admin'];
    expect(collections[1]).toMatchObject({
      table: 'users',
      builtIn: 'users',
      drafts: false,
      access: {
        read: administrators,
        create: administrators,
        update: administrators,
        delete: administrators,
      },
      fields: [
        { name: 'email', type: 'email', required: true, unique: true },
        { name: 'name', type: 'text' },
        {
          name: 'role',
          type: 'select',
          required: true,
          options: ['super_admin', 'admin', 'editor', 'author', 'customer', 'guest'],
        },
        { name: 'emailVerified', type: 'boolean', required: true, default: false },
      ],
    });
    expect(collections[1]?.fields[2]).not.toHaveProperty('default');
  });

  test('a collection users adds fields, rules and options to them, in its own place', () => {
    const own: CollectionConfig = {
      slug: 'users',
      access: { read: () => true, update: ['super_admin'] },
      defaultSort: 'nick_asc',
      fields: [{ name: 'nick', type: 'text', unique: true }],
    };
    const { collections } = describeWith({ auth, collections: [own, posts] });
    expect(collections.map(({ slug }) => slug)).toEqual(['users', 'posts']);
    expect(collections[0]).toMatchObject({
      defaultSort: 'nick_asc',
      drafts: false,
      access: { read: 'callback', create: ['super_admin', 'admin'], update: ['super_admin'] },
    });
    expect(collections[0]?.fields.map(({ name }) => name)).toEqual([
      'email',
      'name',
      'role',
      'emailVerified',
      'nick',
    ]);
  });
});

describe('the contract hash', () => {
  const hash = (config: ServiceConfig): string => describeWith(config).hash;
  const base: ServiceConfig = { auth, collections: [posts] };

  test('depends on access rules, roles and what changes the routes', () => {
    const others: ServiceConfig[] = [
      { collections: [posts] },
      { auth, collections: [{ ...posts, access: { read: ['admin'] } }] },
      { auth, collections: [{ ...posts, access: { read: () => true } }] },
      { auth, collections: [{ slug: 'posts', fields: [{ ...title, access: { read: ['admin'] } }] }] },
      { auth, collections: [{ ...posts, drafts: { readRoles: ['admin'] } }] },
      { auth: { secret: 'x', roles: [{ name: 'boss', rank: 99 }] }, collections: [posts] },
      { auth: { secret: 'x', tokenInBody: true }, collections: [posts] },
    ];
    const hashes = [base, ...others].map(hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('does not depend on secrets, limits and what only the server does', () => {
    const own: AuthConfig = {
      secret: 'another',
      emailVerification: false,
      lockout: { attempts: 3 },
      rateLimit: false,
      registration: { enabled: true },
    };
    expect(hash({ auth: own, collections: [posts] })).toBe(hash(base));
  });

  test('is the same for a list and for what it means', () => {
    const withRule = (create: readonly string[]): ServiceConfig => ({
      auth,
      collections: [{ ...posts, access: { create } }],
    });
    expect(hash(withRule(atLeast('author')))).toBe(hash(base));
    expect(hash(withRule(['author', 'editor', 'admin', 'super_admin']))).toBe(hash(base));
  });
});
