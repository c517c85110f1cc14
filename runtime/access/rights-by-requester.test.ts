import { expect, test } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { describeConfig } from '../codegen/describe-config.js';
import type { HookRequest } from '../config/hook-request.js';
import { defineConfig } from '../config/index.js';
import { createAccessControl } from './document-access.js';
import type { FieldRights } from './field-rights.js';
import { anonymous, type Requester } from './requester.js';

const config = defineConfig({
  auth: { secret: undefined },
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'note', type: 'text', access: { read: ['editor'], update: ['admin'] } },
        { name: 'price', type: 'number', access: { read: ['editor', 'author'] } },
        { name: 'state', type: 'text', access: { update: ['author'] } },
      ],
    },
  ],
});
const contract = describeConfig(config);

function open(): (requester: Requester) => FieldRights {
  const control = createAccessControl({ contract, config });
  if (control === null) throw new Error('The config has authentication.');
  return (requester) => control.forRequest(requester, () => ({}) as HookRequest).fields;
}

const names = (fields: Iterable<{ readonly name: string }>): readonly string[] =>
  [...fields].map(({ name }) => name);

const rows: readonly (readonly [string, Requester, readonly string[], readonly string[]])[] = [
  ['anonymous', anonymous, ['note', 'price'], ['note', 'state']],
  ['an editor', user('editor'), [], ['note', 'state']],
  ['an author', user('author'), ['note'], ['note']],
  ['an admin, who is in no list of readers', user('admin'), ['note', 'price'], ['state']],
  ['a key of an author', key('author'), ['note'], ['note']],
  ['a key for documents', key(['posts:*', '*']), ['note', 'price'], ['note', 'state']],
  ['a key for a field', key(['posts:read', 'posts.note:read']), ['price'], ['note', 'state']],
  ['a key for all of a field', key(['posts.note:*', 'posts.price:read']), [], ['state']],
  ['a key for another field', key(['posts.state:update']), ['note', 'price'], ['note']],
];

test.each(rows)('the fields hidden from and fixed for %s', (_, requester, hidden, fixed) => {
  const rights = open()(requester);
  expect([names(rights.hidden), names(rights.fixed)]).toEqual([hidden, fixed]);
});

test('what is kept for one requester is never taken for another', () => {
  const rightsOf = open();
  for (const round of ['made', 'kept']) {
    const found = rows.map(([name, requester]) => [round, name, names(rightsOf(requester).hidden)]);
    expect(found).toEqual(rows.map(([name, , hidden]) => [round, name, hidden]));
  }
});

test('rights are kept for some hundred sets of scopes, and all are forgotten beyond', () => {
  const rightsOf = open();
  const scoped = (at: number): FieldRights => rightsOf(key([`posts.field${at}:read`]));
  const first = scoped(0);
  for (let at = 1; at < 500; at += 1) scoped(at);
  expect(scoped(0)).toBe(first);
  scoped(500);
  expect(scoped(0)).not.toBe(first);
});
