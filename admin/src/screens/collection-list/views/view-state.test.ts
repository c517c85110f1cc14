import { expect, test } from 'vitest';
import { parseListState } from '../list-state.js';
import { droppedParts } from './dropped-parts.js';
import { addressOf, isChanged, queryOf } from './view-state.js';

const query = {
  where: { category: { equals: 'guide' } },
  sort: 'title_asc',
  search: 'fox',
  columns: ['title', 'author'],
  limit: 50,
};

test('the address of a view contains its whole query', () => {
  const state = parseListState(addressOf({ id: 'v1', query }));
  expect(state).toMatchObject({ view: 'v1', where: query.where, sort: 'title_asc', search: 'fox' });
  const shown = { ...state, where: state.where ?? undefined, words: state.search };
  expect(queryOf(shown)).toEqual(query);
  expect(isChanged(query, shown)).toBe(false);
  expect(isChanged(query, { ...shown, sort: null })).toBe(true);
  expect(isChanged({ ...query, columns: [] }, { ...shown, columns: null })).toBe(true);
});

test('a number of rows that the list does not offer is no change', () => {
  const { sort, columns, limit } = parseListState(addressOf({ id: 'v1', query: { limit: 20 } }));
  expect(isChanged({ limit: 20 }, { where: undefined, words: undefined, sort, columns, limit })).toBe(false);
});

test('what was left out of a view is named by its field, once', () => {
  expect(
    droppedParts(['where.OR.0.budget', 'where.AND.1.OR.2.budget', 'columns.seo.title', 'search', 'other.x']),
  ).toEqual([
    { kind: 'where', path: 'budget' },
    { kind: 'columns', path: 'seo.title' },
    { kind: 'search', path: '' },
  ]);
});
