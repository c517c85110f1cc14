import { describe, expect, test } from 'vitest';
import {
  type Answer,
  openDocuments,
  refusal,
  type TestDocuments,
  testRequest,
} from '../../../tests/support/documents.js';
import type { FieldConfig } from '../../config/field-config.js';
import type { CollectionHooks, HookArguments } from '../../config/hook-config.js';
import { refuse } from '../../errors/refusal.js';

const fields: readonly FieldConfig[] = [
  { name: 'title', type: 'text', required: true, maxLength: 20 },
  { name: 'extra', type: 'json' },
  { name: 'count', type: 'number', default: 1 },
  { name: 'at', type: 'date', time: true },
];

function withHooks(hooks: CollectionHooks, transactionTimeout?: number): Promise<TestDocuments> {
  const options = transactionTimeout === undefined ? {} : { transactionTimeout };
  return openDocuments({ collections: [{ slug: 'posts', fields, hooks }] }, options);
}

describe('hooks of a write', () => {
  test('run in order with the data, the stored document, the operation and the request', async () => {
    const seen: unknown[] = [];
    const note =
      (name: string) =>
      ({ data, document, operation, draft, req }: HookArguments): void => {
        const stored = document === null ? null : [document['title'], document['_revision']];
        seen.push([name, { ...data }, stored, operation, draft, req === testRequest]);
      };
    const docs = await withHooks({
      beforeValidate: note('beforeValidate'),
      beforeChange: note('beforeChange'),
      afterChange: note('afterChange'),
      afterRead: note('afterRead'),
    });
    const { id } = await docs.create('posts', { title: 'a' });
    const whole = expect.objectContaining({ id });
    expect(seen).toEqual([
      ['beforeValidate', { title: 'a' }, null, 'create', false, true],
      ['beforeChange', { title: 'a', count: 1 }, null, 'create', false, true],
      ['afterRead', whole, ['a', 1], 'read', false, true],
      ['afterChange', { title: 'a', count: 1 }, ['a', 1], 'create', false, true],
    ]);
    seen.length = 0;
    await docs.update('posts', id, { title: 'b' });
    expect(seen).toEqual([
      ['beforeValidate', { title: 'b' }, ['a', 1], 'update', false, true],
      ['beforeChange', { title: 'b' }, ['a', 1], 'update', false, true],
      ['afterRead', whole, ['b', 2], 'read', false, true],
      ['afterChange', { title: 'b' }, ['b', 2], 'update', false, true],
    ]);
    seen.length = 0;
    await docs.update('posts', id, {});
    expect((seen as Answer[]).map(([name]) => name)).toEqual(['afterRead']);
  });

  test('may answer changed data, synchronously or not; several run in order', async () => {
    const docs = await withHooks({
      beforeValidate: ({ data }) => ({ ...data, title: String(data['title']).trim() }),
      beforeChange: [
        async ({ data }) => ({ ...data, title: `${data['title']}!` }),
        ({ data }) => ({ ...data, title: `${data['title']}?` }),
        () => undefined,
        async () => null,
      ],
    });
    const created = await docs.create('posts', { title: '  hi  ' });
    expect(created).toMatchObject({ title: 'hi!?', count: 1 });
    expect(await docs.update('posts', created.id, { title: ' yo ' })).toMatchObject({ title: 'yo!?' });
  });

  test('may answer a whole document, dates and all: what only the service sets is left out', async () => {
    const docs = await withHooks({
      beforeValidate: ({ data }) => ({ ...data, id: 'mine', createdAt: 'never' }),
      beforeChange: ({ data, document }) => ({ ...document, ...data, at: new Date(0), _revision: 99 }),
    });
    const created = await docs.create('posts', { title: 'a' });
    expect(created).toMatchObject({ title: 'a', at: '1970-01-01T00:00:00.000Z', _revision: 1 });
    expect(created.id).not.toBe('mine');
    expect(await docs.update('posts', created.id, { extra: 1 })).toMatchObject({
      id: created.id,
      title: 'a',
      extra: 1,
      _revision: 2,
    });
  });

  test('change nothing by changing their arguments', async () => {
    const vandalise = ({ data, document }: HookArguments): void => {
      for (const one of [data, document]) {
        if (one === null) continue;
        one['title'] = 'vandal';
        one['_revision'] = 77;
        Object.assign(one['extra'] ?? {}, { a: 'vandal' });
      }
    };
    const docs = await withHooks({
      beforeValidate: vandalise,
      beforeChange: vandalise,
      afterChange: vandalise,
      afterRead: vandalise,
      beforeDelete: vandalise,
    });
    const created = await docs.create('posts', { title: 'a', extra: { a: 1 } });
    expect(created).toMatchObject({ title: 'a', extra: { a: 1 }, _revision: 1 });
    const updated = await docs.update('posts', created.id, { count: 2 });
    expect(updated).toMatchObject({ title: 'a', extra: { a: 1 }, _revision: 2 });
    expect(await docs.read('posts', created.id)).toEqual(updated);
    expect((await docs.list('posts')).docs).toEqual([updated]);
  });

  test.each(['beforeValidate', 'beforeChange'])('%s refuses with 400 and its own details', async (name) => {
    const refusing = (): never => {
      throw refuse('Not today.', [{ path: 'title', message: 'wrong day' }]);
    };
    const docs = await withHooks({ [name]: refusing });
    expect(await refusal(docs.create('posts', { title: 'a' }))).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'Not today.',
      details: [{ path: 'title', message: 'wrong day' }],
    });
    expect((await docs.list('posts')).totalDocs).toBe(0);
  });

  test.each(['beforeValidate', 'beforeChange'])(
    '%s that throws anything else is an error, and nothing is written',
    async (name) => {
      for (const thrown of [new Error('boom'), 'boom']) {
        const failing = async (): Promise<never> => {
          throw thrown;
        };
        const docs = await withHooks({ [name]: failing });
        await expect(docs.create('posts', { title: 'a' })).rejects.toThrow(
          `The hook ${name} of posts failed: boom`,
        );
        expect((await docs.list('posts')).totalDocs).toBe(0);
      }
    },
  );

  test('that make the data invalid are an error of the config', async () => {
    const docs = await withHooks({ beforeChange: ({ data }) => ({ ...data, title: 'x'.repeat(21) }) });
    await expect(docs.create('posts', { title: 'a' })).rejects.toThrow(
      'The hook beforeChange of posts made the data invalid: title: ',
    );
  });

  test('that answer no object are an error of the config', async () => {
    for (const answer of [[1], 'text', 5]) {
      const docs = await withHooks({ beforeChange: () => answer as unknown as object });
      await expect(docs.create('posts', { title: 'a' })).rejects.toThrow(
        'The hook beforeChange of posts must return an object or nothing.',
      );
    }
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const docs = await withHooks({ beforeChange: () => circular });
    await expect(docs.create('posts', { title: 'a' })).rejects.toThrow('returned what JSON cannot hold');
  });

  test('after the commit are logged when they fail, and the write stands', async () => {
    const docs = await withHooks({
      afterChange: [
        () => {
          throw new Error('first');
        },
        async () => {
          throw new Error('second');
        },
      ],
    });
    const created = await docs.create('posts', { title: 'a' });
    expect(await docs.read('posts', created.id)).toEqual(created);
    expect(docs.logged.map(({ fields: logged }) => logged)).toEqual([
      { err: expect.objectContaining({ message: 'first' }) },
      { err: expect.objectContaining({ message: 'second' }) },
    ]);
  });

  test('that wait keep their write invisible to others until it is committed', async () => {
    let go = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    const docs = await withHooks({
      beforeChange: async ({ operation }) => {
        if (operation === 'update') await waiting;
      },
    });
    const before = await docs.create('posts', { title: 'a' });
    const update = docs.update('posts', before.id, { title: 'b' });
    const second = docs.update('posts', before.id, { extra: 1 });
    expect(await docs.read('posts', before.id)).toEqual(before);
    expect((await docs.list('posts')).docs).toEqual([before]);
    go();
    await update;
    expect(await second).toMatchObject({ title: 'b', extra: 1, _revision: 3 });
  });

  test('that never settle lose their write, and the next one goes on', async () => {
    let hang = true;
    const docs = await withHooks(
      { beforeChange: () => (hang ? new Promise(() => undefined) : undefined) },
      // Long enough for the other write, and for each statement of both, on a busy database server.
      2000,
    );
    await expect(docs.create('posts', { title: 'a' })).rejects.toThrow(
      'took longer than 2000 ms and was rolled back',
    );
    hang = false;
    await docs.create('posts', { title: 'b' });
    expect((await docs.list('posts')).totalDocs).toBe(1);
  });
});

