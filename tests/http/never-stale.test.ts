/** docs/spec/contract.md#kept-responses: a response shows each write that was acknowledged before it. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { draws } from '../support/draws.js';
import { newFolder, startProgram, stopPrograms } from './support/program.js';
import { keptReadsOf, notesAndTags, readBesideWriters } from './support/reads-beside-writers.js';

afterEach(stopPrograms);

const env = { SVC_METRICS: 'true', SVC_LOG_LEVEL: 'warn' };
const timeout = 300_000;

test('no read of several workers is stale beside writes of the others', { timeout }, async () => {
  const program = startProgram({ config: notesAndTags, env: { ...env, SVC_WORKERS: '2' } });
  const url = await program.url();
  const { reads, stale } = await readBesideWriters([url], { reads: draws(50_000) });
  expect(stale).toEqual([]);
  expect(await keptReadsOf(url)).toBeGreaterThan(reads / 10);
});

test('no read of two processes on one file is stale beside writes of the other', { timeout }, async () => {
  const shared = { ...env, SVC_DATABASE_URL: `file:${join(newFolder(), 'data.db')}` };
  const first = startProgram({ config: notesAndTags, env: shared });
  const urls = [await first.url()];
  urls.push(await startProgram({ config: notesAndTags, env: shared }).url());
  const { reads, stale } = await readBesideWriters(urls, { reads: draws(50_000) });
  expect(stale).toEqual([]);
  const kept = await Promise.all(urls.map(keptReadsOf));
  expect(kept.reduce((sum, hits) => sum + hits)).toBeGreaterThan(reads / 10);
});
