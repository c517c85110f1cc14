/**
 * The year 0000, which ISO 8601 has and PostgreSQL calls 1 BC: documents, filters and cursors are the same on
 * both databases.
 */
import { expect, test } from 'vitest';
import { openDocuments, type TestDocuments } from '../support/documents.js';

const dates = ['9999-12-31', '0001-01-01', '0000-12-31', '0000-02-29', '0000-01-01'];

async function eras(): Promise<TestDocuments> {
  const documents = await openDocuments({
    collections: [
      {
        slug: 'eras',
        drafts: true,
        fields: [
          { name: 'name', type: 'text', index: true },
          { name: 'day', type: 'date', unique: true },
          { name: 'moment', type: 'date', time: true, index: true },
          { name: 'rows', type: 'array', fields: [{ name: 'day', type: 'date' }] },
        ],
      },
    ],
  });
  for (const day of dates)
    await documents.create('eras', { name: day, day, moment: `${day}T01:02:03.004Z`, rows: [{ day }] });
  return documents;
}

async function days(documents: TestDocuments, where: object): Promise<readonly string[]> {
  const search = new URLSearchParams({ where: JSON.stringify(where), sort: 'day', limit: '100' });
  const { docs } = await documents.list('eras', String(search));
  return docs.map(({ day }: { readonly day: string }) => day);
}

test('it is kept, read, changed and unique like any other', async () => {
  const documents = await eras();
  const [first] = (await documents.list('eras', 'sort=day&limit=1')).docs;
  expect(first).toMatchObject({ name: '0000-01-01', day: '0000-01-01', moment: '0000-01-01T01:02:03.004Z' });
  await expect(documents.create('eras', { day: '0000-02-29' })).rejects.toMatchObject({ status: 409 });
  await documents.saveDraft('eras', first.id, { day: '0000-01-02' });
  expect(await documents.update('eras', first.id, { day: '0000-01-03' })).toMatchObject({
    day: '0000-01-03',
  });
});

test.each([
  [{ day: '0000-02-29' }, ['0000-02-29']],
  [{ day: { not_equals: '0000-02-29' } }, ['0000-01-01', '0000-12-31', '0001-01-01', '9999-12-31']],
  [{ day: { gt: '0000-01-01', lte: '0001-01-01' } }, ['0000-02-29', '0000-12-31', '0001-01-01']],
  [{ day: { in: ['0000-01-01', '9999-12-31'] } }, ['0000-01-01', '9999-12-31']],
  [{ day: { not_in: ['0000-01-01', '9999-12-31'] } }, ['0000-02-29', '0000-12-31', '0001-01-01']],
  [{ moment: { within: ['0000-01-01', '0000-02-29T01:02:03.004Z'] } }, ['0000-01-01', '0000-02-29']],
  [{ moment: { in: ['0000-12-31T01:02:03.004Z'] } }, ['0000-12-31']],
  [{ 'rows.day': { lt: '0000-12-31' } }, ['0000-01-01', '0000-02-29']],
  [{ 'rows.day': { in: ['0000-12-31'] } }, ['0000-12-31']],
  [{ name: '0000-01-01', createdAt: { gt: '0000-01-01' } }, ['0000-01-01']],
  [{ name: { in: ['0000-01-01'] } }, ['0000-01-01']],
])('%j finds %j', async (where, expected) => {
  expect(await days(await eras(), where)).toEqual(expected);
});

test.each(['day', 'day_desc', 'moment', 'moment_desc'])('cursors by %s go through it', async (sort) => {
  const documents = await eras();
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await documents.list('eras', `sort=${sort}&limit=1&cursor=${encodeURIComponent(cursor)}`);
    found.push(...page.docs.map(({ name }: { readonly name: string }) => name));
    cursor = page.nextCursor;
  }
  expect(found).toEqual(sort.endsWith('_desc') ? dates : [...dates].reverse());
});
