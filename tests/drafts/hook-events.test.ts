/** What hooks learn of each way to write a document, over HTTP. */
import { expect, test } from 'vitest';
import type { ChangeArguments, CollectionHooks, HookArguments } from '../../runtime/config/hook-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type Answered,
  type AuthClient,
  type AuthServer,
  minute,
  startAuthServer,
} from '../support/auth-server.js';

const asDraft = { 'x-draft': 'true' };

/** One call of a hook: `beforeChange create`, with `(draft)` where only the draft is written. */
type Seen = readonly [call: string, title: unknown, previous?: unknown];

interface Desk {
  readonly server: AuthServer;
  readonly editor: AuthClient;
  /** Sends a request, and returns what its hooks saw. */
  during(work: () => Promise<Answered>): Promise<readonly Seen[]>;
  /** Creates a post, and forgets what its hooks saw. */
  post(data: object, headers?: Readonly<Record<string, string>>): Promise<string>;
}

async function openDesk(): Promise<Desk> {
  const seen: Seen[] = [];
  const server = await startAuthServer({ config: configOf(recording(seen)) });
  const editor = await server.signedIn();
  return {
    server,
    editor,
    async during(work) {
      seen.length = 0;
      const answer = await work();
      if (answer !== undefined) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return [...seen];
    },
    async post(data, headers) {
      const { status, body } = await editor.send('POST', '/api/posts', data, headers);
      expect(status).toBe(201);
      return body.id;
    },
  };
}

function configOf(hooks: CollectionHooks): Partial<ServiceConfig> {
  const title = { name: 'title', type: 'text', required: true } as const;
  const { beforeDelete: _before, afterDelete: _after, ...ofGlobal } = hooks;
  return {
    collections: [
      { slug: 'posts', versions: true, fields: [title, { name: 'text', type: 'text' }], hooks },
      { slug: 'notes', drafts: false, versions: true, fields: [title], hooks },
      {
        slug: 'comments',
        drafts: false,
        fields: [
          title,
          { name: 'post', type: 'relationship', to: 'posts', required: true, onDelete: 'cascade' },
        ],
        hooks,
      },
    ],
    globals: [{ slug: 'front', versions: true, fields: [{ name: 'title', type: 'text' }], hooks: ofGlobal }],
  };
}

function recording(seen: Seen[]): CollectionHooks {
  const name = (hook: string, { event, draft }: Pick<HookArguments, 'event' | 'draft'>): string =>
    `${hook} ${event}${draft ? ' (draft)' : ''}`;
  const note =
    (hook: string) =>
    (call: HookArguments): void =>
      void seen.push([name(hook, call), call.data['title']]);
  return {
    beforeValidate: note('beforeValidate'),
    beforeChange: note('beforeChange'),
    afterChange: (call: ChangeArguments) => {
      const { document, previous } = call;
      const before = previous === null ? null : [previous['title'], previous['_status']];
      seen.push([name('afterChange', call), document['title'], before]);
    },
    beforeDelete: note('beforeDelete'),
    afterDelete: note('afterDelete'),
  };
}

/** What a write with data shows: both `before` hooks, then `afterChange`. */
function written(event: string, titles: { data: unknown; title: unknown; previous: unknown }): Seen[] {
  return [
    [`beforeValidate ${event}`, titles.data],
    [`beforeChange ${event}`, titles.data],
    [`afterChange ${event}`, titles.title, titles.previous],
  ];
}

test('a creation is `create`, public or as a draft', async () => {
  const { editor, during } = await openDesk();
  expect(await during(() => editor.post('/api/posts', { title: 'a' }))).toEqual(
    written('create', { data: 'a', title: 'a', previous: null }),
  );
  expect(await during(() => editor.send('POST', '/api/posts', { title: 'b' }, asDraft))).toEqual(
    written('create (draft)', { data: 'b', title: 'b', previous: null }),
  );
});

