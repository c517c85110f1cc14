/** docs/spec/contract.md#blocks-in-rich-text. */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { anonymous, type Client, openGuarded, user } from '../access/support/guarded-service.js';

const config: ServiceConfig = {
  name: 'Text with blocks',
  auth: { secret: 'Zr8qLx2VnT5wJc9fYb3mHd7kPs4gEa6u' },
  collections: [
    {
      slug: 'posts',
      versions: true,
      access: { read: () => true, create: () => true, update: () => true },
      drafts: { readRoles: ['editor'] },
      search: { fields: { body: 1, 'inserts.text': 2 } },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'more', type: 'json' },
        {
          name: 'seo',
          type: 'group',
          fields: [
            { name: 'a', type: 'text' },
            { name: 'b', type: 'json' },
          ],
        },
        { name: 'body', type: 'richText', blocks: 'inserts' },
        {
          name: 'inserts',
          type: 'blocks',
          maxRows: 3,
          blocks: [
            {
              slug: 'quote',
              fields: [
                { name: 'text', type: 'text', required: true },
                { name: 'by', type: 'relationship', to: 'people', onDelete: 'cascade' },
                { name: 'fee', type: 'number', access: { read: ['editor'], update: ['editor'] } },
              ],
            },
            { slug: 'line', fields: [{ name: 'bold', type: 'boolean' }] },
          ],
        },
        {
          name: 'parts',
          type: 'array',
          fields: [
            { name: 'text', type: 'richText', blocks: 'boxes' },
            {
              name: 'boxes',
              type: 'blocks',
              blocks: [{ slug: 'box', fields: [{ name: 'no', type: 'number' }] }],
            },
          ],
        },
      ],
    },
    {
      slug: 'people',
      drafts: false,
      access: { read: () => true, create: () => true, update: () => true, delete: () => true },
      fields: [{ name: 'name', type: 'text' }],
    },
  ],
};

const editor = user('editor');
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Words' }] };
const block = (id: unknown) => ({ type: 'block', attrs: { id } });
const textOf = (...content: readonly object[]) => ({ type: 'doc', content });
const quote = (id: string, more = {}) => ({ id, blockType: 'quote', text: `Said ${id}`, ...more });

async function posts(): Promise<{ editor: Client; public: Client }> {
  const service = await openGuarded(config);
  return { editor: service.as(editor), public: service.as(anonymous) };
}

async function create(client: Client, data: object, path = '/api/posts'): Promise<string> {
  const { status, body } = await client.post(path, data);
  expect([status, body]).toEqual([201, body]);
  return body.id;
}

