import { expect, test } from 'vitest';
import { validateConfig } from './validate-config.js';

function issuesOf(collections: readonly object[], more: object = {}): readonly string[] {
  return validateConfig({ collections, ...more }).map(({ message }) => message);
}

const fields = [{ name: 'title', type: 'text' }];

test('A trash is switched on, or has days', () => {
  expect(issuesOf([{ slug: 'posts', fields, trash: true }])).toEqual([]);
  expect(issuesOf([{ slug: 'posts', fields, trash: { days: 7 } }])).toEqual([]);
  expect(issuesOf([{ slug: 'posts', fields, trash: {} }])).toEqual([]);
  expect(issuesOf([{ slug: 'posts', fields, trash: { days: 0 } }])[0]).toContain('from 1 to 36500');
  expect(issuesOf([{ slug: 'posts', fields, trash: { hours: 1 } }])).toHaveLength(1);
  expect(issuesOf([{ slug: 'posts', fields, trash: 30 }])[0]).toContain('must be true, false or { days }');
});

test('Users have no trash', () => {
  const users = { slug: 'users', fields: [{ name: 'nick', type: 'text' }], trash: true };
  expect(issuesOf([{ slug: 'posts', fields }, users], { auth: {} })[0]).toContain('leave nothing behind');
});

test('access.purge needs a trash', () => {
  const access = { purge: ['admin'] };
  expect(issuesOf([{ slug: 'posts', fields, access }], { auth: {} })[0]).toContain(
    'has no effect without "trash"',
  );
  expect(issuesOf([{ slug: 'posts', fields, access, trash: true }], { auth: {} })).toEqual([]);
});

test('A cascade into a trash needs a trash', () => {
  const posts = { slug: 'posts', fields, trash: true };
  const post = { name: 'post', type: 'relationship', to: 'posts', onDelete: 'cascade' };
  expect(issuesOf([posts, { slug: 'comments', fields: [post] }])[0]).toContain(
    'cannot be "cascade" to "posts", which has a trash',
  );
  expect(issuesOf([posts, { slug: 'comments', fields: [post], trash: true }])).toEqual([]);
  const rows = { name: 'rows', type: 'array', fields: [post] };
  expect(issuesOf([posts, { slug: 'comments', fields: [rows] }])).toEqual([]);
});

test.each(['_deletedAt', '_deletedBy', '_highlights'])('%s is reserved', (name) => {
  expect(issuesOf([{ slug: 'posts', fields: [{ name, type: 'text' }] }])[0]).toContain('is reserved');
});
