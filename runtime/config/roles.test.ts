import { expect, test } from 'vitest';
import { atLeast, atLeastOf, ranksOf, rolesOfList } from './roles.js';

const ranks = ranksOf([
  { name: 'helper', rank: 20 },
  { name: 'moderator', rank: 60 },
  { name: 'writer', rank: 50 },
]);

test('roles of a config stand among the built-in ones by their rank', () => {
  expect(Object.entries(ranks)).toEqual([
    ['super_admin', 100],
    ['admin', 90],
    ['editor', 70],
    ['moderator', 60],
    ['author', 50],
    ['writer', 50],
    ['customer', 30],
    ['helper', 20],
    ['guest', 10],
  ]);
});

test('atLeast is the list of the built-in roles until the config is known', () => {
  expect(atLeast('author')).toEqual(['super_admin', 'admin', 'editor', 'author']);
  expect(atLeast('moderator')).toEqual(['moderator']);
  expect(atLeastOf(atLeast('moderator'))).toBe('moderator');
  expect(atLeastOf(['moderator'])).toBeNull();
});

test('roles of the config join atLeast by their rank', () => {
  expect(rolesOfList(atLeast('author'), ranks)).toEqual([
    'super_admin',
    'admin',
    'editor',
    'moderator',
    'author',
    'writer',
  ]);
  expect(rolesOfList(atLeast('moderator'), ranks)).toEqual(['super_admin', 'admin', 'editor', 'moderator']);
});

test('a plain list is exact, whatever ranks are higher', () => {
  expect(rolesOfList(['guest', 'moderator'], ranks)).toEqual(['moderator', 'guest']);
  expect(rolesOfList([...atLeast('editor')], ranks)).toEqual(['super_admin', 'admin', 'editor']);
  expect(rolesOfList([], ranks)).toEqual([]);
});
