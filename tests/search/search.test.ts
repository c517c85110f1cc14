/** docs/spec/content-tools.md#search, on the database of the run. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { openDocuments, type TestDocuments } from '../support/documents.js';

const config: ServiceConfig = {
  collections: [
    {
      slug: 'posts',
      defaultSort: 'title_asc',
      search: {
        fields: { title: 4, 'seo.title': 2, body: 1, tags: 2, 'layout.text': 1, rich: 1, 'rows.label': 3 },
      },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'body', type: 'textarea' },
        { name: 'rank', type: 'number' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
        { name: 'rows', type: 'array', fields: [{ name: 'label', type: 'text' }] },
        { name: 'rich', type: 'richText' },
        {
          name: 'layout',
          type: 'blocks',
          blocks: [
            { slug: 'hero', fields: [{ name: 'text', type: 'text' }] },
            {
              slug: 'note',
              fields: [
                { name: 'text', type: 'textarea' },
                { name: 'n', type: 'number' },
              ],
            },
          ],
        },
      ],
    },
  ],
};

async function open(): Promise<TestDocuments> {
  return openDocuments(config);
}

type Found = { readonly title: string }[];
async function found(documents: TestDocuments, text: string, more = ''): Promise<string> {
  const { docs } = await documents.list('posts', `search=${encodeURIComponent(text)}${more}`);
  return (docs as Found).map(({ title }) => title).join(',');
}

test('finds words in every searched field', async () => {
  const documents = await open();
  await documents.create('posts', { title: 'Title', body: 'Body of it', rank: 7 });
  await documents.create('posts', { title: 'Group', seo: { title: 'Seon' } });
  await documents.create('posts', { title: 'List', tags: ['alpha', 'beta gamma'] });
  await documents.create('posts', { title: 'Rows', rows: [{ label: 'first row' }, { label: 'second' }] });
  await documents.create('posts', {
    title: 'Blocks',
    layout: [
      { blockType: 'hero', text: 'heroic' },
      { blockType: 'note', text: 'noted', n: 3 },
    ],
  });
  await documents.create('posts', {
    title: 'Rich',
    rich: {
      children: [{ type: 'p', children: [{ text: 'bo' }, { text: 'ld', bold: true }] }, { text: 'next' }],
    },
  });
  expect(await found(documents, 'title ')).toBe('Title');
  expect(await found(documents, 'of body')).toBe('Title');
  expect(await found(documents, 'seon')).toBe('Group');
  expect(await found(documents, 'gamma alpha')).toBe('List');
  expect(await found(documents, '"beta gamma"')).toBe('List');
  expect(await found(documents, '"alpha beta"')).toBe('');
  expect(await found(documents, 'second')).toBe('Rows');
  expect(await found(documents, 'heroic noted')).toBe('Blocks');
  expect(await found(documents, 'bold')).toBe('Rich');
  expect(await found(documents, 'next')).toBe('Rich');
  expect(await found(documents, '7')).toBe('');
});

test('ranks by the best field, whole words and words in a row', async () => {
  const documents = await open();
  await documents.create('posts', { title: 'red fox' });
  await documents.create('posts', { title: 'fox red' });
  await documents.create('posts', { title: 'foxes reds' });
  await documents.create('posts', { title: 'z', body: 'a red fox' });
  await documents.create('posts', { title: 'y', tags: ['red', 'fox'] });
  await documents.create('posts', { title: 'x fox', body: 'red' });
  expect(await found(documents, 'red fox')).toBe('red fox,fox red,x fox,y,z');
  expect(await found(documents, 'red fo')).toBe('red fox,fox red,z,x fox,y');
  expect(await found(documents, 'fo* -red')).toBe('foxes reds');
  expect(await found(documents, 're* fo*')).toBe('fox red,foxes reds,red fox,x fox,y,z');
  expect(await found(documents, 'red fox', '&sort=title_desc')).toBe('z,y,x fox,red fox,fox red');
  const page = await documents.list('posts', 'search=red%20fox&limit=2&page=2');
  expect(page).toMatchObject({ totalDocs: 5, page: 2, totalPages: 3, hasNextPage: true });
  const titles: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const one = await documents.list('posts', `search=red%20fox&limit=2&cursor=${cursor}`);
    titles.push(...(one.docs as Found).map(({ title }) => title));
    cursor = one.nextCursor;
  }
  expect(titles.join()).toBe('red fox,fox red,x fox,y,z');
});

test('drafts have an index of their own', async () => {
  const documents = await open();
  const { id } = await documents.create('posts', { title: 'known' });
  await documents.saveDraft('posts', id, { title: 'secret' });
  expect(await found(documents, 'secret', '&draft=false')).toBe('');
  expect(await found(documents, 'known', '&draft=false')).toBe('known');
  expect(await found(documents, 'secret', '&draft=true')).toBe('secret');
  expect(await found(documents, 'known', '&draft=true')).toBe('');
  await documents.publish('posts', id);
  expect(await found(documents, 'secret', '&draft=false')).toBe('secret');
  await documents.unpublish('posts', id);
  expect(await found(documents, 'secret', '&draft=false')).toBe('');
  expect(await found(documents, 'secret', '&draft=true')).toBe('secret');
  await documents.remove('posts', id);
  expect(await found(documents, 'secret', '&draft=true')).toBe('');
});

test('highlights what was found, from the returned document', async () => {
  const documents = await open();
  await documents.create('posts', { title: 'Über den Fluß', body: 'Flüsse, Fluss und mehr' });
  const { docs } = await documents.list('posts', 'search=fluss&highlight=true');
  expect(docs[0]._highlights).toEqual({
    title: [{ text: 'Über den Fluß', marks: [[9, 13]] }],
    body: [
      {
        text: 'Flüsse, Fluss und mehr',
        marks: [
          [0, 6],
          [8, 13],
        ],
      },
    ],
  });
});
