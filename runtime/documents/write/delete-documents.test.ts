import { describe, expect, test } from 'vitest';
import { openDocuments, refusal, type TestDocuments } from '../../../tests/support/documents.js';
import type { FieldConfig } from '../../config/field-config.js';
import type { CollectionHooks } from '../../config/hook-config.js';
import { refuse } from '../../errors/refusal.js';

type OnDelete = 'restrict' | 'set null' | 'cascade';

/**
 * Targets, and holders with one field that points to them. Whether it has a foreign key depends on drafts.
 */
async function holders(
  field: object,
  { drafts = true, hooks }: { readonly drafts?: boolean; readonly hooks?: CollectionHooks } = {},
): Promise<TestDocuments> {
  const ref = { name: 'ref', type: 'relationship', to: 'targets', ...field } as FieldConfig;
  return openDocuments({
    collections: [
      { slug: 'targets', drafts, fields: [{ name: 'name', type: 'text' }] },
      { slug: 'others', drafts, fields: [] },
      { slug: 'holders', drafts, fields: [ref, { name: 'note', type: 'text' }], ...(hooks ? { hooks } : {}) },
    ],
  });
}

describe.each([true, false])('with drafts %s at the target, deleting a document', (drafts) => {
  test('that nothing points to removes it', async () => {
    const docs = await holders({}, { drafts });
    const { id } = await docs.create('targets', {});
    await docs.remove('targets', id);
    const missing = { status: 404, code: 'NOT_FOUND', message: `There is no document "${id}" in targets.` };
    expect(await refusal(docs.read('targets', id))).toEqual(missing);
    expect(await refusal(docs.remove('targets', id))).toEqual(missing);
  });

  test('sets a relation to null, and that is a write of the document which holds it', async () => {
    const docs = await holders({}, { drafts });
    const { id } = await docs.create('targets', {});
    const holder = await docs.create('holders', { ref: id, note: 'n' });
    const other = await docs.create('holders', { note: 'untouched' });
    await docs.remove('targets', id);
    const after = await docs.read('holders', holder.id);
    expect(after).toEqual({ ...holder, ref: null, _revision: 2, updatedAt: after.updatedAt });
    expect(after.updatedAt > holder.updatedAt).toBe(true);
    expect(await docs.read('holders', other.id)).toEqual(other);
  });

  test('takes it out of lists, each place where it stands', async () => {
    const docs = await holders({ hasMany: true }, { drafts });
    const [a, b] = [await docs.create('targets', {}), await docs.create('targets', {})];
    const holder = await docs.create('holders', { ref: [a.id, b.id, a.id] });
    await docs.remove('targets', a.id);
    expect(await docs.read('holders', holder.id)).toMatchObject({ ref: [b.id], _revision: 2 });
  });

  test.each<OnDelete>(['restrict', 'set null'])(
    'is refused where a required relation says %s',
    async (onDelete) => {
      const docs = await holders({ required: true, onDelete }, { drafts });
      const { id } = await docs.create('targets', {});
      const holder = await docs.create('holders', { ref: id });
      expect(await refusal(docs.remove('targets', id))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'The document cannot be deleted: other documents refer to it by holders.ref.',
        details: [{ path: 'holders.ref', message: 'Refers to the document and must not be left empty.' }],
      });
      expect(await docs.read('targets', id)).toMatchObject({ id });
      await docs.remove('holders', holder.id);
      await docs.remove('targets', id);
    },
  );

  test('is refused when a required list would be left empty, and only then', async () => {
    const docs = await holders({ hasMany: true, required: true, onDelete: 'set null' }, { drafts });
    const [a, b] = [await docs.create('targets', {}), await docs.create('targets', {})];
    const holder = await docs.create('holders', { ref: [a.id, b.id] });
    await docs.remove('targets', a.id);
    expect(await refusal(docs.remove('targets', b.id))).toMatchObject({
      status: 409,
      details: [{ path: 'holders.ref', message: expect.any(String) }],
    });
    expect(await docs.read('holders', holder.id)).toMatchObject({ ref: [b.id], _revision: 2 });
  });

  test('deletes what says cascade, whatever it points with', async () => {
    for (const hasMany of [false, true]) {
      const docs = await holders({ onDelete: 'cascade', ...(hasMany ? { hasMany } : {}) }, { drafts });
      const { id } = await docs.create('targets', {});
      const holder = await docs.create('holders', { ref: hasMany ? [id] : id });
      await docs.remove('targets', id);
      expect(await refusal(docs.read('holders', holder.id))).toMatchObject({ status: 404 });
    }
  });
});

