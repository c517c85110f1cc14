/**
 * Many concurrent writers on PostgreSQL, which runs their transactions in parallel: the guarantees for one
 * writer must hold for all.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { GlobalConfig } from '../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { type Answer, openDocumentsOn, refusal, type TestDocuments } from '../support/documents.js';
import { describePostgres, type FreshDatabase } from '../support/services.js';

const site: GlobalConfig = { slug: 'site', fields: [{ name: 'title', type: 'text' }] };
const config: ServiceConfig = {
  collections: [
    { slug: 'authors', drafts: false, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      versions: { max: 3 },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'serial', type: 'text', unique: true },
        { name: 'author', type: 'relationship', to: 'authors', onDelete: 'restrict' },
        { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
      ],
    },
  ],
  globals: [site],
};

describePostgres('writers on PostgreSQL', (fresh) => {
  test('that change one document: each gets a revision of its own, and none is lost', async () => {
    const [one, other] = await instances(fresh);
    const { id } = await one.create('posts', { title: 'a' });
    const answers = await Promise.all(
      times(20, (at) => (at % 2 === 0 ? one : other).update('posts', id, { title: `t${at}` })),
    );
    const revisions = answers.map(({ _revision }) => _revision).sort((a, b) => a - b);
    expect(revisions).toEqual(times(20, (at) => at + 2));
    expect((await one.read('posts', id))._revision).toBe(21);
    const { rows } = await table(one, 'SELECT count(*) AS n FROM posts__versions WHERE document = ?', [id]);
    expect(rows).toEqual([{ n: 3 }]);
  });

  test('that are twice as many as there are connections, and take their time: each is let through', async () => {
    const slow = { beforeChange: () => delay(100) };
    const [one] = await instances(fresh, { ...config, globals: [{ ...site, hooks: slow }] });
    const answers = await Promise.all(times(20, (at) => one.updateGlobal('site', { title: `t${at}` })));
    expect(answers.map(({ _revision }) => _revision).sort((a, b) => a - b)).toEqual(
      times(20, (at) => at + 1),
    );
  });

  test('that wait for one document leave connections to those who want others', async () => {
    const slow = { beforeChange: () => delay(100) };
    const [one] = await instances(fresh, { ...config, globals: [{ ...site, hooks: slow }] });
    const waiting = times(20, (at) => one.updateGlobal('site', { title: `t${at}` }));
    const { id } = await one.create('authors', { name: 'A' });
    expect((await one.read('authors', id)).name).toBe('A');
    await Promise.all(waiting);
  });

  test('that delete what others change take turns with them, and leave connections to everybody else', async () => {
    const slow = { beforeChange: () => delay(100), beforeDelete: () => delay(100) };
    const [authors, ...others] = config.collections ?? [];
    if (authors === undefined) throw new Error('No authors.');
    const [one] = await instances(fresh, { collections: [{ ...authors, hooks: slow }, ...others] });
    const { id } = await one.create('authors', { name: 'A' });
    const { id: post } = await one.create('posts', { author: id });
    const contend = (): Promise<string>[] =>
      times(30, (at) =>
        outcome(at % 2 === 0 ? one.update('authors', id, { name: `n${at}` }) : one.remove('authors', id)),
      );
    const refused = contend();
    expect((await one.create('posts', { title: 'meanwhile' })).title).toBe('meanwhile');
    // A post refers to the author, so that each deletion checks the references, waits for its hook, and is
    // refused.
    expect(await Promise.all(refused)).toEqual(times(30, (at) => (at % 2 === 0 ? 'done' : 'CONFLICT')));

    await one.remove('posts', post);
    const outcomes = await Promise.all(contend());
    expect(outcomes).toEqual(['done', 'done', ...times(28, () => 'NOT_FOUND')]);
  });

  test('that publish a document while another instance takes it back: each is let through, and none is told that it is not there', async () => {
    const [one, other] = await instances(fresh);
    const outcomes = new Set<string>();
    const tell = async (write: Promise<unknown>): Promise<void> =>
      void outcomes.add(
        await write.then(
          () => 'done',
          (error: unknown) => String(error),
        ),
      );
    for (let round = 0; round < 40; round += 1) {
      const { id } = await one.create('posts', { title: 'a' });
      await Promise.all([
        tell(one.unpublish('posts', id)),
        tell(one.publish('posts', id)),
        tell(other.publish('posts', id)),
        tell(other.update('posts', id, { title: 'b' })),
        tell(other.saveDraft('posts', id, { title: 'c' })),
        tell(other.unpublish('posts', id)),
      ]);
    }
    expect([...outcomes]).toEqual(['done']);
  });

  test('that all know the same revision: one is let through, the others are told', async () => {
    const [one, other] = await instances(fresh);
    const { id, _revision } = await one.create('posts', { title: 'a' });
    const outcomes = await Promise.all(
      times(10, (at) =>
        outcome((at % 2 === 0 ? one : other).update('posts', id, { title: `t${at}` }, _revision)),
      ),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'CONFLICT')).toHaveLength(9);
  });

  test('that make documents of one title get slugs of their own', async () => {
    const [one, other] = await instances(fresh);
    const made = await Promise.all(
      times(16, (at) => (at % 2 === 0 ? one : other).create('posts', { title: 'Same Title' })),
    );
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(16);
  });

  test('that want one unique value: one gets it', async () => {
    const [one, other] = await instances(fresh);
    const outcomes = await Promise.all(
      times(10, (at) => outcome((at % 2 === 0 ? one : other).create('posts', { serial: 'x' }))),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'CONFLICT')).toHaveLength(9);
  });

  test('of a draft and of what is published cannot both take one unique value', async () => {
    const [one, other] = await instances(fresh);
    for (let round = 0; round < 8; round += 1) {
      const { id } = await one.create('posts', {});
      const serial = `s${round}`;
      const outcomes = await Promise.all([
        outcome(one.saveDraft('posts', id, { serial })),
        outcome(other.create('posts', { serial })),
      ]);
      expect(outcomes.sort()).toEqual(['CONFLICT', 'done']);
    }
  });

  test('that write a global for the first time: both are kept, one after the other', async () => {
    const [one, other] = await instances(fresh);
    const answers = await Promise.all(
      times(6, (at) => (at % 2 === 0 ? one : other).updateGlobal('site', { title: `t${at}` })),
    );
    expect(answers.map(({ _revision }) => _revision).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('that refer to a document while it is deleted: it stays, or they are refused', async () => {
    const [one, other] = await instances(fresh);
    for (let round = 0; round < 8; round += 1) {
      const { id: author } = await one.create('authors', { name: 'A' });
      const { id: post } = await one.create('posts', {});
      const [deleted, referred] = await Promise.all([
        outcome(one.remove('authors', author)),
        outcome(other.update('posts', post, { author })),
      ]);
      const both = `${deleted} ${referred}`;
      expect(['done BAD_USER_INPUT', 'CONFLICT done']).toContain(both);
      const left = await one.read('posts', post, 'depth=0');
      expect(left.author).toBe(deleted === 'done' ? null : author);
    }
  });

  test('that delete documents which point to each other leave no pointer behind', async () => {
    const [one, other] = await instances(fresh);
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { id } = await one.create('posts', { related: ids.slice(-4) });
      ids.push(id);
    }
    const gone = ids.filter((_, at) => at % 2 === 0);
    const outcomes = await Promise.all(
      gone.map((id, at) => outcome((at % 2 === 0 ? one : other).remove('posts', id))),
    );
    for (const [at, code] of outcomes.entries()) {
      // Two deletions wait for each other: the client of one is told to retry.
      if (code === 'UNAVAILABLE') await one.remove('posts', gone[at] ?? '');
      else expect(code).toBe('done');
    }
    for (const id of ids.filter((_, at) => at % 2 === 1)) {
      const { related } = await one.read('posts', id, 'depth=0');
      expect(related.filter((target: string) => gone.includes(target))).toEqual([]);
    }
    expect(await one.driver.all('SELECT * FROM posts__related WHERE target = ?', [gone[0] ?? ''])).toEqual(
      [],
    );
  });
});

/** Two instances of one service. */
async function instances(
  fresh: FreshDatabase,
  of: ServiceConfig = config,
): Promise<readonly [TestDocuments, TestDocuments]> {
  const url = await fresh();
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const driver = await createPostgresDriver({ url, pool: { max: 10 } });
      onTestFinished(() => driver.close());
      return openDocumentsOn(driver, of);
    }),
  );
  if (one === undefined || other === undefined) throw new Error('No instances.');
  return [one, other];
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

async function outcome(work: Promise<Answer>): Promise<string> {
  const settled = await Promise.allSettled([work]);
  return settled[0].status === 'fulfilled' ? 'done' : String(Object(await refusal(work)).code);
}

async function table(docs: TestDocuments, sql: string, parameters: string[]): Promise<Answer> {
  return { rows: await docs.driver.all(sql, parameters) };
}