test('a draft is updated, published once, and updated from then on', async () => {
  const { editor, during, post } = await openDesk();
  const path = `/api/posts/${await post({ title: 'a' }, asDraft)}`;
  expect(await during(() => editor.send('PATCH', path, { title: 'b' }, asDraft))).toEqual(
    written('update (draft)', { data: 'b', title: 'b', previous: ['a', 'draft'] }),
  );
  expect(await during(() => editor.post(`${path}/publish`))).toEqual(
    written('publish', { data: 'b', title: 'b', previous: ['b', 'draft'] }),
  );
  expect(await during(() => editor.send('PATCH', path, { title: 'c' }))).toEqual(
    written('update', { data: 'c', title: 'c', previous: ['b', 'published'] }),
  );
  expect(await during(() => editor.send('PATCH', path, { title: 'd' }, asDraft))).toEqual(
    written('update (draft)', { data: 'd', title: 'd', previous: ['c', 'published'] }),
  );
  expect(await during(() => editor.post(`${path}/publish`))).toEqual(
    written('update', { data: 'd', title: 'd', previous: ['c', 'published'] }),
  );
});

test('a change without X-Draft publishes a document that was only a draft', async () => {
  const { editor, during, post } = await openDesk();
  const path = `/api/posts/${await post({ title: 'a', text: 'x' }, asDraft)}`;
  expect(await during(() => editor.send('PATCH', path, { text: 'y' }))).toEqual(
    written('publish', { data: 'a', title: 'a', previous: ['a', 'draft'] }),
  );
});

test('withdrawing is `unpublish` with what was public, and then it can be published again', async () => {
  const { editor, during, post } = await openDesk();
  const path = `/api/posts/${await post({ title: 'live' })}`;
  await editor.send('PATCH', path, { title: 'pending' }, asDraft);
  expect(await during(() => editor.post(`${path}/unpublish`))).toEqual([
    ['afterChange unpublish (draft)', 'pending', ['live', 'published']],
  ]);
  expect(await during(() => editor.post(`${path}/publish`))).toEqual(
    written('publish', { data: 'pending', title: 'pending', previous: ['pending', 'draft'] }),
  );
});

test('discarding is `discard` with the draft that is gone', async () => {
  const { editor, during, post } = await openDesk();
  const path = `/api/posts/${await post({ title: 'live' })}`;
  await editor.send('PATCH', path, { title: 'pending' }, asDraft);
  expect(await during(() => editor.delete(`${path}/draft`))).toEqual([
    ['afterChange discard (draft)', 'live', ['pending', 'published']],
  ]);
});

test('restoring a version is `restore`, as a draft where there are drafts', async () => {
  const { editor, during, post } = await openDesk();
  const note = await editor.post('/api/notes', { title: 'a' });
  for (const [path, event, status] of [
    [`/api/posts/${await post({ title: 'a' })}`, 'restore (draft)', 'published'],
    [`/api/notes/${note.body.id}`, 'restore', undefined],
  ] as const) {
    await editor.send('PATCH', path, { title: 'b' });
    const { docs } = (await editor.get(`${path}/versions`)).body;
    const restored = await during(() => editor.post(`${path}/versions/${docs.at(-1).id}/restore`, {}));
    expect(restored).toEqual(written(event, { data: 'a', title: 'a', previous: ['b', status] }));
  }
});

test('a deletion is `delete`, also of the documents that go with it', async () => {
  const { editor, during, post } = await openDesk();
  const id = await post({ title: 'a' });
  await editor.post('/api/comments', { title: 'about a', post: id });
  expect(await during(() => editor.delete(`/api/posts/${id}`))).toEqual([
    ['beforeDelete delete', 'a'],
    ['beforeDelete delete', 'about a'],
    ['afterDelete delete', 'a'],
    ['afterDelete delete', 'about a'],
  ]);
});

test('many at once are told one by one, after all are committed', async () => {
  const { editor, during, post } = await openDesk();
  const [live, draft] = [await post({ title: 'live' }), await post({ title: 'draft' }, asDraft)];
  const operations = [
    { op: 'create', data: { title: 'new' } },
    { op: 'update', id: live, data: { title: 'live 2' } },
    { op: 'publish', id: draft },
    { op: 'unpublish', id: draft },
    { op: 'delete', id: live },
  ];
  const seen = await during(() => editor.post('/api/posts/bulk', { operations }));
  expect(seen.filter(([call]) => call.startsWith('after'))).toEqual([
    ['afterChange create', 'new', null],
    ['afterChange update', 'live 2', ['live', 'published']],
    ['afterChange publish', 'draft', ['draft', 'draft']],
    ['afterChange unpublish (draft)', 'draft', ['draft', 'published']],
    ['afterDelete delete', 'live 2'],
  ]);
  const first = seen.findIndex(([call]) => call.startsWith('after'));
  expect(seen.slice(first).every(([call]) => call.startsWith('after'))).toBe(true);
});

