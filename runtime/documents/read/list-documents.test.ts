import { describe, expect, test } from 'vitest';
import { type Answer, openDocuments, type TestDocuments } from '../../../tests/support/documents.js';
import type { ServiceConfig } from '../../config/service-config.js';

const posts: ServiceConfig = {
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'rank', type: 'number', index: true },
        { name: 'tags', type: 'relationship', to: 'posts', hasMany: true },
        { name: 'items', type: 'array', fields: [{ name: 'post', type: 'relationship', to: 'posts' }] },
      ],
    },
  ],
};

async function filled(count: number): Promise<TestDocuments> {
  const docs = await openDocuments(posts);
  for (let rank = 1; rank <= count; rank += 1) await docs.create('posts', { title: `p${rank}`, rank });
  return docs;
}

function titles({ docs }: Answer): string {
  return docs.map(({ title }: Answer) => title).join();
}

/** A response without its documents. */
function rest({ docs: _, ...envelope }: Answer): object {
  return envelope;
}

describe('pages', () => {
  test('come in their envelope, newest documents first', async () => {
    const docs = await filled(25);
    const first = await docs.list('posts');
    expect(Object.keys(first)).toEqual([
      'docs',
      'totalDocs',
      'page',
      'totalPages',
      'hasNextPage',
      'hasPrevPage',
    ]);
    expect(titles(first)).toBe('p25,p24,p23,p22,p21,p20,p19,p18,p17,p16');
    expect(rest(first)).toEqual({
      totalDocs: 25,
      page: 1,
      totalPages: 3,
      hasNextPage: true,
      hasPrevPage: false,
    });
    const last = await docs.list('posts', 'page=3');
    expect(titles(last)).toBe('p5,p4,p3,p2,p1');
    expect(rest(last)).toEqual({
      totalDocs: 25,
      page: 3,
      totalPages: 3,
      hasNextPage: false,
      hasPrevPage: true,
    });
    const beyond = await docs.list('posts', 'page=4');
    expect(beyond).toEqual({
      docs: [],
      totalDocs: 25,
      page: 4,
      totalPages: 3,
      hasNextPage: false,
      hasPrevPage: true,
    });
  });

  test('of nothing are none', async () => {
    const docs = await filled(0);
    expect(await docs.list('posts')).toEqual({
      docs: [],
      totalDocs: 0,
      page: 1,
      totalPages: 0,
      hasNextPage: false,
      hasPrevPage: false,
    });
  });

  test('with limit=0 are the counts only', async () => {
    const docs = await filled(3);
    const counts = { docs: [], totalDocs: 3, page: 1, totalPages: 0, hasNextPage: false, hasPrevPage: false };
    expect(await docs.list('posts', 'limit=0')).toEqual(counts);
    expect(await docs.list('posts', 'limit=0&select=title&depth=1')).toEqual(counts);
  });

  test('that end with the documents have no next one', async () => {
    const docs = await filled(4);
    for (const search of [
      'limit=2&page=2',
      'limit=4',
      'limit=2&page=2&count=none',
      'limit=2&page=2&count=estimated',
    ]) {
      expect(await docs.list('posts', search)).toMatchObject({ hasNextPage: false });
    }
  });

  test('without a count still know whether another one follows', async () => {
    const docs = await filled(3);
    for (const shape of ['', '&select=title']) {
      const page = await docs.list('posts', `limit=2&count=none${shape}`);
      expect(titles(page)).toBe('p3,p2');
      expect(rest(page)).toEqual({
        totalDocs: -1,
        page: 1,
        totalPages: -1,
        hasNextPage: true,
        hasPrevPage: false,
      });
    }
  });

  test('may be counted by estimate', async () => {
    const docs = await filled(3);
    expect(rest(await docs.list('posts', 'limit=2&count=estimated'))).toEqual({
      totalDocs: 3,
      page: 1,
      totalPages: 2,
      hasNextPage: true,
      hasPrevPage: false,
    });
  });
});

describe('cursors', () => {
  test.each(['', '&select=title', '&depth=1'])('go through all documents once (%j)', async (shape) => {
    const docs = await filled(7);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const answer: Answer = await docs.list('posts', `limit=3&sort=rank&cursor=${cursor}${shape}`);
      expect(rest(answer)).toEqual({
        totalDocs: -1,
        hasNextPage: page < 2,
        hasPrevPage: page > 0,
        nextCursor: page < 2 ? expect.any(String) : null,
      });
      seen.push(titles(answer));
      cursor = answer.nextCursor;
    }
    expect(seen).toEqual(['p1,p2,p3', 'p4,p5,p6', 'p7']);
  });

  test('may be counted', async () => {
    const docs = await filled(3);
    expect(await docs.list('posts', 'limit=2&cursor=&count=exact')).toMatchObject({
      totalDocs: 3,
      hasNextPage: true,
    });
    expect(rest(await docs.list('posts', 'limit=0&cursor=&count=exact'))).toEqual({
      totalDocs: 3,
      hasNextPage: false,
      hasPrevPage: false,
      nextCursor: null,
    });
  });
});

describe('a document without its stored text', () => {
  test('is answered from its columns, by every read, and gets its text back', async () => {
    const docs = await filled(3);
    const whole = await docs.list('posts');
    const [{ id }] = whole.docs;
    const text = await docs.readText('posts', id);
    const forget = (): Promise<number> => docs.driver.run('UPDATE posts SET _doc = NULL', []);
    const stored = async (): Promise<readonly unknown[]> =>
      (await docs.driver.all('SELECT _doc FROM posts WHERE _doc IS NOT NULL', [])).map(({ _doc }) => _doc);
    await forget();
    expect(await docs.list('posts')).toEqual(whole);
    await expect.poll(stored).toHaveLength(3);
    expect(await stored()).toContain(text);
    await forget();
    expect(await docs.list('posts', 'cursor=&limit=3')).toMatchObject({ docs: whole.docs });
    await expect.poll(stored).toHaveLength(3);
    await forget();
    expect(await docs.readText('posts', id)).toBe(text);
    await expect.poll(stored).toHaveLength(1);
    await forget();
    expect(await docs.list('posts', 'select=title&limit=1')).toMatchObject({ docs: [{ id, title: 'p3' }] });
    await forget();
    expect(await docs.update('posts', id, { rank: 9 })).toEqual({
      ...whole.docs[0],
      rank: 9,
      _revision: 2,
      updatedAt: expect.any(String),
    });
  });

  test('has its references noted again, so that deletions find them', async () => {
    const docs = await filled(2);
    const [target, holder] = (await docs.list('posts')).docs;
    const items = JSON.stringify([{ id: 'r', post: target.id }]);
    await docs.driver.run('UPDATE posts SET items = ? WHERE id = ?', [items, holder.id]);
    expect((await docs.read('posts', holder.id)).items).toEqual([{ id: 'r', post: target.id }]);
    await expect
      .poll(() => docs.driver.all('SELECT target FROM posts__refs', []))
      .toEqual([{ target: target.id }]);
    await docs.remove('posts', target.id);
    expect((await docs.read('posts', holder.id)).items).toEqual([{ id: 'r', post: null }]);
  });
});
