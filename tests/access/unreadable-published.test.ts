/**
 * A requester may read a draft whose published version they may not: nothing of that version gets into their
 * draft (docs/spec/contract.md#field-access).
 */
import { expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import { asDraft, auth, done } from '../drafts/support/desk.js';
import { type Client, openGuarded, type Result, user } from './support/guarded-service.js';

const admins = ['admin'];

const config = defineConfig({
  auth,
  collections: [
    {
      slug: 'pages',
      access: {
        read: ({ req }) => req.user?.role === 'admin' || { open: { equals: true } },
      },
      fields: [
        { name: 'open', type: 'boolean' },
        {
          name: 'rows',
          type: 'array',
          fields: [
            { name: 'a', type: 'text' },
            { name: 'fix', type: 'text', access: { update: admins } },
            { name: 'hidden', type: 'text', access: { read: admins, update: admins } },
            { name: 'stamp', type: 'text', readOnly: true },
          ],
        },
      ],
      hooks: {
        beforeChange: ({ data, operation }) =>
          operation === 'create'
            ? { ...data, rows: data.rows?.map((row) => ({ ...row, stamp: 's' })) }
            : data,
      },
    },
  ],
});

interface Desk {
  readonly admin: Client;
  readonly editor: Client;
  readonly id: string;
  readonly path: string;
}

/** A published page with a row that its draft has lost. */
async function open(isPublishedOpen: boolean): Promise<Desk> {
  const service = await openGuarded(config);
  const [admin, editor] = [service.as(user('admin')), service.as(user('editor'))];
  const rows = [{ id: 'r1', a: 'pa', fix: 'PS', hidden: 'H' }];
  const { id } = done(await admin.post('/api/pages', { open: isPublishedOpen, rows }));
  const path = `/api/pages/${id}`;
  done(await admin.patch(path, { open: true, rows: [] }, asDraft));
  expect((await editor.get(path)).body.rows).toEqual([]);
  expect((await editor.get(`${path}?draft=false`)).status).toBe(isPublishedOpen ? 200 : 404);
  return { admin, editor, id, path };
}

type Write = (desk: Desk, row: object) => Promise<Result>;

const byId: Write = ({ editor, path }, row) => editor.patch(path, { rows: [row] }, asDraft);

/** The result of one write of a bulk request, as if it had been sent alone. */
const inBulk: Write = async ({ editor, id }, row) => {
  const operations = [{ op: 'update', id, draft: true, data: { rows: [row] } }];
  const { status, body, headers } = await editor.post('/api/pages/bulk', { operations });
  if (status !== 200) return { status, body, headers };
  return { status: body.errors?.[0]?.status ?? body.results?.[0]?.status ?? status, body, headers };
};

const writes = [
  ['by id', byId],
  ['in bulk', inBulk],
] as const;

test.each(writes)('a row comes back without values of a version that is not read, %s', async (_, write) => {
  const desk = await open(false);
  const answer = await write(desk, { id: 'r1', a: 'x' });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).not.toContain('PS');
  const none = { id: 'r1', a: 'x', fix: null, stamp: null };
  expect((await desk.editor.get(desk.path)).body.rows).toEqual([none]);
  const all = done(await desk.admin.get(`${desk.path}?draft=true`));
  expect(all.rows).toEqual([{ ...none, hidden: null }]);
});

test.each(writes)('the values that it has there are refused like any other, %s', async (_, write) => {
  const desk = await open(false);
  const refusals = [];
  for (const given of [{ fix: 'NO' }, { fix: 'PS' }, { hidden: 'H' }]) {
    for (const id of ['r1', 'r2']) refusals.push((await write(desk, { id, a: 'x', ...given })).status);
  }
  expect(refusals).toEqual(Array(6).fill(403));
  expect((await desk.editor.get(desk.path)).body.rows).toEqual([]);
});

test.each(writes)('it comes back with the values of a version that is read, %s', async (_, write) => {
  const desk = await open(true);
  expect((await write(desk, { id: 'r1', a: 'x', fix: 'PS' })).status).toBe(200);
  const row = { id: 'r1', a: 'x', fix: 'PS', stamp: 's' };
  expect((await desk.editor.get(desk.path)).body.rows).toEqual([row]);
  expect(done(await desk.admin.get(`${desk.path}?draft=true`)).rows).toEqual([{ ...row, hidden: 'H' }]);
});

test('a requester who reads everything gets it back, too', async () => {
  const { admin, path } = await open(false);
  const row = { id: 'r1', a: 'x' };
  const { rows } = done(await admin.patch(path, { rows: [row] }, asDraft));
  expect(rows).toMatchObject([{ ...row, stamp: 's' }]);
});
