import { expect, test } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { describeConfig } from '../codegen/describe-config.js';
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { AccessArguments } from '../config/access-config.js';
import { defineConfig } from '../config/index.js';
import type { Rule } from './bind-access.js';
import { askCallback, decide, denial, documentDenial, late, type Verdict } from './decide.js';
import { anonymous, type Requester } from './requester.js';
import { type DocumentOperation, grantsOf } from './scopes.js';

const contract = describeConfig(
  defineConfig({ auth: { secret: undefined }, collections: [{ slug: 'posts', fields: [] }] }),
);
const document = contract.collections.find(({ slug }) => slug === 'posts') as CollectionDescriptor;

const anyone: Rule = { kind: 'anyone' };
const editors: Rule = { kind: 'roles', roles: new Set(['editor']) };
const callback: Rule = { kind: 'callback', callback: () => true };
const users: Rule = { kind: 'users' };
const nobody: Rule = { kind: 'roles', roles: new Set() };

test.each<[string, Rule, Requester, Verdict]>([
  ['anyone, without a login', anyone, anonymous, 'allowed'],
  ['a list, without a login', editors, anonymous, 'denied'],
  ['a list with the role', editors, user('editor'), 'allowed'],
  ['a list without the role, even of a higher rank', editors, user('admin'), 'denied'],
  ['an empty list', nobody, user('super_admin'), 'denied'],
  ['a list with the role of a key', editors, key('editor'), 'allowed'],
  ['a list without the role of a key', editors, key('author'), 'denied'],
  ['a callback', callback, user('admin'), 'ask'],
  ['a callback, without a login', callback, anonymous, 'ask'],
  ['the users, whose rule depends on the document', users, user('guest'), 'ask'],
])('the rule decides: %s', (_, rule, requester, verdict) => {
  expect(decide({ document, operation: 'read', rule, requester, grants: null })).toBe(verdict);
});

test.each<[string, DocumentOperation, Rule, Verdict]>([
  ['posts:read', 'read', nobody, 'allowed'],
  ['posts:read', 'update', anyone, 'denied'],
  ['posts:update', 'update', callback, 'allowed'],
  ['pages:*', 'read', callback, 'denied'],
])('the scope %s replaces every rule for %s', (scope, operation, rule, verdict) => {
  const grants = grantsOf([scope]);
  expect(decide({ document, operation, rule, requester: key([scope]), grants })).toBe(verdict);
});

test.each<[string, Requester, string]>([
  ['an anonymous requester', anonymous, 'You may not update posts without logging in.'],
  ['a user', user('author'), 'The role author may not update posts.'],
  ['a key with a role', key('guest'), 'The role guest may not update posts.'],
  ['a key with scopes', key(['posts:read']), 'The scopes of this API key do not let it update posts.'],
])('the refusal tells %s what is lacking', (_, requester, message) => {
  expect(denial(requester, 'update', 'posts')).toMatchObject({ code: 'FORBIDDEN', status: 403, message });
});

test.each<[string, Requester, string]>([
  ['an anonymous requester', anonymous, 'You may not update posts without logging in.'],
  [
    'a user',
    user('author'),
    'You may not update this document of posts: the access rule of the collection refuses it.',
  ],
])('the refusal of a callback tells %s that it concerns the document', (_, requester, message) => {
  const refused = documentDenial(requester, 'update', 'posts');
  expect(refused).toMatchObject({ code: 'FORBIDDEN', status: 403, message });
});

const access = {} as AccessArguments;
const withThen = (then: unknown): object => Object.fromEntries([['then', then]]);

test.each<[string, () => unknown, unknown]>([
  ['a value', () => true, true],
  ['a promise', async () => false, false],
  ['a promise of a filter', async () => ({ id: 'x' }), { id: 'x' }],
  ['a thenable that is no promise', () => withThen((done: (value: unknown) => void) => done(7)), 7],
  ['a filter on a field that is called then', () => withThen('later'), withThen('later')],
  ['null', () => null, null],
  ['a function', () => Number.isNaN, Number.isNaN],
])('what a callback returns is taken: %s', async (_, returns, expected) => {
  expect(await askCallback('read of posts', { callback: returns, access })).toEqual(expected);
});

test.each<[string, () => unknown, string]>([
  [
    'throws an error',
    () => {
      throw new Error('no database');
    },
    'no database',
  ],
  [
    'throws a text',
    () => {
      throw 'no database';
    },
    'no database',
  ],
  [
    'rejects',
    async () => {
      throw new Error('no network');
    },
    'no network',
  ],
])('a callback that %s is named, with the cause', async (_, fails, reason) => {
  const failure = askCallback('read of posts', { callback: fails, access });
  await expect(failure).rejects.toMatchObject({
    message: `The access callback read of posts failed: ${reason}`,
    cause: expect.anything(),
  });
});

test('a callback that never settles counts as late', async () => {
  const never = (): Promise<boolean> => new Promise(() => undefined);
  expect(await askCallback('read of posts', { callback: never, access, timeout: 5 })).toBe(late);
});

test.each<[string, () => Promise<boolean>]>([
  ['resolves', async () => true],
  [
    'rejects',
    async () => {
      throw new Error('no');
    },
  ],
])('no timer is left when a callback %s in time', async (_, answers) => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  await askCallback('read of posts', { callback: answers, access, timeout: 500 }).catch(() => undefined);
  expect(timers()).toBe(before);
});
