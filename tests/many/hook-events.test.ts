/** What hooks learn of `PATCH` and `DELETE /api/{slug}?where=`: of each document as of a single write. */
import { expect, test } from 'vitest';
import type { CollectionHooks, HookArguments } from '../../runtime/config/hook-config.js';
import { asDraft, done, openDesk } from '../drafts/support/desk.js';

interface Seen {
  readonly hook: string;
  readonly event: string;
  readonly operation: string;
  readonly draft: boolean;
  /** Of the document, or of the data of a `before` hook. */
  readonly rank?: unknown;
  /** The rank of the document before the write. */
  readonly previous?: unknown;
}

function recording(seen: Seen[]): CollectionHooks {
  const facts = (hook: string, { event, operation, draft }: HookArguments): Seen => ({
    ...{ hook, event, operation, draft },
  });
  return {
    beforeValidate: (call) => void seen.push({ ...facts('beforeValidate', call), rank: call.data['rank'] }),
    beforeChange: (call) => void seen.push({ ...facts('beforeChange', call), rank: call.data['rank'] }),
    afterChange: (call) =>
      void seen.push({
        ...facts('afterChange', call),
        rank: call.document['rank'],
        previous: call.previous?.['rank'] ?? null,
      }),
    beforeDelete: (call) => void seen.push({ ...facts('beforeDelete', call), rank: call.document['rank'] }),
    afterDelete: (call) => void seen.push({ ...facts('afterDelete', call), rank: call.document['rank'] }),
  };
}

async function openRecorded(): Promise<{
  readonly desk: Awaited<ReturnType<typeof openDesk>>;
  readonly seen: Seen[];
}> {
  const seen: Seen[] = [];
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'rank', type: 'number' },
  ] as const;
  const desk = await openDesk({ collections: [{ slug: 'articles', fields, hooks: recording(seen) }] });
  return { desk, seen };
}

const matching = (title: string, more = ''): string =>
  `/api/articles?where=${encodeURIComponent(JSON.stringify({ title }))}&draft=true${more}`;

/** The calls of one document, in their order. */
function changes(event: string, draft: boolean, { from, to }: { from: unknown; to: unknown }): Seen[] {
  const facts = { event, operation: 'update', draft, rank: to };
  return [
    { ...facts, hook: 'beforeValidate' },
    { ...facts, hook: 'beforeChange' },
    { ...facts, hook: 'afterChange', previous: from },
  ];
}

/** The documents of a filter have no order that a test could name. */
const inOrder = (calls: readonly Seen[]): readonly string[] =>
  calls
    .map(({ hook, event, operation, draft, rank, previous }) =>
      [hook, event, operation, draft, rank, previous].join(' '),
    )
    .sort();

test('a change by a filter is `update` of what is public, and `publish` of what was only a draft', async () => {
  const { desk, seen } = await openRecorded();
  await desk.publish({ title: 'A', rank: 1 });
  done(await desk.editor.post('/api/articles', { title: 'A', rank: 2 }, asDraft));
  await desk.publish({ title: 'B', rank: 3 });
  seen.length = 0;
  expect(done(await desk.editor.patch(matching('A'), { rank: 9 })).succeeded).toBe(2);
  expect(inOrder(seen)).toEqual(
    inOrder([
      ...changes('update', false, { from: 1, to: 9 }),
      ...changes('publish', false, { from: 2, to: 9 }),
    ]),
  );
});

test('with X-Draft it is `update` with `draft: true`', async () => {
  const { desk, seen } = await openRecorded();
  await desk.publish({ title: 'A', rank: 1 });
  await desk.publish({ title: 'A', rank: 2 });
  seen.length = 0;
  expect(done(await desk.editor.patch(matching('A'), { rank: 9 }, asDraft)).succeeded).toBe(2);
  expect(inOrder(seen)).toEqual(
    inOrder([...changes('update', true, { from: 1, to: 9 }), ...changes('update', true, { from: 2, to: 9 })]),
  );
});

test('a deletion by a filter is `delete`, with each document', async () => {
  const { desk, seen } = await openRecorded();
  for (const rank of [1, 2]) await desk.publish({ title: 'A', rank });
  seen.length = 0;
  expect(done(await desk.editor.delete(matching('A'))).succeeded).toBe(2);
  const facts = { event: 'delete', operation: 'delete', draft: false };
  expect(inOrder(seen)).toEqual(
    inOrder(
      [1, 2].flatMap((rank) => ['beforeDelete', 'afterDelete'].map((hook) => ({ ...facts, hook, rank }))),
    ),
  );
});

test('`after` hooks run when all are committed, and not at all in a dry run', async () => {
  const { desk, seen } = await openRecorded();
  for (const rank of [1, 2]) await desk.publish({ title: 'A', rank });
  seen.length = 0;
  await desk.editor.patch(matching('A'), { rank: 9 });
  expect(seen.map(({ hook }) => hook).slice(-2)).toEqual(['afterChange', 'afterChange']);
  seen.length = 0;
  expect(done(await desk.editor.patch(matching('A', '&dryRun=true'), { rank: 5 })).dryRun).toBe(true);
  await desk.editor.delete(matching('A', '&dryRun=true'));
  expect(seen.filter(({ hook }) => hook.startsWith('after'))).toEqual([]);
});
