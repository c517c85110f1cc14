import { expect, test } from 'vitest';
import {
  changedState,
  isEverywhere,
  nextSort,
  parseListState,
  printListState,
  sortDirection,
  whereInFolder,
  wholeWhere,
} from './list-state.js';

const view =
  'view=v1&q=engine&where=%7B%22a%22%3A%7B%22gt%22%3A1%7D%7D&sort=title_desc&columns=a%2Cb&kind=pdf&unused=true&folder=f1&look=grid&limit=50&page=3';

test('an address says a view, and a view its address', () => {
  const state = parseListState(view);
  expect(state).toEqual({
    search: 'engine',
    where: { a: { gt: 1 } },
    sort: 'title_desc',
    page: 3,
    limit: 50,
    columns: ['a', 'b'],
    look: 'grid',
    kind: 'pdf',
    unused: true,
    folder: 'f1',
    view: 'v1',
  });
  expect(printListState(state)).toBe(view);
  expect(printListState(parseListState(''))).toBe('');
});

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'limit=7',
  'where=%7B',
  'where=[]',
  'where={}',
  'sort=',
  'look=list',
  'kind=pictures',
])('what cannot be read of an address is passed over: %s', (search) => {
  expect(parseListState(search)).toEqual(parseListState(''));
});

test('no columns but the title is a choice of its own', () => {
  expect(parseListState('columns=').columns).toEqual([]);
});

test('a folder shows its files, a search those of all folders', () => {
  const top = parseListState('');
  expect(whereInFolder(undefined, top)).toEqual({ folder: { exists: false } });
  expect(whereInFolder({ a: 1 }, { folder: 'f1' })).toEqual({
    AND: [{ a: 1 }, { folder: { equals: 'f1' } }],
  });
  expect(isEverywhere({ ...top, folder: 'f1' })).toBe(false);
  const filters = [{ search: 'a' }, { where: { a: 1 } }, { kind: 'image' }, { unused: true }] as const;
  expect(filters.map((filter) => isEverywhere({ ...top, ...filter }))).toEqual([true, true, true, true]);
});

test('what changes the list begins at the first page', () => {
  const state = parseListState(view);
  expect(changedState(state, { search: '' }).page).toBe(1);
  expect(changedState(state, { page: 4 }).page).toBe(4);
});

test('a search looks for each word in every searched field, beside the filter', () => {
  const state = { ...parseListState(''), search: ' ada ' };
  const found = { OR: [{ name: { contains: 'ada' } }, { email: { contains: 'ada' } }] };
  expect(wholeWhere(state, ['name', 'email'])).toEqual(found);
  expect(wholeWhere({ ...state, where: { age: { gt: 1 } } }, ['name', 'email'])).toEqual({
    AND: [{ age: { gt: 1 } }, found],
  });
  expect(wholeWhere({ ...state, search: 'Ada King' }, ['name'])).toEqual({
    AND: [{ name: { contains: 'Ada' } }, { name: { contains: 'King' } }],
  });
  expect(wholeWhere(state, [])).toBeUndefined();
  expect(wholeWhere({ ...state, search: ' ' }, ['name'])).toBeUndefined();
});

test('a head orders upwards, downwards, and as the collection is', () => {
  expect(nextSort('title', 'createdAt_desc')).toBe('title_asc');
  expect(nextSort('title', 'title_asc')).toBe('title_desc');
  expect(nextSort('title', 'title')).toBe('title_desc');
  expect(nextSort('title', 'title_desc')).toBeNull();
  expect(sortDirection('title', 'title_desc,id_asc')).toBe('descending');
  expect(sortDirection('id', 'title_desc,id_asc')).toBeUndefined();
});
