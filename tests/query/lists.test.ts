import { expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defineConfig } from '../../runtime/config/index.js';
import { type ContentDatabase, openContentDatabase } from './support/content-database.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text', index: true },
          { name: 'rank', type: 'number' },
          { name: 'author', type: 'relationship', to: 'authors' },
          { name: 'tags', type: 'relationship', to: 'authors', hasMany: true },
        ],
      },
      { slug: 'authors', fields: [{ name: 'name', type: 'text' }] },
    ],
  }),
);

function blog(): ContentDatabase {
  const database = openContentDatabase(contract);
  database.insert('authors', { id: 'a', name: 'Ann' });
  for (let index = 0; index < 25; index += 1) {
    database.insert('posts', {
      id: `p${String(index).padStart(2, '0')}`,
      title: index % 3 === 0 ? null : `Title ${index % 5}`,
      rank: index % 4 === 0 ? null : index % 7,
      author: index % 2 === 0 ? null : 'a',
      tags: index % 5 === 0 ? ['a'] : [],
    });
  }
  return database;
}

/** Every page of a list, from cursor to cursor. */
function walk(database: ContentDatabase, parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = database.list('posts', { ...parameters, cursor });
    ids.push(...page.ids);
    cursor = page.nextCursor;
  }
  return ids;
}

test.each([
  'title_asc',
  'title_desc',
  'title',
  'title_asc,rank_desc',
  'rank_desc,title_desc',
  'rank,title,id_desc',
  'id_desc',
])('pages and cursors sorted by %s show every document once and in one order', (sort) => {
  const database = blog();
  const { ids } = database.list('posts', { sort, limit: 1000 });
  expect(new Set(ids).size).toBe(25);
  expect(walk(database, { sort, limit: 4 })).toEqual(ids);
  const pages = [1, 2, 3, 4, 5, 6, 7].flatMap((page) => database.list('posts', { sort, limit: 4, page }).ids);
  expect(pages).toEqual(ids);
});

test('a filter through a relation counts the documents that meet it', () => {
  const database = blog();
  expect(database.list('posts', { where: { 'author.name': 'Ann' } }).total).toBe(12);
  expect(database.list('posts', { where: { 'author.name': { not_equals: 'Ann' } } }).total).toBe(13);
  expect(database.list('posts', { where: { 'tags.name': { contains: 'AN' } } }).total).toBe(5);
  expect(database.list('posts', { where: { 'tags.name': { exists: false } } }).total).toBe(20);
});