describe('afterRead', () => {
  const shout: CollectionHooks = {
    afterRead: ({ data }) => ({ ...data, title: `${data['title']}!`, id: 'x', _revision: 0 }),
  };

  test('changes every answer but not what is stored, and not the id and revision', async () => {
    const docs = await withHooks(shout);
    const created = await docs.create('posts', { title: 'a' });
    expect(created).toMatchObject({ title: 'a!', _revision: 1 });
    expect(created.id).not.toBe('x');
    expect(await docs.read('posts', created.id)).toEqual(created);
    expect(await docs.read('posts', created.id, 'select=title')).toEqual({ id: created.id, title: 'a!' });
    expect((await docs.list('posts')).docs).toEqual([created]);
    expect((await docs.list('posts', 'cursor=&limit=1')).docs).toEqual([created]);
    expect(await docs.update('posts', created.id, { title: 'b' })).toMatchObject({ title: 'b!' });
    expect(await docs.update('posts', created.id, {})).toMatchObject({ title: 'b!', _revision: 2 });
  });

  test('cannot refuse: a read that it breaks is an error', async () => {
    const docs = await withHooks({
      afterRead: () => {
        throw refuse('No.');
      },
    });
    await expect(docs.create('posts', { title: 'a' })).rejects.toThrow(
      'The hook afterRead of posts threw an error where nothing can be refused: No.',
    );
  });

  test('that throws leaves nothing of the write whose answer it should have read', async () => {
    const docs = await withHooks({
      afterRead: ({ data }) => {
        if (data['title'] === 'bad') throw new Error('Broken.');
      },
    });
    const { id } = await docs.create('posts', { title: 'good' });
    await expect(docs.create('posts', { title: 'bad' })).rejects.toThrow('Broken.');
    await expect(docs.update('posts', id, { title: 'bad' })).rejects.toThrow('Broken.');
    expect((await docs.list('posts')).docs).toEqual([
      expect.objectContaining({ title: 'good', _revision: 1 }),
    ]);
  });

  test('runs once for a populated document, however many point to it, and sees it at depth 0', async () => {
    const seen: unknown[] = [];
    const docs = await openDocuments({
      collections: [
        {
          slug: 'people',
          fields: [
            { name: 'name', type: 'text' },
            { name: 'boss', type: 'relationship', to: 'people' },
          ],
          hooks: {
            afterRead: ({ data }) => {
              seen.push(data['boss']);
              return { ...data, name: `${data['name']}!` };
            },
          },
        },
        { slug: 'posts', fields: [{ name: 'author', type: 'relationship', to: 'people' }] },
      ],
    });
    const boss = await docs.create('people', { name: 'B' });
    const { id: author } = await docs.create('people', { name: 'A', boss: boss.id });
    await docs.create('posts', { author });
    await docs.create('posts', { author });
    seen.length = 0;
    const { docs: posts } = await docs.list('posts', 'depth=2');
    expect(posts.map((post: Answer) => [post.author.name, post.author.boss.name])).toEqual([
      ['A!', 'B!'],
      ['A!', 'B!'],
    ]);
    expect(seen).toEqual([boss.id, null]);
  });
});

