import { describe, expect, test } from 'vitest';
import { openDocuments, refusal } from '../../../tests/support/documents.js';
import type { ServiceConfig } from '../../config/service-config.js';

const shop: ServiceConfig = {
  collections: [
    { slug: 'people', fields: [{ name: 'name', type: 'text', required: true }] },
    {
      slug: 'things',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'price', type: 'number' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'extra', type: 'json' },
        { name: 'owner', type: 'relationship', to: 'people' },
        { name: 'fans', type: 'relationship', to: 'people', hasMany: true },
        {
          name: 'size',
          type: 'group',
          fields: [
            { name: 'width', type: 'number' },
            {
              name: 'box',
              type: 'group',
              fields: [
                { name: 'material', type: 'text', default: 'wood' },
                { name: 'packer', type: 'relationship', to: 'people' },
              ],
            },
          ],
        },
        {
          name: 'rows',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            { name: 'who', type: 'relationship', to: 'people' },
          ],
        },
      ],
    },
  ],
};

const gone = '01890000-0000-7000-8000-000000000000';

describe('a PATCH', () => {
  test('changes the fields that it names, and counts as one write', async () => {
    const docs = await openDocuments(shop);
    const before = await docs.create('things', { title: 'a', price: 1, tags: ['x'] });
    const after = await docs.update('things', before.id, { price: 2 });
    expect(after).toEqual({ ...before, price: 2, _revision: 2, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await docs.read('things', before.id)).toEqual(after);
  });

  test('removes from a list what has gone, and does not write the others again', async () => {
    const docs = await openDocuments(shop);
    const people: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) people.push((await docs.create('people', { name })).id);
    const [a, b, c, d] = people;
    const rows = people.map((who) => ({ label: 'x', who }));
    const made = await docs.create('things', { title: 'a', fans: people, rows });
    const { id } = made;
    const positions = async (): Promise<readonly number[]> => {
      const found = await docs.driver.all('SELECT "position" FROM "things__fans" ORDER BY "position"', []);
      return found.map(({ position }) => Number(position));
    };
    const left = made['rows'] as readonly { readonly id: string }[];
    await docs.update('things', id, { fans: [a, c, d], rows: [left[0], left[2], left[3]] });
    expect(await positions()).toEqual([0, 2, 3]);
    // The columns say the same as the text.
    await docs.driver.run('UPDATE "things" SET "_doc" = NULL', []);
    expect(await docs.read('things', id)).toMatchObject({
      fans: [a, c, d],
      rows: [{ who: a }, { who: c }, { who: d }],
    });
    const refs = await docs.driver.all('SELECT "target" FROM "things__refs"', []);
    expect(refs.map(({ target }) => target).sort()).toEqual([a, c, d].sort());
    await docs.update('things', id, { fans: [d, c, b], rows: [] });
    expect(await positions()).toEqual([0, 1, 2]);
    await docs.driver.run('UPDATE "things" SET "_doc" = NULL', []);
    expect(await docs.read('things', id)).toMatchObject({ fans: [d, c, b], rows: [] });
    expect(await docs.driver.all('SELECT "target" FROM "things__refs"', [])).toEqual([]);
  });

  test('merges into groups, to any depth', async () => {
    const docs = await openDocuments(shop);
    const { id: packer } = await docs.create('people', { name: 'P' });
    const { id } = await docs.create('things', { title: 'a', size: { width: 1, box: { material: 'tin' } } });
    const after = await docs.update('things', id, { size: { box: { packer } } });
    expect(after.size).toEqual({ width: 1, box: { material: 'tin', packer } });
  });

  test('with null clears a field, a list, and every field of a group', async () => {
    const docs = await openDocuments(shop);
    const { id: owner } = await docs.create('people', { name: 'P' });
    const full = {
      price: 1,
      tags: ['x'],
      extra: { a: 1 },
      owner,
      fans: [owner],
      size: { width: 1 },
      rows: [{ label: 'r' }],
    };
    const { id } = await docs.create('things', { title: 'a', ...full });
    const cleared = Object.fromEntries(Object.keys(full).map((name) => [name, null]));
    expect(await docs.update('things', id, cleared)).toMatchObject({
      title: 'a',
      price: null,
      tags: [],
      extra: null,
      owner: null,
      fans: [],
      size: { width: null, box: { material: null, packer: null } },
      rows: [],
    });
  });

  test('replaces lists, rows and JSON whole', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', {
      title: 'a',
      tags: ['x', 'y'],
      extra: { a: 1 },
      rows: [{ label: 'r' }, {}],
    });
    const after = await docs.update('things', id, {
      tags: ['z'],
      extra: { b: 2 },
      rows: [{ id: 'q', label: 's' }],
    });
    expect(after).toMatchObject({ tags: ['z'], extra: { b: 2 }, rows: [{ id: 'q', label: 's', who: null }] });
  });

  test('does not fill defaults outside of new rows', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', { title: 'a', size: { box: { material: null } } });
    expect((await docs.update('things', id, { size: { width: 3 } })).size.box.material).toBeNull();
  });

  test('without any field is no write', async () => {
    const docs = await openDocuments(shop);
    const before = await docs.create('things', { title: 'a' });
    expect(await docs.update('things', before.id, {})).toEqual(before);
    expect(await docs.read('things', before.id)).toEqual(before);
  });

  test('with the values that are there already is a write all the same', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', { title: 'a' });
    expect(await docs.update('things', id, { title: 'a' })).toMatchObject({ title: 'a', _revision: 2 });
  });

  test('keeps the order of a list of relations, and an entry that stands twice', async () => {
    const docs = await openDocuments(shop);
    const [a, b] = [await docs.create('people', { name: 'A' }), await docs.create('people', { name: 'B' })];
    const { id } = await docs.create('things', { title: 'a', fans: [a.id] });
    const fans = [b.id, a.id, b.id];
    expect((await docs.update('things', id, { fans })).fans).toEqual(fans);
    expect((await docs.read('things', id)).fans).toEqual(fans);
  });

  test('is refused when what it points to does not exist', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', { title: 'a' });
    expect(await refusal(docs.update('things', id, { size: { box: { packer: gone } } }))).toMatchObject({
      status: 400,
      details: [{ path: 'size.box.packer', message: `There is no document "${gone}" in people.` }],
    });
    expect(await docs.read('things', id)).toMatchObject({ _revision: 1 });
  });

  test('of a required field to null is refused', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', { title: 'a' });
    expect(await refusal(docs.update('things', id, { title: null }))).toMatchObject({
      status: 400,
      details: [{ path: 'title', message: expect.any(String) }],
    });
  });

  test('of a document that is not there is 404, whatever the body', async () => {
    const docs = await openDocuments(shop);
    expect(await refusal(docs.update('things', gone, { nope: 1 }))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: `There is no document "${gone}" in things.`,
    });
  });
});

