import { describe, expect, test } from 'vitest';
import { type Answer, openDocuments, refusal, type TestDocuments } from '../../../tests/support/documents.js';
import type { FieldConfig } from '../../config/field-config.js';
import type { ServiceConfig } from '../../config/service-config.js';

const press: ServiceConfig = {
  collections: [
    { slug: 'houses', fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'people',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'boss', type: 'relationship', to: 'people' },
        { name: 'house', type: 'relationship', to: 'houses' },
      ],
    },
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'author', type: 'relationship', to: 'people' },
        { name: 'editors', type: 'relationship', to: 'people', hasMany: true },
        { name: 'about', type: 'relationship', to: ['people', 'houses'] },
        { name: 'seen', type: 'relationship', to: ['people', 'houses'], hasMany: true },
      ],
    },
    {
      slug: 'pages',
      fields: [
        { name: 'title', type: 'text' },
        {
          name: 'meta',
          type: 'group',
          fields: [
            { name: 'image', type: 'relationship', to: 'houses' },
            { name: 'note', type: 'text' },
          ],
        },
        {
          name: 'items',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            { name: 'who', type: 'relationship', to: 'people' },
          ],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            {
              slug: 'team',
              fields: [{ name: 'members', type: 'relationship', to: 'people', hasMany: true }],
            },
            { slug: 'text', fields: [{ name: 'text', type: 'text' }] },
          ],
        },
      ],
    },
  ],
};

interface Press {
  readonly docs: TestDocuments;
  readonly house: Answer;
  readonly boss: Answer;
  readonly ada: Answer;
  readonly bob: Answer;
}

async function openPress(): Promise<Press> {
  const docs = await openDocuments(press);
  const house = await docs.create('houses', { name: 'H' });
  const boss = await docs.create('people', { name: 'Boss', house: house.id });
  const ada = await docs.create('people', { name: 'Ada', boss: boss.id });
  const bob = await docs.create('people', { name: 'Bob', boss: ada.id });
  return { docs, house, boss, ada, bob };
}

/** Deletes a document directly in the database, so that references to it dangle. */
async function vanish(docs: TestDocuments, table: string, id: string): Promise<void> {
  await docs.driver.run(`DELETE FROM "${table}" WHERE "id" = ?`, [id]);
}

