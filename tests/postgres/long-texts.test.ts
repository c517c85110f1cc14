/** Values that PostgreSQL cannot index are refused like any other invalid value, and nothing is stored. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { openDocumentsOn, refusal, type TestDocuments } from '../support/documents.js';
import { describePostgres } from '../support/services.js';

/** A text that compresses to at least three quarters of its length. */
function textOf(bytes: number): string {
  return randomBytes(bytes).toString('base64').slice(0, bytes);
}

describePostgres('a text beyond what an index of PostgreSQL takes', (fresh) => {
  async function notes(): Promise<TestDocuments> {
    const driver = await createPostgresDriver({ url: await fresh(), pool: { max: 2 } });
    onTestFinished(() => driver.close());
    return openDocumentsOn(driver, {
      collections: [
        {
          slug: 'notes',
          fields: [
            { name: 'code', type: 'text', unique: true },
            { name: 'topic', type: 'text', index: true },
            { name: 'body', type: 'textarea' },
          ],
        },
      ],
    });
  }

  test.each([
    ['code', 4_000],
    ['code', 40_000],
    ['topic', 4_000],
    ['topic', 40_000],
  ])('is 400 in %s with %i bytes, and changes nothing', async (field, bytes) => {
    const documents = await notes();
    const { id } = await documents.create('notes', { [field]: 'short' });
    const refused = {
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'A text is too long for the index of its field.',
    };
    const long = { [field]: textOf(bytes), body: 'new' };
    expect(await refusal(documents.create('notes', long))).toMatchObject(refused);
    expect(await refusal(documents.update('notes', id, long))).toMatchObject(refused);
    expect(await refusal(documents.saveDraft('notes', id, long))).toMatchObject(refused);
    expect((await documents.list('notes')).docs).toMatchObject([{ id, [field]: 'short', body: null }]);
  });

  test('is found by nobody, and kept where no index is', async () => {
    const documents = await notes();
    const long = textOf(40_000);
    const { id } = await documents.create('notes', { body: long, topic: 'x'.repeat(40_000) });
    expect(await documents.read('notes', id)).toMatchObject({ body: long });
    const where = JSON.stringify({ OR: [{ code: long }, { topic: { in: [long] } }] });
    expect(await documents.list('notes', String(new URLSearchParams({ where })))).toMatchObject({
      totalDocs: 0,
    });
  });
});