describe('an expected revision', () => {
  test('that is the newest lets a write pass', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', { title: 'a' });
    expect(await docs.update('things', id, { title: 'b' }, 1)).toMatchObject({ _revision: 2 });
    await docs.remove('things', id, 2);
    expect(await refusal(docs.read('things', id))).toMatchObject({ status: 404 });
  });

  test('that is not refuses PATCH and DELETE with the newest one', async () => {
    const docs = await openDocuments(shop);
    const { id } = await docs.create('things', { title: 'a' });
    await docs.update('things', id, { title: 'b' });
    const conflict = {
      status: 409,
      code: 'CONFLICT',
      message: 'The document of things was modified: its revision is 2, not 1. Read it again.',
      currentRevision: 2,
    };
    expect(await refusal(docs.update('things', id, { title: 'c' }, 1))).toEqual(conflict);
    expect(await refusal(docs.update('things', id, {}, 1))).toEqual(conflict);
    expect(await refusal(docs.remove('things', id, 1))).toEqual(conflict);
    expect(await docs.read('things', id)).toMatchObject({ title: 'b', _revision: 2 });
  });
});

test('writes that come at once are done one after the other, and each merges into the one before', async () => {
  const docs = await openDocuments(shop);
  const { id } = await docs.create('things', { title: 'a' });
  const writes = Array.from({ length: 20 }, (_, index) =>
    docs.update('things', id, index % 2 === 0 ? { price: index } : { tags: [`t${index}`] }),
  );
  await Promise.all(writes);
  expect(await docs.read('things', id)).toMatchObject({ _revision: 21, price: 18, tags: ['t19'] });
});
