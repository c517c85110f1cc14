import { describe, expect, test } from 'vitest';
import { type Answer, openDocuments, type TestDocuments } from '../../../tests/support/documents.js';
import { onSqliteOnly } from '../../../tests/support/test-database.js';
import type { FieldConfig } from '../../config/field-config.js';
import type { ServiceConfig } from '../../config/service-config.js';

const joins: readonly FieldConfig[] = [
  { name: 'posts', type: 'join', collection: 'posts', on: 'author', limit: 2, sort: 'rank_desc' },
  { name: 'edited', type: 'join', collection: 'posts', on: 'editors' },
  { name: 'about', type: 'join', collection: 'posts', on: 'about' },
  { name: 'seen', type: 'join', collection: 'posts', on: 'seen' },
  { name: 'listed', type: 'join', collection: 'posts', on: 'items.who' },
  { name: 'quoted', type: 'join', collection: 'posts', on: 'content.who' },
  {
    name: 'meta',
    type: 'group',
    fields: [{ name: 'checked', type: 'join', collection: 'posts', on: 'meta.checker' }],
  },
  {
    name: 'best',
    type: 'join',
    collection: 'posts',
    on: 'author',
    sort: 'title',
    where: { rank: { gt: 1 }, 'author.name': { equals: 'Ada' } },
  },
];

const press: ServiceConfig = {
  collections: [
    { slug: 'people', fields: [{ name: 'name', type: 'text' }, ...joins] },
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'rank', type: 'number' },
        { name: 'author', type: 'relationship', to: 'people' },
        { name: 'editors', type: 'relationship', to: 'people', hasMany: true },
        { name: 'about', type: 'relationship', to: ['people', 'posts'] },
        { name: 'seen', type: 'relationship', to: ['people', 'posts'], hasMany: true },
        { name: 'items', type: 'array', fields: [{ name: 'who', type: 'relationship', to: 'people' }] },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            { slug: 'quote', fields: [{ name: 'who', type: 'relationship', to: 'people' }] },
            { slug: 'reply', fields: [{ name: 'who', type: 'relationship', to: ['people', 'posts'] }] },
          ],
        },
        { name: 'meta', type: 'group', fields: [{ name: 'checker', type: 'relationship', to: 'people' }] },
      ],
    },
  ],
};

const none = { docs: [], hasNextPage: false };

async function person(docs: TestDocuments, name: string): Promise<Answer> {
  return docs.create('people', { name });
}

