import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { rowTitle } from './row-title.js';

const fieldOf = (name: string, type: string, more: object = {}): AdminFieldMeta =>
  ({ name, path: name, type, label: name, ...more }) as AdminFieldMeta;
const kind = fieldOf('kind', 'select', { options: [{ value: 'custom', label: 'Custom' }] });
const url = fieldOf('url', 'text');
const label = fieldOf('label', 'text');
const listOf = (...fields: readonly AdminFieldMeta[]): AdminFieldMeta =>
  fieldOf('links', 'array', { fields });

test('a row is called by what names it, wherever it stands', () => {
  const row = { kind: 'custom', url: 'https://example.com', label: 'Read more' };
  expect(rowTitle(listOf(kind, url, label), row)).toBe('Read more');
  expect(rowTitle(listOf(fieldOf('link', 'group', { fields: [kind, url, label] })), { link: row })).toBe(
    'Read more',
  );
});

test('without that by the first text, and then by any value', () => {
  expect(rowTitle(listOf(kind, url, label), { kind: 'custom', url: '/home', label: null })).toBe('/home');
  expect(rowTitle(listOf(kind, url, label), { kind: 'custom' })).toBe('Custom');
  expect(rowTitle(listOf(kind, url, label), {})).toBe('');
  expect(rowTitle(listOf(kind), null)).toBe('');
});

test('a long title is cut, and has one line', () => {
  expect(rowTitle(listOf(label), { label: 'One\n  two' })).toBe('One two');
  expect(rowTitle(listOf(label), { label: 'a'.repeat(81) })).toBe(`${'a'.repeat(80)}…`);
});
