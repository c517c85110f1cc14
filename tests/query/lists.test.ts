import { beforeAll, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defineConfig } from '../../runtime/config/index.js';
import type { ListAnswer } from './support/content-database.js';
import { describeEachDatabase, type TestContent } from './support/each-database.js';

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

async function fill(database: TestContent): Promise<void> {
  await database.insert('authors', [{ id: 'a', name: 'Ann' }]);
  const posts = Array.from({ length: 25 }, (_, index) => ({
    id: `p${String(index).padStart(2, '0')}`,
    title: index % 3 === 0 ? null : `Title ${index % 5}`,
    rank: index % 4 === 0 ? null : index % 7,
    author: index % 2 === 0 ? null : 'a',
    tags: index % 5 === 0 ? ['a'] : [],
  }));
  await database.insert('posts', posts);
}

/** Reads every page of a list, from cursor to cursor. */
async function walk(
  database: TestContent,
  parameters: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: ListAnswer = await database.list('posts', { ...parameters, cursor });
    ids.push(...page.ids);
    cursor = page.nextCursor;
  }
  return ids;
}

describeEachDatabase('lists', (open) => {
  let database: TestContent;

  beforeAll(async () => {
    database = await open(contract);
    await fill(database);
  });

  test.each([
    'title_asc',
    'title_desc',
    'title',
    'title_asc,rank_desc',
    'rank_desc,title_desc',
    'rank,title,id_desc',
    'id_desc',
  ])('pages and cursors sorted by %s show every document once and in one order', async (sort) => {
    const { ids } = await database.list('posts', { sort, limit: 1000 });
    expect(new Set(ids).size).toBe(25);
    expect(await walk(database, { sort, limit: 4 })).toEqual(ids);
    const pages: string[] = [];
    for (let page = 1; page <= 7; page += 1)
      pages.push(...(await database.list('posts', { sort, limit: 4, page })).ids);
    expect(pages).toEqual(ids);
  });

  test('a filter through a relation counts the documents that meet it', async () => {
    const total = async (where: object) => (await database.list('posts', { where })).total;
    expect(await total({ 'author.name': 'Ann' })).toBe(12);
    expect(await total({ 'author.name': { not_equals: 'Ann' } })).toBe(13);
    expect(await total({ 'tags.name': { contains: 'AN' } })).toBe(5);
    expect(await total({ 'tags.name': { exists: false } })).toBe(20);
  });
});
