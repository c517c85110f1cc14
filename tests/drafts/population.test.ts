/** Populated documents and joins follow the view of the request, at every depth. */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../access/support/guarded-service.js';
import { openNewsroom } from './support/newsroom.js';

describe('populated relations', () => {
  test('are what is published to readers and merged to editors, single ones, lists and rows', async () => {
    const { editor, reader, create, save, draft } = await openNewsroom();
    const ada = await create('people', { name: 'Ada' });
    const bob = await draft('people', { name: 'Bob' });
    const { id } = await create('posts', {
      title: 'One',
      author: ada.id,
      helpers: [bob.id, ada.id],
      about: { collection: 'people', id: bob.id },
      links: [{ to: ada.id }, { to: bob.id }],
    });
    await save('people', ada.id, { name: 'Augusta' });
    for (const path of [`/api/posts/${id}?depth=1`, '/api/posts?depth=1', '/api/posts?depth=2']) {
      const postOf = ({ body }: { readonly body: Answer }): Answer => body.docs?.[0] ?? body;
      const published = postOf(await reader.get(path));
      const merged = postOf(await editor.get(path));
      expect(published.author.name).toBe('Ada');
      expect(published.helpers.map(({ name }: Answer) => name)).toEqual(['Ada']);
      expect(published.about).toEqual({ collection: 'people', id: bob.id, doc: null });
      expect(published.links.map(({ to }: Answer) => to?.name ?? null)).toEqual(['Ada', null]);
      expect(merged.author.name).toBe('Augusta');
      expect(merged.helpers.map(({ name }: Answer) => name)).toEqual(['Bob', 'Augusta']);
      expect(merged.about.doc).toMatchObject({ name: 'Bob', _status: 'draft' });
      expect(merged.links.map(({ to }: Answer) => to.name)).toEqual(['Augusta', 'Bob']);
    }
    expect((await reader.get('/api/posts')).body.docs[0].helpers).toEqual([bob.id, ada.id]);
  });

  test('are the relations of the draft where the relation itself is pending', async () => {
    const { editor, reader, create, save } = await openNewsroom();
    const [ada, bob] = [await create('people', { name: 'Ada' }), await create('people', { name: 'Bob' })];
    const { id } = await create('posts', { title: 'One', author: ada.id, helpers: [ada.id] });
    await save('posts', id, { author: bob.id, helpers: [bob.id] });
    for (const depth of [1, 2]) {
      const path = `/api/posts/${id}?depth=${depth}`;
      expect((await reader.get(path)).body).toMatchObject({
        author: { name: 'Ada' },
        helpers: [{ name: 'Ada' }],
      });
      expect((await editor.get(path)).body).toMatchObject({
        author: { name: 'Bob' },
        helpers: [{ name: 'Bob' }],
      });
    }
  });

  test('are read with one statement for each collection and level', async () => {
    const { service, editor, create, save } = await openNewsroom();
    for (let index = 0; index < 6; index += 1) {
      const { id } = await create('people', { name: `Person ${index}` });
      if (index % 2 === 0) await save('people', id, { name: `Draft ${index}` });
      await create('posts', { title: `Post ${index}`, author: id, helpers: [id] });
    }
    await editor.get('/api/posts?depth=1&count=none&select=author');
    service.statements.length = 0;
    const { body } = await editor.get('/api/posts?depth=1&count=none&select=author');
    expect(body.docs.map(({ author }: Answer) => author.name).sort()).toEqual([
      'Draft 0',
      'Draft 2',
      'Draft 4',
      'Person 1',
      'Person 3',
      'Person 5',
    ]);
    // After any commit on its server, PostgreSQL checks again whether drafts are pending; that check reads no
    // document.
    const reading = service.statements.filter((sql) => /FROM "(posts|people)" /.test(sql));
    expect(reading).toHaveLength(2);
  });
});

describe('joins', () => {
  test('find documents by what their drafts point to, in the order of the drafts', async () => {
    const { editor, reader, create, save, draft } = await openNewsroom();
    const [ada, bob] = [await create('people', { name: 'Ada' }), await create('people', { name: 'Bob' })];
    const posts: Answer[] = [];
    for (const rank of [1, 2, 3]) {
      posts.push(
        await create('posts', {
          title: `Post ${rank}`,
          rank,
          author: ada.id,
          helpers: [ada.id],
          links: [{ to: ada.id }],
        }),
      );
    }
    await save('posts', posts[0].id, { author: bob.id, helpers: [bob.id], links: [{ to: bob.id }] });
    await save('posts', posts[1].id, { rank: 9 });
    await draft('posts', { title: 'New', rank: 5, author: ada.id, helpers: [ada.id, bob.id] });
    const titles = (join: Answer): readonly string[] => join.docs.map(({ title }: Answer) => title);
    const read = async (client: typeof editor, id: string): Promise<Answer> =>
      (await client.get(`/api/people/${id}?depth=1`)).body;

    const published = await read(reader, ada.id);
    expect(titles(published.posts)).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(titles(published.shared)).toEqual(['Post 3', 'Post 2', 'Post 1']);
    expect(published.linked.docs).toHaveLength(3);
    expect(titles((await read(reader, bob.id)).posts)).toEqual([]);

    const merged = await read(editor, ada.id);
    expect(titles(merged.posts)).toEqual(['Post 3', 'New', 'Post 2']);
    expect(titles(merged.shared)).toEqual(['Post 2', 'New', 'Post 3']);
    expect(titles(merged.linked).toSorted()).toEqual(['Post 2', 'Post 3']);
    const other = await read(editor, bob.id);
    expect(titles(other.posts)).toEqual(['Post 1']);
    expect(titles(other.shared)).toEqual(['New', 'Post 1']);
    expect(titles(other.linked)).toEqual(['Post 1']);
  });

  test('know whether there are more, whichever view the rest is in', async () => {
    const { editor, reader, create, draft } = await openNewsroom();
    const ada = await create('people', { name: 'Ada' });
    for (const rank of [1, 2, 3]) await create('posts', { title: `Post ${rank}`, rank, author: ada.id });
    const path = `/api/people/${ada.id}?depth=1`;
    expect((await editor.get(path)).body.posts.hasNextPage).toBe(false);
    await draft('posts', { title: 'New', rank: 9, author: ada.id });
    expect((await editor.get(path)).body.posts.hasNextPage).toBe(true);
    expect((await reader.get(path)).body.posts.hasNextPage).toBe(false);
  });
});