describe('a write', () => {
  test('takes a text and its blocks at once, in groups and rows too', async () => {
    const { editor } = await posts();
    const body = textOf(paragraph, { type: 'blockquote', content: [block('b')] }, block('a'));
    const parts = [{ text: textOf(block('x')), boxes: [{ id: 'x', blockType: 'box', no: 1 }] }];
    const id = await create(editor, { body, inserts: [quote('a'), quote('b')], parts });
    const { body: stored } = await editor.get(`/api/posts/${id}`);
    expect(stored.body).toEqual(body);
    expect(stored.inserts.map((row: { id: string }) => row.id)).toEqual(['a', 'b']);
    expect(stored.parts[0].text).toEqual(textOf(block('x')));
  });

  test('is refused where a node names no block, or one twice, with the place in the text', async () => {
    const { editor } = await posts();
    const nested = { type: 'blockquote', content: [paragraph, block('c')] };
    const refused = await editor.post('/api/posts', {
      body: textOf(block('a'), nested, block('a')),
      inserts: [quote('a')],
      parts: [{ text: null }, { text: textOf(block('a')), boxes: [] }],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details.map(({ path, reason }: Record<string, string>) => [path, reason])).toEqual([
      ['body.content.1.content.1.attrs.id', 'text.unknownBlock'],
      ['body.content.2.attrs.id', 'text.blockTwice'],
      ['parts.1.text.content.0.attrs.id', 'text.unknownBlock'],
    ]);
    expect(refused.body.details[0].params).toEqual({ field: 'inserts' });
  });

  test('is refused where a node has no id, by the validators of the project', async () => {
    const { editor } = await posts();
    const caption = { type: 'figure', caption: { type: 'block', attrs: { id: '' } } };
    const nested = { ...block('a'), content: [block(7)] };
    const { status, body } = await editor.post('/api/posts', {
      body: textOf(paragraph, { type: 'block' }, nested, caption),
      inserts: [quote('a')],
    });
    expect([status, body.details]).toEqual([
      400,
      ['1.attrs.id', '2.content.0.attrs.id', '3.caption.attrs.id'].map((path) => ({
        path: `body.content.${path}`,
        message: 'Must be the id of a block in "inserts".',
        reason: 'text.unknownBlock',
        params: { field: 'inserts' },
      })),
    ]);
  });

  test('is checked inside of its blocks too, but not in their attributes', async () => {
    const { editor } = await posts();
    const around = (id: string, inside: object) => ({ ...block(id), content: [inside] });
    const write = (...content: readonly object[]) =>
      editor.post('/api/posts', { body: textOf(...content), inserts: [quote('a'), quote('b')] });
    const refused = await write(around('a', around('b', block('c'))));
    expect([refused.status, refused.body.details.map(({ path }: Record<string, string>) => path)]).toEqual([
      400,
      ['body.content.0.content.0.content.0.attrs.id'],
    ]);
    const twice = await write(around('a', block('a')));
    expect([twice.status, twice.body.details[0].reason]).toEqual([400, 'text.blockTwice']);
    expect((await write(around('a', block('b')))).status).toBe(201);
    expect((await write({ type: 'block', attrs: { id: 'a', style: { type: 'block' } } })).status).toBe(201);
  });

  test('checks the fields and the number of the blocks as in any blocks field', async () => {
    const { editor } = await posts();
    const pathsOf = async (inserts: readonly object[]): Promise<unknown> => {
      const { body } = await editor.post('/api/posts', { body: textOf(block('a')), inserts });
      return body.details.map(({ path }: Record<string, string>) => path);
    };
    expect(await pathsOf([{ id: 'a', blockType: 'quote' }])).toEqual(['inserts.0.text']);
    expect(await pathsOf(['a', 'b', 'c', 'd'].map((id) => quote(id)))).toEqual(['inserts']);
  });

  test('of one of both fields is checked with what is stored of the other', async () => {
    const { editor } = await posts();
    const id = await create(editor, { body: textOf(block('a')), inserts: [quote('a'), quote('b')] });
    const path = `/api/posts/${id}`;
    for (const headers of [{}, { 'x-draft': 'true' }]) {
      const change = (data: object) => editor.patch(path, data, headers);
      const lacking = await change({ inserts: [quote('b')] });
      expect([lacking.status, lacking.body.details[0].path]).toEqual([400, 'body.content.0.attrs.id']);
      expect((await change({ body: textOf(block('c')) })).status).toBe(400);
      expect((await change({ body: textOf(block('b')) })).status).toBe(200);
      expect((await change({ inserts: [quote('b')] })).status).toBe(200);
      const both = { body: textOf(block('a')), inserts: [quote('a'), quote('b')] };
      expect((await change(both)).status).toBe(200);
    }
    expect((await editor.patch(path, { body: null, inserts: [] })).status).toBe(200);
  });
});

describe('what is shown of blocks', () => {
  test('is that of the blocks field: population, selection, filters, search, hidden fields', async () => {
    const client = await posts();
    const ann = await create(client.editor, { name: 'Ann' }, '/api/people');
    const inserts = [quote('a', { by: ann, fee: 7, text: 'Nothing ventured' })];
    const id = await create(client.editor, { title: 'T', body: textOf(block('a')), inserts });
    const { body: seen } = await client.public.get(`/api/posts/${id}?depth=1`);
    expect(seen.inserts).toEqual([
      { id: 'a', blockType: 'quote', text: 'Nothing ventured', by: expect.objectContaining({ name: 'Ann' }) },
    ]);
    const { body: selected } = await client.public.get(`/api/posts/${id}?select=body,inserts.text`);
    expect(selected).toEqual({
      id,
      body: textOf(block('a')),
      inserts: [{ id: 'a', blockType: 'quote', text: 'Nothing ventured' }],
    });
    const where = encodeURIComponent(JSON.stringify({ 'inserts.quote.by.name': { equals: 'Ann' } }));
    expect((await client.public.get(`/api/posts?where=${where}`)).body.docs).toHaveLength(1);
    expect((await client.public.get('/api/posts?search=ventured')).body.docs).toHaveLength(1);
    // A requester who does not see a field keeps its value.
    const [{ fee: _fee, ...row }] = seen.inserts;
    const changed = { inserts: [{ ...row, by: ann, text: 'Changed' }] };
    expect((await client.public.patch(`/api/posts/${id}`, changed)).status).toBe(200);
    const { body: kept } = await client.editor.get(`/api/posts/${id}`);
    expect(kept.inserts).toEqual([{ id: 'a', blockType: 'quote', text: 'Changed', by: ann, fee: 7 }]);
  });
});

describe('a block that is gone', () => {
  test('along with a document stays in the text, which can be changed and published', async () => {
    const { editor } = await posts();
    const ann = await create(editor, { name: 'Ann' }, '/api/people');
    const body = textOf(block('a'), block('b'));
    const id = await create(editor, { body, inserts: [quote('a', { by: ann }), quote('b')] });
    expect((await editor.delete(`/api/people/${ann}`)).status).toBe(200);
    const { body: after } = await editor.get(`/api/posts/${id}`);
    expect(after.inserts.map((row: { id: string }) => row.id)).toEqual(['b']);
    expect(after.body).toEqual(body);
    const longer = textOf(paragraph, block('a'), block('b'));
    expect((await editor.patch(`/api/posts/${id}`, { body: longer }, { 'x-draft': 'true' })).status).toBe(
      200,
    );
    expect((await editor.post(`/api/posts/${id}/publish`, {})).status).toBe(200);
  });

  test('is left out of a text when an old version is restored', async () => {
    const { editor } = await posts();
    const ann = await create(editor, { name: 'Ann' }, '/api/people');
    const attrs = { id: 'b', style: [{ type: 'block' }] };
    const body = textOf(
      { type: 'blockquote', content: [block('a')] },
      { type: 'block', attrs, content: [paragraph], caption: block('c') },
    );
    const by = { by: ann };
    const inserts = [quote('a', by), quote('b'), quote('c', by)];
    const id = await create(editor, { body, inserts });
    await editor.patch(`/api/posts/${id}`, { body: null, inserts: [] });
    await editor.delete(`/api/people/${ann}`);
    const { body: versions } = await editor.get(`/api/posts/${id}/versions`);
    const oldest = versions.docs.at(-1).id;
    const restored = await editor.post(`/api/posts/${id}/versions/${oldest}/restore`, {});
    expect([restored.status, restored.body]).toEqual([200, restored.body]);
    expect(restored.body.inserts.map((row: { id: string }) => row.id)).toEqual(['b']);
    expect(restored.body.body).toEqual(
      textOf(
        { type: 'blockquote', content: [{ type: 'paragraph' }] },
        { type: 'block', attrs, content: [paragraph], caption: { type: 'paragraph' } },
      ),
    );
  });
});

test('a copy of a document shows its own blocks', async () => {
  const { editor } = await posts();
  const parts = [{ text: textOf(block('x')), boxes: [{ id: 'x', blockType: 'box', no: 1 }] }];
  const id = await create(editor, { body: textOf(block('a')), inserts: [quote('a')], parts });
  const { status, body: copy } = await editor.post(`/api/posts/${id}/duplicate`, {});
  expect([status, copy]).toEqual([201, copy]);
  expect(copy.body).toEqual(textOf(block(copy.inserts[0].id)));
  expect(copy.parts[0].text).toEqual(textOf(block(copy.parts[0].boxes[0].id)));
});

test('a copy with other blocks does not show those that it lacks', async () => {
  const { editor } = await posts();
  const body = textOf(block('a'), paragraph, block('b'));
  const id = await create(editor, { body, inserts: [quote('a'), quote('b')] });
  const copyWith = async (given: object) => {
    const { status, body: copy } = await editor.post(`/api/posts/${id}/duplicate`, given);
    return [status, copy.body, copy.inserts?.length ?? copy];
  };
  expect(await copyWith({ inserts: [] })).toEqual([201, textOf(paragraph), 0]);
  expect(await copyWith({ inserts: [quote('b')] })).toEqual([201, textOf(paragraph, block('b')), 1]);
  // A text of the request is not changed.
  expect((await copyWith({ body: textOf(block('x')), inserts: [] }))[0]).toBe(400);
});

test('a copy has objects of the request in place of its own; only groups are merged', async () => {
  const { editor } = await posts();
  const given = { body: { type: 'doc' }, more: { y: 2 }, seo: { b: { y: 2 } } };
  const seo = { a: 'a', b: { x: 1 } };
  const id = await create(editor, { body: textOf(paragraph), more: { x: 1 }, seo });
  const { status, body: copy } = await editor.post(`/api/posts/${id}/duplicate`, given);
  expect([status, copy]).toMatchObject([201, { seo: { a: 'a' } }]);
  expect([copy.body, copy.more, copy.seo.b]).toEqual([given.body, given.more, given.seo.b]);
});

test('a text may have more entries in one list than a call takes arguments', async () => {
  const { editor } = await posts();
  const numbers = new Array(200_000).fill(1);
  const content = [...numbers, { type: 'blockquote', content: [block('a')] }];
  const id = await create(editor, { body: { type: 'doc', content }, inserts: [quote('a')] });
  const body = { type: 'doc', content: [...numbers, block('a'), [block('')]] };
  const { status, body: refused } = await editor.patch(`/api/posts/${id}`, { body });
  const paths = refused.details?.map(({ path }: { path: string }) => path);
  expect([status, paths]).toEqual([400, ['body.content.200001.0.attrs.id']]);
});
