/** Values that a writer does not see stay with their row: docs/spec/contract.md#field-access. */
import { describe, expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import { asDraft, auth, done } from '../drafts/support/desk.js';
import { type Answer, type Client, openGuarded, user } from './support/guarded-service.js';

const staff = ['admin'];
const secret = { name: 'secret', type: 'text', access: { read: staff, update: staff } } as const;
const price = { name: 'price', type: 'text', access: { update: staff } } as const;

const config = defineConfig({
  auth,
  collections: [
    {
      slug: 'pages',
      fields: [
        { name: 'title', type: 'text' },
        {
          name: 'items',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            secret,
            price,
            { name: 'stamp', type: 'text', readOnly: true },
            {
              name: 'parts',
              type: 'array',
              fields: [
                { name: 'name', type: 'text' },
                secret,
                { name: 'stamp', type: 'text', readOnly: true },
              ],
            },
          ],
        },
        {
          name: 'blocks',
          type: 'blocks',
          blocks: [
            { slug: 'quote', fields: [{ name: 'text', type: 'text' }, secret] },
            { slug: 'note', fields: [{ name: 'text', type: 'text' }] },
          ],
        },
      ],
      hooks: { beforeChange: ({ data, operation }) => (operation === 'create' ? stamped(data) : data) },
    },
  ],
});

/** As a hook does that gives each new row a number. */
function stamped(data: Answer): Answer {
  const rows = (list: Answer[] = []): Answer[] =>
    list.map((row, at) => ({ ...row, stamp: `s${at}`, ...(row.parts && { parts: rows(row.parts) }) }));
  return { ...data, items: rows(data['items']) };
}

interface Desk {
  readonly admin: Client;
  readonly editor: Client;
  /** As the editor sees it. */
  readonly seen: Answer;
}

async function open(): Promise<Desk> {
  const service = await openGuarded(config);
  const [admin, editor] = [service.as(user('admin')), service.as(user('editor'))];
  const made = done(
    await admin.post('/api/pages', {
      title: 'One',
      items: [
        { label: 'a', secret: 'A', parts: [{ name: 'p', secret: 'P' }] },
        { label: 'b', secret: 'B', parts: [] },
      ],
      blocks: [{ blockType: 'quote', text: 'q', secret: 'Q' }],
    }),
  );
  return { admin, editor, seen: done(await editor.get(`/api/pages/${made.id}`)) };
}

/** What the editor sends back of rows: without read-only values. */
function sent(rows: Answer[]): Answer[] {
  return rows.map(({ stamp, parts, ...row }) => ({ ...row, ...(parts && { parts: sent(parts) }) }));
}

test('a row that was removed from a draft and put back keeps what the writer does not see', async () => {
  const { admin, editor, seen } = await open();
  const path = `/api/pages/${seen.id}`;
  const [a, b] = sent(seen.items);
  done(await editor.patch(path, { items: [b], blocks: [] }, asDraft));
  done(await editor.patch(path, { items: [a, b], blocks: seen.blocks }, asDraft));
  done(await editor.post(`${path}/publish`, {}));
  expect(done(await admin.get(path))).toMatchObject({
    items: [
      { label: 'a', secret: 'A', stamp: 's0', parts: [{ name: 'p', secret: 'P', stamp: 's0' }] },
      { label: 'b', secret: 'B', stamp: 's1' },
    ],
    blocks: [{ text: 'q', secret: 'Q' }],
  });
});

test.each([asDraft, {}])(
  'a row inside of another one keeps it, too, when it goes to a third one: %o',
  async (headers) => {
    const { admin, editor, seen } = await open();
    const path = `/api/pages/${seen.id}`;
    const [a, b] = sent(seen.items);
    const items = [
      { ...a, parts: [] },
      { ...b, parts: a?.parts },
    ];
    done(await editor.patch(path, { items }, headers));
    done(await editor.post(`${path}/publish`, {}));
    expect(done(await admin.get(path)).items).toMatchObject([
      { secret: 'A', parts: [] },
      { secret: 'B', parts: [{ name: 'p', secret: 'P', stamp: 's0' }] },
    ]);
  },
);