describe('depth', () => {
  test('0 shows ids; above, relations are documents whose own relations are one level less deep', async () => {
    const { docs, house, boss, ada, bob } = await openPress();
    const { id } = await docs.create('posts', { title: 'p', author: bob.id });
    expect((await docs.read('posts', id)).author).toBe(bob.id);
    expect((await docs.read('posts', id, 'depth=1')).author).toEqual(bob);
    expect((await docs.read('posts', id, 'depth=2')).author).toEqual({ ...bob, boss: ada });
    expect((await docs.read('posts', id, 'depth=3')).author).toEqual({ ...bob, boss: { ...ada, boss } });
    expect((await docs.read('posts', id, 'depth=10')).author).toEqual({
      ...bob,
      boss: { ...ada, boss: { ...boss, house } },
    });
  });

  test('populates lists in their order, and relations to several collections beside their pointer', async () => {
    const { docs, house, ada, bob } = await openPress();
    const people = { collection: 'people', id: ada.id };
    const houses = { collection: 'houses', id: house.id };
    const { id } = await docs.create('posts', {
      editors: [bob.id, ada.id, bob.id],
      about: houses,
      seen: [people, houses],
    });
    expect(await docs.read('posts', id, 'depth=1')).toMatchObject({
      author: null,
      editors: [bob, ada, bob],
      about: { ...houses, doc: house },
      seen: [
        { ...people, doc: ada },
        { ...houses, doc: house },
      ],
    });
  });

  test('leaves out of lists what is gone; a single relation is null, or has a doc that is null', async () => {
    const { docs, house, ada, bob } = await openPress();
    const people = { collection: 'people', id: bob.id };
    const houses = { collection: 'houses', id: house.id };
    const { id } = await docs.create('posts', {
      author: bob.id,
      editors: [bob.id, ada.id],
      about: people,
      seen: [people, houses],
    });
    await vanish(docs, 'people', bob.id);
    expect((await docs.read('posts', id)).author).toBe(bob.id);
    expect(await docs.read('posts', id, 'depth=1')).toMatchObject({
      author: null,
      editors: [ada],
      about: { ...people, doc: null },
      seen: [{ ...houses, doc: house }],
    });
  });

  test('reaches into groups and rows', async () => {
    const { docs, house, ada, bob } = await openPress();
    const page = await docs.create('pages', {
      meta: { image: house.id, note: 'n' },
      items: [{ label: 'a', who: ada.id }, { label: 'b' }],
      content: [
        { blockType: 'team', members: [bob.id, ada.id] },
        { blockType: 'text', text: 't' },
      ],
    });
    const { items, content } = page;
    expect(await docs.read('pages', page.id, 'depth=1')).toEqual({
      ...page,
      meta: { image: house, note: 'n' },
      items: [{ ...items[0], who: ada }, items[1]],
      content: [{ ...content[0], members: [bob, ada] }, content[1]],
    });
  });

  test('ends on documents that point to themselves and to each other', async () => {
    const { docs, ada, bob } = await openPress();
    await docs.update('people', ada.id, { boss: bob.id });
    const self = await docs.create('people', { name: 'Self' });
    await docs.update('people', self.id, { boss: self.id });
    let at = await docs.read('people', ada.id, 'depth=10');
    const names: string[] = [];
    for (; typeof at === 'object'; at = at.boss) names.push(at.name);
    expect(names.join()).toBe('Ada,Bob,Ada,Bob,Ada,Bob,Ada,Bob,Ada,Bob,Ada');
    expect((await docs.read('people', self.id, 'depth=2')).boss.boss.boss).toBe(self.id);
  });

  test('does not mistake a key inside JSON or text for a relation', async () => {
    const docs = await openDocuments({
      collections: [
        {
          slug: 'nodes',
          fields: [
            { name: 'extra', type: 'json' },
            { name: 'text', type: 'text' },
            { name: 'next', type: 'relationship', to: 'nodes' },
          ],
        },
      ],
    });
    const first = await docs.create('nodes', { extra: { next: 'x' }, text: '"next":"y"' });
    const { next: _, ...rest } = first;
    const second = await docs.create('nodes', { ...fieldsOf(rest), next: first.id });
    expect(await docs.read('nodes', second.id, 'depth=1')).toEqual({ ...second, next: first });
    const plain = await docs.create('nodes', { text: '"next":null,', next: second.id });
    expect(await docs.read('nodes', plain.id, 'depth=2')).toEqual({
      ...plain,
      next: { ...second, next: first },
    });
  });
});

function fieldsOf({ extra, text }: Answer): object {
  return { extra, text };
}

/** Documents that refer to others of their collection, with more fields where given. */
function openNodes(...more: readonly FieldConfig[]): Promise<TestDocuments> {
  const next: FieldConfig = { name: 'next', type: 'relationship', to: 'nodes', hasMany: true };
  return openDocuments({ collections: [{ slug: 'nodes', fields: [next, ...more] }] });
}

/** The refusal of a response that would be too large. */
function tooDeep(message: string): object {
  return { status: 400, code: 'BAD_USER_INPUT', message, details: [{ path: 'depth', message }] };
}

describe('population', () => {
  test('takes one query for each collection and level, never one for each document', async () => {
    const { docs, house, ada, bob, boss } = await openPress();
    for (let count = 0; count < 12; count += 1) {
      const one = [ada, bob, boss][count % 3];
      await docs.create('posts', {
        author: one.id,
        editors: [ada.id, bob.id],
        about: { collection: 'houses', id: house.id },
        seen: [{ collection: 'people', id: one.id }],
      });
    }
    docs.statements.length = 0;
    await docs.list('posts', 'depth=1&count=none');
    // The page, people, houses.
    expect(docs.statements).toHaveLength(3);
    docs.statements.length = 0;
    await docs.list('posts', 'depth=10&limit=12&count=none');
    // No document is read twice: a level reuses the documents that an upper one has read.
    expect(docs.statements).toHaveLength(3);
  });

  test('is refused when it would make an answer out of all proportion', async () => {
    const docs = await openNodes({ name: 'text', type: 'text' });
    const text = 'x'.repeat(100);
    const nodes = [];
    for (let count = 0; count < 12; count += 1) nodes.push(await docs.create('nodes', { text }));
    const next = nodes.map(({ id }) => id);
    for (const id of next) await docs.update('nodes', id, { next });
    const message =
      'The answer would hold more than 32 MiB: lower "depth" or "limit", or name fewer fields in "select".';
    expect(await refusal(docs.list('nodes', 'depth=10'))).toEqual(tooDeep(message));
    expect((await docs.list('nodes', 'depth=2')).docs).toHaveLength(10);
  });

  test('of more than 30,000 documents is refused, where a few are at many levels', async () => {
    const docs = await openNodes();
    const ids: string[] = [];
    for (let at = 0; at < 6000; at += 1) {
      const next = [1, 500, 1000].flatMap((distance) => ids[at - distance] ?? []);
      ids.push((await docs.create('nodes', { next })).id);
    }
    const message =
      'The answer would hold more than 30000 documents: lower "depth" or "limit", or name fewer fields in "select".';
    expect(await refusal(docs.list('nodes', 'depth=10&limit=1000'))).toEqual(tooDeep(message));
  });

  test('shows a document at each level where it is, also one that a join has read before', async () => {
    const docs = await openNodes({ name: 'before', type: 'join', collection: 'nodes', on: 'next', limit: 2 });
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const next = [1, 3].flatMap((distance) => ids[at - distance] ?? []);
      ids.push((await docs.create('nodes', { next })).id);
    }
    const { docs: found } = await docs.list('nodes', 'depth=3&limit=10');
    const shown = found[0].next[0].before.docs;
    expect(shown.map(({ id }: Answer) => id)).toEqual([found[0].id]);
    expect(shown[0].next.map(({ id }: Answer) => id)).toEqual([ids[10], ids[8]]);
    expect(shown[0].before).toEqual({ docs: [], hasNextPage: false });
  });
});

