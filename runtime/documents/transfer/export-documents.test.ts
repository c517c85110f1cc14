import { expect, test } from 'vitest';
import { openDocuments, type TestDocuments } from '../../../tests/support/documents.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { exportDocuments } from './export-documents.js';
import { type TransferLine, transferTypes } from './transfer-types.js';

const config: ServiceConfig = {
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
};

test('an export has each document once, though some are published and taken back while it is written', async () => {
  const docs = await openDocuments(config);
  const ids = await fill(docs, 450);
  const [early = '', late = ''] = [ids[0], ids.at(-1)];
  await docs.unpublish('posts', early);
  const lines: TransferLine[] = [];
  for await (const line of exported(docs)) {
    lines.push(line);
    if (lines.length === 250) await docs.publish('posts', early);
    if (lines.length === 300) await docs.unpublish('posts', late);
  }
  expect(lines.map(idOf)).toEqual(ids);
  expect(lines.find((line) => idOf(line) === early)).toMatchObject({ draft: { title: 'Post 0' } });
});

test('an export has the documents that move between published and pending all the time', async () => {
  const docs = await openDocuments(config);
  const ids = await fill(docs, 5);
  let isOver = false;
  const movements = ids.map(async (id) => {
    while (!isOver) {
      await docs.unpublish('posts', id);
      await docs.publish('posts', id);
    }
  });
  for (let round = 0; round < 60; round += 1) {
    const lines: TransferLine[] = [];
    for await (const line of exported(docs)) lines.push(line);
    expect(lines.map(idOf)).toEqual(ids);
  }
  isOver = true;
  await Promise.all(movements);
});

async function fill(docs: TestDocuments, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await docs.create('posts', { title: `Post ${at}` })).id);
  return ids;
}

function exported({ contract, driver }: TestDocuments): AsyncGenerator<TransferLine> {
  const posts = transferTypes(contract, config).all.find(({ slug }) => slug === 'posts');
  if (posts === undefined) throw new Error('There are no posts.');
  return exportDocuments(driver, posts, { withPasswords: false });
}

function idOf({ document, draft }: TransferLine): string {
  return String((document ?? draft)?.['id']);
}