test('a block that becomes another one and comes back as it was keeps it', async () => {
  const { admin, editor, seen } = await open();
  const path = `/api/pages/${seen.id}`;
  const [block] = seen.blocks as Answer[];
  done(await editor.patch(path, { blocks: [{ ...block, blockType: 'note' }] }, asDraft));
  done(await editor.patch(path, { blocks: [block] }, asDraft));
  done(await editor.post(`${path}/publish`, {}));
  expect(done(await admin.get(path)).blocks).toMatchObject([{ blockType: 'quote', text: 'q', secret: 'Q' }]);
});

test('an id of a row gives nobody a value to read, and a new row gets none', async () => {
  const { admin, editor, seen } = await open();
  const path = `/api/pages/${seen.id}`;
  const [a] = sent(seen.items);
  const answer = done(await editor.patch(path, { items: [{ ...a, parts: [] }, { label: 'c' }] }));
  expect(JSON.stringify(answer)).not.toContain('"secret"');
  const refused = await editor.patch(path, { items: [{ ...a, secret: 'X' }] });
  expect(refused.status).toBe(403);
  expect(done(await admin.get(path)).items).toMatchObject([{ secret: 'A' }, { label: 'c', secret: null }]);
});

test('rows with the id of a stored one get its hidden values once: the one in its place, or the first', async () => {
  const { admin, editor, seen } = await open();
  const path = `/api/pages/${seen.id}`;
  const [a, b] = sent(seen.items);
  const parts = a?.parts;
  const c = { label: 'c', parts };
  const secrets = async (): Promise<unknown> =>
    done(await admin.get(path)).items.map((row: Answer) =>
      row.parts.map(({ secret, stamp }: Answer) => [secret, stamp]),
    );
  done(await editor.patch(path, { items: [c, a, { ...b, parts }] }));
  const [none, kept] = [[[null, null]], [['P', 's0']]];
  expect(await secrets()).toEqual([none, kept, none]);
  const again = await open();
  const [a2, b2] = sent(again.seen.items);
  const other = `/api/pages/${again.seen.id}`;
  const moved = [
    { ...a2, parts: [] },
    { label: 'c', parts: a2?.parts },
    { ...b2, parts: a2?.parts },
  ];
  done(await again.editor.patch(other, { items: moved }));
  const { items } = done(await again.admin.get(other));
  expect(items.map((row: Answer) => row.parts.map((part: Answer) => part.secret))).toEqual([
    [],
    ['P'],
    [null],
  ]);
});

describe('a row whose values an administrator has changed in a draft, which loses it', () => {
  const changed = { secret: 'pending', price: '20' };

  test('comes back with what is published, and its writer chooses nothing', async () => {
    const { admin, editor, seen } = await open();
    const path = `/api/pages/${seen.id}`;
    const [a] = sent(done(await admin.get(path)).items);
    done(await admin.patch(path, { items: [{ ...a, price: '10' }] }));
    done(await admin.patch(path, { items: [{ ...a, ...changed }] }, asDraft));
    done(await editor.patch(path, { items: [] }, asDraft));
    const back = { id: a?.id, label: 'back' };
    for (const given of [{ price: '20' }, { price: '30' }, { price: null }, { secret: 'A' }]) {
      expect((await editor.patch(path, { items: [{ ...back, ...given }] }, asDraft)).status).toBe(403);
    }
    done(await editor.patch(path, { items: [back] }, asDraft));
    const draft = `${path}?draft=true`;
    expect(done(await admin.get(draft)).items).toMatchObject([{ ...back, secret: 'A', price: '10' }]);
  });

  test('comes back without values where it was never published', async () => {
    const { admin, editor } = await open();
    const made = done(await admin.post('/api/pages', { items: [{ label: 'a', ...changed }] }, asDraft));
    const path = `/api/pages/${made.id}`;
    const [{ id }] = made.items;
    done(await editor.patch(path, { items: [] }, asDraft));
    for (const given of [{ price: '20' }, { price: '30' }, { secret: 'pending' }]) {
      expect((await editor.patch(path, { items: [{ id, ...given }] }, asDraft)).status).toBe(403);
    }
    done(await editor.patch(path, { items: [{ id, label: 'b' }] }, asDraft));
    const draft = `${path}?draft=true`;
    expect(done(await admin.get(draft)).items).toMatchObject([
      { id, label: 'b', secret: null, price: null, stamp: null },
    ]);
  });
});
