/**
 * Filters whose planning could exceed the time limit of a response: PostgreSQL plans before it reads a row.
 */
import { expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { openDesk } from '../drafts/support/desk.js';

const articles: CollectionConfig = {
  slug: 'articles',
  fields: [
    { name: 'title', type: 'text' },
    { name: 'related', type: 'relationship', to: 'articles', hasMany: true },
  ],
};

/** Conditions through nested lists of related articles, combined with OR. */
function filter(conditions: number, depth: number): object {
  const path = `${'related.'.repeat(depth)}title`;
  const each = Array.from({ length: conditions }, (_, at) => ({ [path]: { not_contains: `a${at}` } }));
  return { where: { OR: each } };
}

test('filters through lists of lists are answered, or refused by name where a database would plan thousands of subqueries', async () => {
  const desk = await openDesk({ collections: [articles] });
  const { id } = await desk.publish({ title: 'One' });
  await desk.publish({ title: 'Two', related: [id] });
  await desk.save(id, { title: 'Pending' });
  for (const [conditions, depth] of [
    [1, 3],
    [30, 2],
  ] as const) {
    const answer = await desk.editor.post('/api/articles/query', filter(conditions, depth));
    expect(answer).toMatchObject({ status: 200, body: { totalDocs: 2 } });
  }
  const answer = await desk.editor.post('/api/articles/query', filter(99, 3));
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
  expect(answer.body.details[0].path).toMatch(/^where\.OR\.\d+\.related\.related\.related\.title$/);
});
