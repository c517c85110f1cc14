import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { defineConfig } from '../config/index.js';
import type { ServiceConfig } from '../config/service-config.js';
import { bindAccess, type DocumentRules } from './bind-access.js';

const mayRead = (): boolean => true;
const mayUpdate = (): boolean => false;
const config = defineConfig({
  auth: { secret: undefined },
  collections: [
    {
      slug: 'posts',
      fields: [],
      access: { read: mayRead, create: ['editor'], update: ['editor', 'author'], delete: [] },
    },
    { slug: 'pages', fields: [], access: { delete: mayRead } },
  ],
  globals: [
    { slug: 'site', fields: [], access: { read: ['guest'], update: mayUpdate } },
    { slug: 'posts', fields: [] },
  ],
});
const contract = describeConfig(config);

// Made in each test: code that runs while a file is loaded is not mutated by `npm run mutate`.
const boundRules = (): readonly DocumentRules[] => [...bindAccess(config, contract).values()];

function rulesOf(name: string): DocumentRules {
  const found = boundRules().find((one) => one.name === name);
  if (found === undefined) throw new Error(`There are no rules of ${name}.`);
  return found;
}

const roles = (...names: readonly string[]) => ({ kind: 'roles', roles: new Set(names) });

test('every collection and global has rules by its name in messages', () => {
  expect(
    boundRules()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['globals.posts', 'globals.site', 'pages', 'posts', 'users']);
});

test('the rules of a collection are its own lists and callbacks', () => {
  expect(rulesOf('posts')).toEqual({
    name: 'posts',
    read: { kind: 'callback', callback: mayRead },
    create: roles('editor'),
    update: roles('editor', 'author'),
    delete: roles(),
    purge: roles(),
  });
  expect(rulesOf('pages').delete).toEqual({ kind: 'callback', callback: mayRead });
});

test('nobody creates or deletes a global', () => {
  expect(rulesOf('globals.site')).toEqual({
    name: 'globals.site',
    read: roles('guest'),
    create: roles(),
    update: { kind: 'callback', callback: mayUpdate },
    delete: roles(),
    purge: roles(),
  });
});

test('reading is open to anyone where the config says nothing', () => {
  expect([rulesOf('pages').read, rulesOf('globals.posts').read]).toEqual([
    { kind: 'anyone' },
    { kind: 'anyone' },
  ]);
});

test('the users have a rule of their own for reading, unless the config has one', () => {
  expect(rulesOf('users').read).toEqual({ kind: 'users' });
  const listed = defineConfig({
    auth: { secret: undefined },
    collections: [{ slug: 'users', fields: [], access: { read: ['editor'] } }],
  });
  const [users] = [...bindAccess(listed, describeConfig(listed)).values()];
  expect(users?.read).toEqual(roles('editor'));
});

test('a config without globals or collections has rules all the same', () => {
  const names = (one: ServiceConfig): readonly string[] =>
    [...bindAccess(one, describeConfig(one)).values()].map(({ name }) => name);
  expect(
    names(defineConfig({ auth: { secret: undefined }, globals: [{ slug: 'site', fields: [] }] })),
  ).toEqual(['users', 'globals.site']);
});

test.each<[string, 'collections' | 'globals', string]>([
  ['collection', 'collections', 'update of posts'],
  ['global', 'globals', 'read of globals.site'],
])('the missing rule of a %s is named', (_, kind, name) => {
  const [operation] = name.split(' ');
  const broken = {
    ...contract,
    [kind]: contract[kind].map((one) => ({
      ...one,
      access: { ...one.access, [operation ?? '']: undefined },
    })),
  };
  expect(() => bindAccess(config, broken)).toThrow(`The access rule ${name} is missing: run svc generate.`);
  const without = { ...contract, [kind]: contract[kind].map(({ access: _, ...one }) => one) };
  expect(() => bindAccess(config, without)).toThrow(/^The access rule .* is missing: run svc generate\.$/);
});

test.each(['delete of pages', 'update of globals.site'])('the missing callback of %s is named', (name) => {
  const { collections = [], globals = [] } = config;
  const older = name.endsWith('pages')
    ? { ...config, collections: collections.filter(({ slug }) => slug !== 'pages') }
    : { ...config, globals: globals.filter(({ slug }) => slug !== 'site') };
  expect(() => bindAccess(older, contract)).toThrow(
    `The access rule ${name} is a callback, but the config has none: run svc generate.`,
  );
});