describe('validate callbacks', () => {
  test('get the value and where it stands, in groups and rows too', async () => {
    const seen: unknown[] = [];
    const note = (
      value: unknown,
      { path, data, siblingData, document, operation, draft, req }: Answer,
    ): true => {
      seen.push([
        value,
        path,
        Object.keys(data),
        siblingData,
        document?._revision ?? null,
        operation,
        draft,
        req === testRequest,
      ]);
      return true;
    };
    const docs = await openDocuments({
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'title', type: 'text', validate: note },
            { name: 'seo', type: 'group', fields: [{ name: 'robots', type: 'text', validate: note }] },
            {
              name: 'content',
              type: 'blocks',
              blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'text', validate: note }] }],
            },
          ],
        },
      ],
    });
    const quote = { blockType: 'quote', text: 'q' };
    const { id } = await docs.create('posts', {
      seo: { robots: 'r' },
      content: [{ blockType: 'quote' }, quote],
    });
    await docs.update('posts', id, { title: 't' });
    await docs.update('posts', id, { title: null });
    const keys = ['seo', 'content'];
    expect(seen).toEqual([
      ['r', 'seo.robots', keys, { robots: 'r' }, null, 'create', false, true],
      ['q', 'content.1.text', keys, quote, null, 'create', false, true],
      ['t', 'title', ['title'], { title: 't' }, 1, 'update', false, true],
    ]);
  });

  test('refuse with their message and the path, all of them at once', async () => {
    const even = (value: number): true | string => value % 2 === 0 || `${value} is odd.`;
    const docs = await openDocuments({
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'a', type: 'number', validate: async (value: number) => even(value) },
            { name: 'b', type: 'number', validate: () => false as unknown as string },
            { name: 'rows', type: 'array', fields: [{ name: 'c', type: 'number', validate: even }] },
          ],
        },
      ],
    });
    expect(await refusal(docs.create('posts', { a: 1, b: 1, rows: [{ c: 2 }, { c: 3 }] }))).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'The data is not valid. a: 1 is odd. b: This value is not valid. rows.1.c: 3 is odd.',
      details: [
        { path: 'a', message: '1 is odd.' },
        { path: 'b', message: 'This value is not valid.' },
        { path: 'rows.1.c', message: '3 is odd.' },
      ],
    });
  });

  test('may refuse as hooks do', async () => {
    const docs = await openDocuments({
      collections: [
        {
          slug: 'posts',
          fields: [
            {
              name: 'a',
              type: 'number',
              validate: () => {
                throw refuse('Never.');
              },
            },
          ],
        },
      ],
    });
    expect(await refusal(docs.create('posts', { a: 1 }))).toMatchObject({
      status: 400,
      message: 'Never.',
      details: [{ path: 'a', message: 'Never.' }],
    });
  });

  test('that throw are an error, and nothing is written', async () => {
    const docs = await openDocuments({
      collections: [
        {
          slug: 'posts',
          fields: [
            {
              name: 'a',
              type: 'number',
              validate: () => {
                throw new Error('boom');
              },
            },
          ],
        },
      ],
    });
    await expect(docs.create('posts', { a: 1 })).rejects.toThrow('The validate callback of a failed: boom');
  });
});