describe('a join', () => {
  test('is absent at depth 0, and lists documents from depth 1 on', async () => {
    const docs = await openDocuments(press);
    const ada = await person(docs, 'Ada');
    const post = await docs.create('posts', { title: 'p', author: ada.id });
    expect(Object.keys(ada)).toEqual([
      'id',
      'createdAt',
      'updatedAt',
      '_status',
      '_revision',
      'name',
      'meta',
    ]);
    expect(await docs.read('people', ada.id)).toEqual(ada);
    expect(await docs.read('people', ada.id, 'depth=1')).toEqual({
      ...ada,
      posts: { docs: [post], hasNextPage: false },
      edited: none,
      about: none,
      seen: none,
      listed: none,
      quoted: none,
      meta: { checked: none },
      best: none,
    });
  });

  test('keeps to its order and limit, and says when there are more', async () => {
    const docs = await openDocuments(press);
    const ada = await person(docs, 'Ada');
    for (const rank of [1, 3, 2]) await docs.create('posts', { title: `p${rank}`, rank, author: ada.id });
    const { posts } = await docs.read('people', ada.id, 'depth=1');
    expect(posts.docs.map(({ title }: Answer) => title)).toEqual(['p3', 'p2']);
    expect(posts.hasNextPage).toBe(true);
  });

  test('finds relations of every kind', async () => {
    const docs = await openDocuments(press);
    const ada = await person(docs, 'Ada');
    const other = await person(docs, 'Other');
    const pointer = { collection: 'people', id: ada.id };
    const edited = await docs.create('posts', { editors: [other.id, ada.id, ada.id] });
    const about = await docs.create('posts', { about: pointer });
    const seen = await docs.create('posts', { seen: [{ collection: 'posts', id: about.id }, pointer] });
    const listed = await docs.create('posts', { items: [{ who: ada.id }, { who: ada.id }] });
    const quoted = await docs.create('posts', { content: [{ blockType: 'quote', who: ada.id }] });
    const replied = await docs.create('posts', { content: [{ blockType: 'reply', who: pointer }] });
    const checked = await docs.create('posts', { meta: { checker: ada.id } });
    const only = (...found: Answer[]): Answer => ({ docs: found, hasNextPage: false });
    expect(await docs.read('people', ada.id, 'depth=1')).toMatchObject({
      posts: none,
      edited: only(edited),
      about: only(about),
      seen: only(seen),
      listed: only(listed),
      quoted: only(replied, quoted),
      meta: { checked: only(checked) },
    });
  });

  test('keeps to its filter', async () => {
    const docs = await openDocuments(press);
    const [ada, bob] = [await person(docs, 'Ada'), await person(docs, 'Bob')];
    for (const author of [ada.id, bob.id]) {
      for (const rank of [1, 2, 3]) await docs.create('posts', { title: `p${rank}`, rank, author });
    }
    const { docs: people } = await docs.list('people', 'depth=1&sort=name&select=best.title');
    expect(people.map(({ best }: Answer) => best.docs.map(({ title }: Answer) => title))).toEqual([
      ['p2', 'p3'],
      [],
    ]);
  });

  test('populates its documents one level less deep', async () => {
    const docs = await openDocuments(press);
    const ada = await person(docs, 'Ada');
    const post = await docs.create('posts', { title: 'p', author: ada.id });
    const deep = await docs.read('people', ada.id, 'depth=2&select=posts');
    expect(deep.posts.docs).toEqual([{ ...post, author: ada }]);
    const deeper = await docs.read('people', ada.id, 'depth=3&select=posts.author.posts.title');
    expect(deeper).toEqual({
      id: ada.id,
      posts: {
        docs: [
          {
            id: post.id,
            author: { id: ada.id, posts: { docs: [{ id: post.id, title: 'p' }], hasNextPage: false } },
          },
        ],
        hasNextPage: false,
      },
    });
  });

  test('takes one query for all parents', async () => {
    const docs = await openDocuments(press);
    for (let count = 0; count < 8; count += 1) {
      const { id } = await person(docs, `P${count}`);
      for (let rank = 0; rank < 4; rank += 1)
        await docs.create('posts', { title: `${count}.${rank}`, rank, author: id });
    }
    docs.statements.length = 0;
    const { docs: people } = await docs.list(
      'people',
      'depth=1&sort=name&select=name,posts.title&count=none',
    );
    expect(docs.statements).toHaveLength(2);
    expect(people.map(({ posts }: Answer) => posts.docs.map(({ title }: Answer) => title).join())).toEqual(
      Array.from({ length: 8 }, (_, index) => `${index}.3,${index}.2`),
    );
  });

  onSqliteOnly('plans of SQLite; its own are in tests/query')(
    'reads from an index and stops at its limit, however many documents point to a parent',
    async () => {
      const docs = await openDocuments({
        collections: [
          { slug: 'people', fields: [{ name: 'posts', type: 'join', collection: 'posts', on: 'author' }] },
          { slug: 'posts', fields: [{ name: 'author', type: 'relationship', to: 'people' }] },
        ],
      });
      const { id } = await docs.create('people', {});
      docs.statements.length = 0;
      await docs.read('people', id, 'depth=1');
      const sql = docs.statements.find((one) => one.includes('json_each(?) k')) ?? '';
      const parameters = sql
        .split('?')
        .slice(1)
        .map(() => null);
      const plan = await docs.driver.all(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      expect(plan.map(({ detail }) => String(detail))).toEqual([
        'SCAN k VIRTUAL TABLE INDEX 1:',
        'SEARCH d USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
        'CORRELATED LIST SUBQUERY 1',
        'SEARCH r0 USING COVERING INDEX posts__author_createdAt_id_idx (author=?)',
        // Sorts only the rows found.
        'USE TEMP B-TREE FOR ORDER BY',
      ]);
    },
  );
});