describe('select', () => {
  test('keeps the id and what is named, also in groups and rows', async () => {
    const { docs, ada } = await openPress();
    const page = await docs.create('pages', {
      title: 't',
      meta: { note: 'n' },
      items: [{ label: 'a', who: ada.id }],
      content: [{ blockType: 'text', text: 'x' }],
    });
    const { id, items, content } = page;
    expect(await docs.read('pages', id, 'select=title')).toEqual({ id, title: 't' });
    expect(await docs.read('pages', id, 'select=_revision,createdAt')).toEqual({
      id,
      createdAt: page.createdAt,
      _revision: 1,
    });
    expect(await docs.read('pages', id, 'select=meta.note,items.label,content.text')).toEqual({
      id,
      meta: { note: 'n' },
      items: [{ id: items[0].id, label: 'a' }],
      content: [{ id: content[0].id, blockType: 'text', text: 'x' }],
    });
    expect(await docs.read('pages', id, 'select=meta,items')).toEqual({ id, meta: page.meta, items });
    expect((await docs.list('pages', 'select=title')).docs).toEqual([{ id, title: 't' }]);
  });

  test('reaches through populated relations, whose id stays', async () => {
    const { docs, house, boss, ada } = await openPress();
    const people = { collection: 'people', id: ada.id };
    const { id } = await docs.create('posts', {
      title: 't',
      author: ada.id,
      editors: [ada.id],
      about: people,
      seen: [people],
    });
    const shown = { id: ada.id, name: 'Ada' };
    expect(
      await docs.read('posts', id, 'depth=1&select=author.name,editors.name,about.name,seen.name'),
    ).toEqual({
      id,
      author: shown,
      editors: [shown],
      about: { ...people, doc: shown },
      seen: [{ ...people, doc: shown }],
    });
    expect(await docs.read('posts', id, 'depth=3&select=author.boss.house.name')).toEqual({
      id,
      author: { id: ada.id, boss: { id: boss.id, house: { id: house.id, name: 'H' } } },
    });
    expect(await docs.read('posts', id, 'depth=1&select=author')).toEqual({ id, author: ada });
    expect(await docs.read('posts', id, 'select=author')).toEqual({ id, author: ada.id });
  });

  test('spares the queries for relations that are left out', async () => {
    const { docs, ada } = await openPress();
    await docs.create('posts', { title: 't', author: ada.id });
    docs.statements.length = 0;
    await docs.list('posts', 'depth=5&select=title&count=none');
    expect(docs.statements).toHaveLength(1);
  });

  test('may show one document in two ways in one answer', async () => {
    const { docs, house, ada } = await openPress();
    const post = await docs.create('posts', {
      author: ada.id,
      editors: [ada.id],
      about: { collection: 'houses', id: house.id },
    });
    expect(await docs.read('posts', post.id, 'depth=1&select=author.name,editors.boss,about')).toEqual({
      id: post.id,
      author: { id: ada.id, name: 'Ada' },
      editors: [{ id: ada.id, boss: ada.boss }],
      about: { collection: 'houses', id: house.id, doc: house },
    });
  });
});