describe('deleting a document', () => {
  test('clears only pointers to its own collection where several are possible', async () => {
    const docs = await holders({ to: ['targets', 'others'] });
    const target = await docs.create('targets', {});
    const other = await docs.create('others', {});
    const first = await docs.create('holders', { ref: { collection: 'targets', id: target.id } });
    const second = await docs.create('holders', { ref: { collection: 'others', id: other.id } });
    await docs.remove('targets', target.id);
    expect(await docs.read('holders', first.id)).toMatchObject({ ref: null, _revision: 2 });
    expect(await docs.read('holders', second.id)).toEqual(second);
  });

  test('clears lists that may point to several collections', async () => {
    const docs = await holders({ to: ['targets', 'others'], hasMany: true });
    const target = await docs.create('targets', {});
    const other = await docs.create('others', {});
    const ref = [target, other, target].map(({ id }) => ({
      collection: id === other.id ? 'others' : 'targets',
      id,
    }));
    const { id } = await docs.create('holders', { ref });
    await docs.remove('targets', target.id);
    expect((await docs.read('holders', id)).ref).toEqual([{ collection: 'others', id: other.id }]);
  });

  const rows: readonly FieldConfig[] = [
    { name: 'one', type: 'relationship', to: 'targets' },
    { name: 'many', type: 'relationship', to: 'targets', hasMany: true },
    { name: 'gone', type: 'relationship', to: 'targets', onDelete: 'cascade' },
    { name: 'text', type: 'text' },
  ];

  async function nested(required = false): Promise<TestDocuments> {
    return openDocuments({
      collections: [
        { slug: 'targets', fields: [] },
        {
          slug: 'pages',
          fields: [
            { name: 'items', type: 'array', fields: rows, required },
            {
              name: 'content',
              type: 'blocks',
              blocks: [
                { slug: 'list', fields: [{ name: 'rows', type: 'array', fields: rows }] },
                {
                  slug: 'strict',
                  fields: [{ name: 'one', type: 'relationship', to: 'targets', onDelete: 'restrict' }],
                },
              ],
            },
          ],
        },
      ],
    });
  }

  test('clears pointers inside rows, and removes the rows that say cascade', async () => {
    const docs = await nested();
    const [a, b] = [await docs.create('targets', {}), await docs.create('targets', {})];
    const row = { one: a.id, many: [b.id, a.id], text: 't' };
    const page = await docs.create('pages', {
      items: [row, { gone: a.id }, { gone: b.id }],
      content: [{ blockType: 'list', rows: [{ gone: a.id }, row] }],
    });
    await docs.remove('targets', a.id);
    const after = await docs.read('pages', page.id);
    expect(after._revision).toBe(2);
    expect(after.items).toMatchObject([
      { id: page.items[0].id, one: null, many: [b.id], text: 't' },
      { id: page.items[2].id, gone: b.id },
    ]);
    expect(after.content[0].rows).toMatchObject([{ one: null, many: [b.id], text: 't' }]);
    await docs.remove('targets', b.id);
    expect((await docs.read('pages', page.id)).items).toHaveLength(1);
  });

  test('is refused by a pointer in a row that says restrict, named with its block', async () => {
    const docs = await nested();
    const { id } = await docs.create('targets', {});
    await docs.create('pages', { content: [{ blockType: 'strict', one: id }] });
    expect(await refusal(docs.remove('targets', id))).toMatchObject({
      status: 409,
      details: [{ path: 'pages.content.strict.one', message: expect.any(String) }],
    });
  });

  test('is refused when the last row of a required list would go', async () => {
    const docs = await nested(true);
    const { id } = await docs.create('targets', {});
    await docs.create('pages', { items: [{ gone: id }] });
    expect(await refusal(docs.remove('targets', id))).toMatchObject({
      status: 409,
      details: [{ path: 'pages.items', message: expect.any(String) }],
    });
  });

  test('no longer finds what a PATCH has taken out of rows', async () => {
    const docs = await nested();
    const { id } = await docs.create('targets', {});
    const page = await docs.create('pages', { content: [{ blockType: 'strict', one: id }] });
    await docs.update('pages', page.id, { content: [] });
    await docs.remove('targets', id);
    expect(await docs.read('pages', page.id)).toMatchObject({ _revision: 2 });
  });

  test('follows cascades through collections and cycles, and ends', async () => {
    const docs = await openDocuments({
      collections: [
        { slug: 'nodes', fields: [{ name: 'next', type: 'relationship', to: 'nodes', onDelete: 'cascade' }] },
        {
          slug: 'leaves',
          drafts: false,
          fields: [
            { name: 'node', type: 'relationship', to: 'nodes', onDelete: 'cascade' },
            { name: 'also', type: 'relationship', to: 'nodes', onDelete: 'restrict' },
          ],
        },
      ],
    });
    const a = await docs.create('nodes', {});
    const b = await docs.create('nodes', { next: a.id });
    await docs.update('nodes', a.id, { next: b.id });
    // It is deleted because of one field, so that the other does not forbid it.
    await docs.create('leaves', { node: b.id, also: a.id });
    const self = await docs.create('nodes', {});
    await docs.update('nodes', self.id, { next: self.id });
    await docs.remove('nodes', a.id);
    await docs.remove('nodes', self.id);
    expect((await docs.list('nodes')).totalDocs).toBe(0);
    expect((await docs.list('leaves')).totalDocs).toBe(0);
  });

  test('changes nothing when a document further down is restricted', async () => {
    const docs = await openDocuments({
      collections: [
        { slug: 'a', fields: [] },
        { slug: 'b', fields: [{ name: 'a', type: 'relationship', to: 'a', onDelete: 'cascade' }] },
        { slug: 'c', fields: [{ name: 'b', type: 'relationship', to: 'b', required: true }] },
      ],
    });
    const a = await docs.create('a', {});
    const b = await docs.create('b', { a: a.id });
    await docs.create('c', { b: b.id });
    expect(await refusal(docs.remove('a', a.id))).toMatchObject({ status: 409, details: [{ path: 'c.b' }] });
    expect(await docs.read('b', b.id)).toEqual(b);
  });

  test('clears what a global points to, which is always there', async () => {
    const docs = await openDocuments({
      collections: [{ slug: 'posts', fields: [] }],
      globals: [
        {
          slug: 'site',
          fields: [
            { name: 'pinned', type: 'relationship', to: 'posts', onDelete: 'cascade' },
            { name: 'more', type: 'relationship', to: 'posts', hasMany: true },
          ],
        },
      ],
    });
    const { id } = await docs.create('posts', {});
    await docs.updateGlobal('site', { pinned: id, more: [id] });
    await docs.remove('posts', id);
    expect(await docs.readGlobal('site')).toMatchObject({ pinned: null, more: [], _revision: 2 });
  });

  test('clears many holders, and lets readers in between', async () => {
    const docs = await holders({});
    const { id } = await docs.create('targets', {});
    for (let count = 0; count < 450; count += 1) await docs.create('holders', { ref: id });
    const removed = docs.remove('targets', id);
    expect((await docs.list('holders')).totalDocs).toBe(450);
    await removed;
    const { docs: cleared } = await docs.list('holders', 'limit=1000');
    expect(
      cleared.filter(
        ({ ref, _revision }: { ref: unknown; _revision: number }) => ref === null && _revision === 2,
      ),
    ).toHaveLength(450);
  });
});