test('the schedule publishes and withdraws as an editor does', async () => {
  const { server, editor, during, post } = await openDesk();
  const path = `/api/posts/${await post({ title: 'a' }, asDraft)}`;
  const pass = async (): Promise<void> => {
    server.time.now += 6 * minute;
    await server.store.parts?.get('schedule')?.work?.run();
  };
  const at = (ahead: number): string => new Date(server.time.now + ahead).toISOString();
  const plan = { publishAt: at(5 * minute), unpublishAt: at(11 * minute) };
  expect(await during(() => editor.post(`${path}/publish`, plan))).toEqual([]);
  expect(await during(pass)).toEqual(written('publish', { data: 'a', title: 'a', previous: ['a', 'draft'] }));
  expect(await during(pass)).toEqual([['afterChange unpublish (draft)', 'a', ['a', 'published']]]);
});

test('a global is never created: its first write has no previous document', async () => {
  const { editor, during } = await openDesk();
  const path = '/api/globals/front';
  expect(await during(() => editor.send('PATCH', path, { title: 'a' }, asDraft))).toEqual(
    written('update (draft)', { data: 'a', title: 'a', previous: null }),
  );
  expect(await during(() => editor.post(`${path}/publish`))).toEqual(
    written('publish', { data: 'a', title: 'a', previous: ['a', 'draft'] }),
  );
  expect(await during(() => editor.send('PATCH', path, { title: 'b' }))).toEqual(
    written('update', { data: 'b', title: 'b', previous: ['a', 'published'] }),
  );
});

test('a write that changes nothing is no event', async () => {
  const { editor, during, post } = await openDesk();
  const path = `/api/posts/${await post({ title: 'a' })}`;
  expect(await during(() => editor.send('PATCH', path, {}))).toEqual([]);
  expect(await during(() => editor.post(`${path}/publish`))).toEqual([]);
});

test('a write that is refused is no event after it', async () => {
  const { editor, during } = await openDesk();
  const seen = await during(async () => {
    expect((await editor.post('/api/posts', { title: 5 })).status).toBe(400);
  });
  expect(seen).toEqual([['beforeValidate create', 5]]);
});

test('a mail on publish is sent once, whatever edits follow', async () => {
  const mails: unknown[] = [];
  const mail = ({ title }: Answered): void => void mails.push(title);
  const fields = [{ name: 'title', type: 'text', required: true }] as const;
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          fields,
          hooks: { afterChange: ({ event, document }) => event === 'publish' && mail(document) },
        },
      ],
    },
  });
  const editor = await server.signedIn();
  const created = await editor.send('POST', '/api/posts', { title: 'a' }, asDraft);
  const path = `/api/posts/${created.body.id}`;
  await editor.send('PATCH', path, { title: 'b' }, asDraft);
  expect(mails).toEqual([]);
  await editor.post(`${path}/publish`);
  expect(mails).toEqual(['b']);
  await editor.post(`${path}/publish`);
  await editor.send('PATCH', path, { title: 'c' });
  await editor.send('PATCH', path, { title: 'd' }, asDraft);
  await editor.post(`${path}/publish`);
  await editor.send('PATCH', path, { title: 'e' }, asDraft);
  await editor.delete(`${path}/draft`);
  await editor.delete(path);
  expect(mails).toEqual(['b']);
});

test('hooks get copies of the previous document, and the same one each time', async () => {
  const seen: unknown[] = [];
  const change = (call: ChangeArguments): void => {
    const { previous } = call;
    seen.push(previous?.['title']);
    if (previous !== null) previous['title'] = 'changed';
    seen.push(call.previous?.['title']);
  };
  const fields = [{ name: 'title', type: 'text' }] as const;
  const server = await startAuthServer({
    config: { collections: [{ slug: 'posts', fields, hooks: { afterChange: [change, change] } }] },
  });
  const editor = await server.signedIn();
  const { body } = await editor.post('/api/posts', { title: 'a' });
  seen.length = 0;
  await editor.send('PATCH', `/api/posts/${body.id}`, { title: 'b' });
  expect(seen).toEqual(['a', 'changed', 'a', 'changed']);
});
