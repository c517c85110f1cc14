/** docs/spec/contract.md#kept-responses, with two servers on one database. */
import { afterEach, expect, test } from 'vitest';
import { startProgram, stopPrograms } from '../http/support/program.js';
import { keptReadsOf, notesAndTags, readBesideWriters } from '../http/support/reads-beside-writers.js';
import { draws } from '../support/draws.js';
import { describePostgres } from '../support/services.js';

afterEach(stopPrograms);

describePostgres('two servers on one PostgreSQL', (fresh) => {
  test('no read is stale beside writes of the other', { timeout: 600_000 }, async () => {
    const env = { SVC_METRICS: 'true', SVC_LOG_LEVEL: 'warn', SVC_DATABASE_URL: await fresh() };
    const first = startProgram({ config: notesAndTags, env });
    const urls = [await first.url()];
    urls.push(await startProgram({ config: notesAndTags, env }).url());
    const { stale } = await readBesideWriters(urls, { reads: draws(50_000) });
    expect(stale).toEqual([]);
    const kept = await Promise.all(urls.map(keptReadsOf));
    expect(kept.reduce((sum, hits) => sum + hits)).toBeGreaterThan(0);
  });

  test.each(['', '?depth=1'])('documents%s are kept too', async (query) => {
    const env = { SVC_METRICS: 'true', SVC_LOG_LEVEL: 'warn', SVC_DATABASE_URL: await fresh() };
    const url = await startProgram({ config: notesAndTags, env }).url();
    // For the first one the version is asked alone. The statements of later ones return it.
    for (const title of ['one', 'two']) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ title });
      const created = await fetch(`${url}/api/notes`, { method: 'POST', headers, body });
      const note = (await created.json()) as { readonly id: string };
      const before = await keptReadsOf(url);
      // Other tests write in other databases of the server, which ends what is kept.
      await expect
        .poll(async () => {
          const read = await fetch(`${url}/api/notes/${note.id}${query}`);
          expect(await read.json()).toMatchObject({ id: note.id, title });
          return (await keptReadsOf(url)) - before;
        })
        .toBeGreaterThan(0);
    }
  });
});
