import { expect, test } from 'vitest';
import type { AdminMeta } from '../../../../runtime/codegen/admin-meta.js';
import { inOwnWords } from './own-words.js';
import { de } from './texts.de.js';

const field = (name: string, label: string) => ({ name, path: name, type: 'text', label });
const users = {
  slug: 'users',
  labels: { singular: 'User', plural: 'Users' },
  fields: [field('email', 'Email'), field('city', 'City')],
};
const metaOf = (more: object): AdminMeta =>
  ({
    auth: { profile: [field('name', 'Name'), field('role', 'Role')] },
    collections: [users],
    ...more,
  }) as unknown as AdminMeta;

test('users and their own fields have the words of the language, fields of the config keep theirs', () => {
  const { collections, auth } = inOwnWords(metaOf({}), de);
  expect(collections[0]?.labels).toEqual({ singular: 'Benutzer', plural: 'Benutzer' });
  expect(collections[0]?.fields.map(({ label }) => label)).toEqual(['E-Mail', 'City']);
  expect(auth?.profile.map(({ label }) => label)).toEqual(['Name', 'Rolle']);
});

test('labels of the config stay, and so does a collection of that name without accounts', () => {
  const own = { ...users, labels: { singular: 'Member', plural: 'Members' } };
  expect(inOwnWords(metaOf({ collections: [own] }), de).collections[0]?.labels).toEqual(own.labels);
  expect(inOwnWords(metaOf({ auth: null }), de).collections[0]).toEqual(users);
});
