/** How far a search looks: docs/spec/content-tools.md#search, on the database of the run. */
import { beforeEach, expect, test } from 'vitest';
import { openDocuments, type TestDocuments } from '../support/documents.js';

let documents: TestDocuments;
beforeEach(async () => {
  documents = await openDocuments({
    collections: [
      {
        slug: 'posts',
        drafts: false,
        search: { fields: { title: 4, body: 1 } },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'body', type: 'textarea' },
        ],
      },
    ],
  });
});

async function found(text: string): Promise<readonly string[]> {
  const { docs } = await documents.list('posts', `search=${encodeURIComponent(text)}&limit=100`);
  return docs.map(({ title }: { readonly title: string }) => title).sort();
}

test('the first 100,000 characters are indexed, the heaviest field first', async () => {
  // Words of 99 characters, so that their number is far below that of terms.
  const word = 'x'.repeat(99);
  const body = `${`${word} `.repeat(900)}early ${`${word} `.repeat(150)}late`;
  await documents.create('posts', { body, title: 'long' });
  expect([await found('early'), await found('late'), await found('long')]).toEqual([['long'], [], ['long']]);
});

test('a phrase holds for the first 255 occurrences of its words', async () => {
  const body = (count: number): string => `${'ice floe '.repeat(count)}ice walrus`;
  await documents.create('posts', { title: 'within', body: body(254) });
  await documents.create('posts', { title: 'beyond', body: body(255) });
  expect(await found('"ice walrus"')).toEqual(['within']);
  expect(await found('"ice floe"')).toEqual(['beyond', 'within']);
  expect(await found('walrus')).toEqual(['beyond', 'within']);
});

test('words end at 64 characters, joiners are in the middle of words, and one sign is a word', async () => {
  await documents.create('posts', { title: 'long', body: `${'y'.repeat(64)}one` });
  await documents.create('posts', {
    title: 'soft',
    body: 'Sil\u00adbe \u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  });
  await documents.create('posts', { title: 'sign', body: '\u6771' });
  expect(await found(`${'y'.repeat(64)}other`)).toEqual(['long']);
  expect(await found('silbe')).toEqual(['soft']);
  expect(await found('\u0646\u0645\u06cc\u062e\u0648\u0627\u0647\u0645')).toEqual(['soft']);
  expect(await found('\u6771')).toEqual(['sign']);
});

test('ten words are searched, a word in pairs counts as one, and more are refused', async () => {
  const words = Array.from({ length: 9 }, (_, at) => `word${at}`);
  await documents.create('posts', {
    title: 'all',
    body: `${words.join(' ')} \u6771\u4eac\u90fd\u5e81\u820e`,
  });
  expect(await found(`${words.join(' ')} \u6771\u4eac\u90fd\u5e81\u820e`)).toEqual(['all']);
  for (const text of [`${words.join(' ')} a b`, '-only', 'x'.repeat(201)]) {
    await expect(found(text)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  }
});

test('what stands in two fields, or in two values, is no phrase', async () => {
  await documents.create('posts', { title: 'red', body: 'fox' });
  expect([await found('red fox'), await found('"red fox"')]).toEqual([['red'], []]);
});
