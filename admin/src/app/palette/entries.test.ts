import { expect, test } from 'vitest';
import { matching, type PaletteEntry } from './entries.js';

const entries: readonly PaletteEntry[] = [
  { to: '/posts', label: 'Posts', note: 'Content', icon: 'list' },
  { to: '/posts/new', label: 'New Post', icon: 'add' },
  { to: '/cafes', label: 'Cafés', icon: 'list' },
];

test.each([
  ['', ['/posts', '/posts/new', '/cafes']],
  ['post new', ['/posts/new']],
  ['content', ['/posts']],
  ['CAFE', ['/cafes']],
  ['nothing', []],
])('%j finds %j', (text, found) => {
  expect(matching(entries, text).map(({ to }) => to)).toEqual(found);
});