describe('hooks of a deletion', () => {
  test('run for the document and for each that goes along, and see the stored documents', async () => {
    const seen: string[] = [];
    const hooks: CollectionHooks = {
      beforeDelete: ({ data, document, operation }) =>
        void seen.push(`before ${operation} ${data['note']} ${document?.['note']}`),
      afterDelete: ({ data }) => void seen.push(`after ${data['note']}`),
    };
    const docs = await holders({ onDelete: 'cascade' }, { hooks });
    const { id } = await docs.create('targets', {});
    await docs.create('holders', { ref: id, note: 'one' });
    await docs.create('holders', { ref: id, note: 'two' });
    const alone = await docs.create('holders', { note: 'alone' });
    await docs.remove('targets', id);
    await docs.remove('holders', alone.id);
    expect(seen).toEqual([
      'before delete one one',
      'before delete two two',
      'after one',
      'after two',
      'before delete alone alone',
      'after alone',
    ]);
  });

  test('can refuse, also for a document that would go along; then everything stays', async () => {
    const beforeDelete = (): never => {
      throw refuse('Keep it.', [{ path: 'note', message: 'kept' }]);
    };
    const docs = await holders({ onDelete: 'cascade' }, { hooks: { beforeDelete } });
    const { id } = await docs.create('targets', {});
    const holder = await docs.create('holders', { ref: id });
    expect(await refusal(docs.remove('targets', id))).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'Keep it.',
      details: [{ path: 'note', message: 'kept' }],
    });
    expect(await docs.read('holders', holder.id)).toEqual(holder);
    expect(await docs.read('targets', id)).toMatchObject({ id });
  });

  test('that fail after the commit are logged only', async () => {
    const afterDelete = (): never => {
      throw new Error('mail is down');
    };
    const docs = await holders({}, { hooks: { afterDelete } });
    const { id } = await docs.create('holders', {});
    await docs.remove('holders', id);
    expect(docs.logged).toEqual([
      {
        fields: { err: expect.objectContaining({ message: 'mail is down' }) },
        message: 'The hook afterDelete of holders failed after the write was committed.',
      },
    ]);
  });
});
