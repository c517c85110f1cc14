/** Fields that a requester may not read or change: docs/spec/contract.md#field-access. */
import { beforeEach, describe, expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import {
  type Answer,
  anonymous,
  type Client,
  type GuardedService,
  key,
  openGuarded,
  user,
} from './support/guarded-service.js';

const auth = { secret: 'not looked at in these tests, but long enough' };
const staff = ['admin'];
const seenByHooks: unknown[] = [];

const config = defineConfig({
  auth,
  collections: [
    {
      slug: 'staff',
      drafts: false,
      defaultSort: 'salary_desc',
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'salary', type: 'number', access: { read: staff, update: staff } },
        { name: 'badge', type: 'text', unique: true, access: { read: staff } },
        { name: 'grade', type: 'text', access: { update: staff } },
        { name: 'since', type: 'date', time: true, access: { update: staff } },
        {
          name: 'file',
          type: 'group',
          fields: [
            { name: 'notes', type: 'text', access: { read: staff, update: staff } },
            { name: 'room', type: 'text' },
          ],
        },
        {
          name: 'closed',
          type: 'group',
          access: { read: staff, update: staff },
          fields: [{ name: 'inner', type: 'text' }],
        },
        {
          name: 'jobs',
          type: 'array',
          fields: [
            { name: 'title', type: 'text' },
            { name: 'pay', type: 'number', access: { read: staff, update: staff } },
            { name: 'rank', type: 'number', access: { update: staff } },
          ],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            {
              slug: 'quote',
              fields: [
                { name: 'text', type: 'text' },
                { name: 'source', type: 'text', access: { read: staff } },
              ],
            },
            { slug: 'rule', fields: [{ name: 'source', type: 'text' }] },
          ],
        },
        { name: 'boss', type: 'relationship', to: 'staff', access: { read: staff } },
        { name: 'mentor', type: 'relationship', to: 'staff' },
        { name: 'pupils', type: 'join', collection: 'staff', on: 'mentor', sort: 'salary_desc' },
        { name: 'reports', type: 'join', collection: 'staff', on: 'boss' },
        { name: 'secretJoin', type: 'join', collection: 'staff', on: 'mentor', access: { read: staff } },
      ],
      hooks: {
        afterRead: ({ document }) => {
          seenByHooks.push(document['salary']);
        },
      },
    },
    {
      slug: 'plain',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'secret', type: 'text', access: { read: staff } },
        { name: 'lead', type: 'relationship', to: 'staff' },
      ],
    },
  ],
  globals: [
    {
      slug: 'site',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'secret', type: 'text', default: 'hush', access: { read: staff, update: staff } },
      ],
    },
  ],
});

const whole = {
  name: 'Ada',
  salary: 100,
  badge: 'b1',
  grade: 'A',
  since: '2026-01-01T00:00:00.000Z',
  file: { notes: 'odd', room: '12' },
  closed: { inner: 'deep' },
  jobs: [
    { title: 'Boss', pay: 9, rank: 1 },
    { title: 'Aide', pay: 3, rank: 2 },
  ],
  content: [
    { blockType: 'quote', text: 'Hm', source: 'leaked' },
    { blockType: 'rule', source: 'open' },
  ],
};

let service: GuardedService;
let admin: Client;
let author: Client;
let ada: Answer;

beforeEach(async () => {
  service = await openGuarded(config);
  admin = service.as(user('admin'));
  author = service.as(user('author'));
  ada = (await admin.post('/api/staff', whole)).body;
});

/** The part of a document that an author may read. */
function visible({ salary: _1, badge: _2, closed: _3, boss: _4, ...rest }: Answer): Answer {
  return {
    ...rest,
    file: { room: rest.file.room },
    jobs: rest.jobs.map(({ pay: _pay, ...job }: Answer) => job),
    content: rest.content.map(({ source, ...block }: Answer) =>
      block.blockType === 'quote' ? block : { ...block, source },
    ),
  };
}

describe('a hidden field', () => {
  test('is left out of every answer, in groups and rows too', async () => {
    const expected = visible(ada);
    expect((await author.get(`/api/staff/${ada.id}`)).body).toEqual(expected);
    expect((await author.get('/api/staff')).body.docs).toEqual([expected]);
    expect((await author.get('/api/staff?cursor=')).body.docs).toEqual([expected]);
    expect((await author.post('/api/staff/query', {})).body.docs).toEqual([expected]);
    expect((await service.as(anonymous).get('/api/staff')).body.docs).toEqual([expected]);
    expect((await author.patch(`/api/staff/${ada.id}`, {})).body).toEqual(expected);
    const changed = await author.patch(`/api/staff/${ada.id}`, { name: 'Ada L.' });
    expect(changed.body).toEqual({
      ...expected,
      name: 'Ada L.',
      updatedAt: changed.body.updatedAt,
      _revision: 2,
    });
    expect((await admin.get(`/api/staff/${ada.id}`)).body).toMatchObject({ ...whole, name: 'Ada L.' });
    const created = await author.post('/api/staff', { name: 'Bob' });
    expect(Object.keys(created.body)).toEqual(Object.keys(expected));
  });

  test('is left out where documents are populated and joined', async () => {
    const { body: bob } = await admin.post('/api/staff', {
      ...whole,
      name: 'Bob',
      badge: null,
      mentor: ada.id,
    });
    const { body: page } = await admin.post('/api/plain', { title: 'One', lead: bob.id, secret: 's' });
    const read = (await author.get(`/api/plain/${page.id}?depth=2`)).body;
    expect(read.secret).toBeUndefined();
    expect(read.lead).toMatchObject({ name: 'Bob', mentor: { name: 'Ada' } });
    expect(JSON.stringify(read)).not.toMatch(/salary|badge|"pay"|notes|leaked|inner|boss|secret/);
    const flat = (await author.get('/api/plain?depth=1')).body;
    expect(JSON.stringify(flat)).not.toMatch(/salary|badge|"pay"|notes|leaked|inner|boss|secret/);
    const { pupils, secretJoin } = (await author.get(`/api/staff/${ada.id}?depth=1`)).body;
    expect(pupils.docs).toHaveLength(1);
    expect(JSON.stringify(pupils)).not.toMatch(/salary|badge|"pay"|notes|leaked|inner|boss/);
    expect(secretJoin).toBeUndefined();
    expect((await admin.get(`/api/staff/${ada.id}?depth=1`)).body.secretJoin.docs).toHaveLength(1);
  });

  test('that a join goes by leaves the join empty', async () => {
    await admin.post('/api/staff', { name: 'Bob', boss: ada.id });
    expect((await author.get(`/api/staff/${ada.id}?depth=1`)).body.reports).toEqual({
      docs: [],
      hasNextPage: false,
    });
    expect((await admin.get(`/api/staff/${ada.id}?depth=1`)).body.reports.docs).toHaveLength(1);
  });

  test('is left out though it is selected, without a complaint', async () => {
    const select = 'select=name,salary,file.notes,file.room,jobs.pay,jobs.title,closed.inner';
    const { status, body } = await author.get(`/api/staff/${ada.id}?${select}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: ada.id,
        name: 'Ada',
        file: { room: '12' },
        jobs: [
          { id: ada.jobs[0].id, title: 'Boss' },
          { id: ada.jobs[1].id, title: 'Aide' },
        ],
      },
    });
    expect((await author.get(`/api/staff/${ada.id}?select=salry`)).status).toBe(400);
  });

  test.each([
    'salary',
    'file.notes',
    'closed.inner',
    'jobs.pay',
    'content.source',
    'content.quote.source',
    'boss',
    'boss.name',
    'mentor.salary',
    'mentor.mentor.jobs.pay',
  ])('refuses a filter that names it, before any query: %s', async (path) => {
    service.statements.length = 0;
    for (const where of [
      { [path]: { exists: true } },
      { OR: [{ name: 'x' }, { AND: [{ [path]: null }] }] },
    ]) {
      const { status, body } = await author.post('/api/staff/query', { where });
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
      expect(body.error).toContain(path);
    }
    // An invalid condition on such a field is refused in the same way, so it reveals nothing.
    expect((await author.post('/api/staff/query', { where: { [path]: { nonsense: 1 } } })).status).toBe(403);
    expect(service.statements).toEqual([]);
    expect((await admin.post('/api/staff/query', { where: { [path]: { exists: true } } })).status).toBe(200);
  });

  test('in one block does not close a field of the same name in another', async () => {
    const found = await author.post('/api/staff/query', { where: { 'content.rule.source': 'open' } });
    expect(found).toMatchObject({ status: 200, body: { totalDocs: 1 } });
  });

  test.each(['salary', 'salary_desc', 'name,salary_asc', 'id,salary', 'file.notes'])(
    'refuses to be sorted by: %s',
    async (sort) => {
      service.statements.length = 0;
      const { status, body } = await author.get(`/api/staff?sort=${sort}`);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
      expect(service.statements).toEqual([]);
    },
  );

  test('does not order lists and joins by the config’s sort, nor does its value stand in a cursor', async () => {
    for (const [name, salary] of [
      ['Bob', 300],
      ['Cleo', 50],
      ['Dan', 200],
    ] as const) {
      await admin.post('/api/staff', { name, salary, mentor: ada.id });
    }
    const names = async (client: Client, query: string): Promise<readonly string[]> =>
      (await client.get(`/api/staff?${query}`)).body.docs.map((one: Answer) => one.name);
    expect(await names(admin, '')).toEqual(['Bob', 'Dan', 'Ada', 'Cleo']);
    expect(await names(author, '')).toEqual(['Dan', 'Cleo', 'Bob', 'Ada']);
    const { nextCursor, docs } = (await author.get('/api/staff?cursor=&limit=1')).body;
    // The texts of its two hashes may contain any digits.
    const [content = ''] = /\[.*\]$/.exec(Buffer.from(nextCursor, 'base64url').toString()) ?? [];
    expect((JSON.parse(content) as readonly unknown[]).slice(1)).toEqual([docs[0].createdAt, docs[0].id]);
    expect(await names(author, `cursor=${nextCursor}&limit=2`)).toEqual(['Cleo', 'Bob']);
    const joined = async (client: Client): Promise<readonly string[]> =>
      (await client.get(`/api/staff/${ada.id}?depth=1`)).body.pupils.docs.map((one: Answer) => one.name);
    expect(await joined(admin)).toEqual(['Bob', 'Dan', 'Cleo']);
    expect(await joined(author)).toEqual(['Dan', 'Cleo', 'Bob']);
  });

  test('does not stand in the way of hooks, which see everything', async () => {
    seenByHooks.length = 0;
    await author.get(`/api/staff/${ada.id}`);
    expect(seenByHooks).toEqual([100]);
  });

  test('keeps a document from being answered with 304', async () => {
    const { body } = await admin.post('/api/plain', { title: 'One', secret: 's' });
    const reread = await author.get(`/api/plain/${body.id}`, { 'if-none-match': '"1"' });
    expect(reread).toMatchObject({ status: 200, body: { title: 'One' } });
    expect(reread.body.secret).toBeUndefined();
  });

  test('of a global is left out, its default too', async () => {
    const read = (await author.get('/api/globals/site')).body;
    expect(Object.keys(read)).toEqual(['id', 'createdAt', 'updatedAt', '_revision', 'title']);
    expect((await author.patch('/api/globals/site', { title: 'One' })).body.secret).toBeUndefined();
    expect((await admin.get('/api/globals/site')).body.secret).toBe('hush');
  });

  test('does not tell by a conflict which value is taken', async () => {
    const { status, body } = await author.post('/api/staff', { name: 'Bob', badge: 'b1' });
    expect(status).toBe(409);
    expect(JSON.stringify(body)).not.toContain('badge');
    expect((await admin.post('/api/staff', { name: 'Bob', badge: 'b1' })).body.details[0].path).toBe('badge');
  });
});

describe('a field that must not be changed', () => {
  const refused = async (work: Promise<{ readonly status: number; readonly body: Answer }>) => {
    const { status, body } = await work;
    return { status, code: body.code, paths: body.details?.map(({ path }: Answer) => path) };
  };
  const naming = (...paths: readonly string[]) => ({ status: 403, code: 'FORBIDDEN', paths });

  test('refuses a write that names it, on creation too', async () => {
    expect(await refused(author.post('/api/staff', { name: 'Bob', grade: 'B' }))).toEqual(naming('grade'));
    expect(await refused(author.post('/api/staff', { name: 'Bob', closed: { inner: 'x' } }))).toEqual(
      naming('closed.inner'),
    );
    expect(await refused(author.post('/api/staff', { jobs: [{ pay: 1 }], grade: null }))).toEqual(
      naming('grade', 'jobs.0.pay'),
    );
    const patch = (data: object) => refused(author.patch(`/api/staff/${ada.id}`, data));
    expect(await patch({ grade: 'B' })).toEqual(naming('grade'));
    expect(await patch({ grade: null })).toEqual(naming('grade'));
    expect(await patch({ salary: 100 })).toEqual(naming('salary'));
    expect(await patch({ file: { notes: 'odd' } })).toEqual(naming('file.notes'));
    expect(await patch({ file: null })).toEqual(naming('file.notes'));
    expect(await patch({ closed: null })).toEqual(naming('closed.inner'));
    expect(await refused(author.patch('/api/globals/site', { secret: 'hush' }))).toEqual(naming('secret'));
    expect((await admin.get(`/api/staff/${ada.id}`)).body).toEqual(ada);
  });

  test('that may be read may be sent as it is', async () => {
    const { status, body } = await author.patch(`/api/staff/${ada.id}`, {
      name: 'Ada L.',
      grade: 'A',
      since: '2026-01-01T01:00:00+01:00',
      file: { room: '13' },
    });
    expect({ status, grade: body.grade, room: body.file.room }).toEqual({
      status: 200,
      grade: 'A',
      room: '13',
    });
    expect((await admin.get(`/api/staff/${ada.id}`)).body.file.notes).toBe('odd');
  });

  test('in rows is kept where a row keeps its id, and refused where it is changed or new', async () => {
    const [boss, aide] = ada.jobs;
    const patch = (jobs: readonly object[]) => author.patch(`/api/staff/${ada.id}`, { jobs });
    const jobs = async (): Promise<Answer> => (await admin.get(`/api/staff/${ada.id}`)).body.jobs;
    const sent = [
      { id: aide.id, title: 'Right hand', rank: 2 },
      { id: boss.id, title: 'Boss' },
      { title: 'New' },
    ];
    expect((await patch(sent)).status).toBe(200);
    expect(await jobs()).toMatchObject([
      { id: aide.id, title: 'Right hand', pay: 3, rank: 2 },
      { id: boss.id, title: 'Boss', pay: 9, rank: 1 },
      { title: 'New', pay: null, rank: null },
    ]);
    expect(await refused(patch([{ id: aide.id, rank: 1 }]))).toEqual(naming('jobs.0.rank'));
    expect(await refused(patch([{ id: aide.id, pay: 3 }]))).toEqual(naming('jobs.0.pay'));
    expect(await refused(patch([{ title: 'New', rank: 2 }]))).toEqual(naming('jobs.0.rank'));
    // The id of one row does not make its values valid at the position of another row.
    expect(await refused(patch([{ id: boss.id, rank: 2 }]))).toEqual(naming('jobs.0.rank'));
    expect((await patch([])).status).toBe(200);
  });

  test('that the requester may change but not read is kept where a row keeps its id and does not name it', async () => {
    const first = { blockType: 'quote', text: 'One', source: 'Book' };
    const made = await admin.patch(`/api/staff/${ada.id}`, { content: [first, { ...first, text: 'Two' }] });
    const [one, two] = made.body.content;
    const back = (await author.get(`/api/staff/${ada.id}`)).body.content;
    expect(back.map((row: Answer) => 'source' in row)).toEqual([false, false]);
    const patch = async (content: readonly object[]): Promise<readonly (string | null)[]> => {
      expect((await author.patch(`/api/staff/${ada.id}`, { content })).status).toBe(200);
      const { body } = await admin.get(`/api/staff/${ada.id}`);
      return body.content.map(({ source }: Answer) => source);
    };
    // As a client sends back what it has read, in another order, and with a row that is new.
    expect(await patch([{ ...back[1], text: '2' }, back[0], { blockType: 'quote', text: 'New' }])).toEqual([
      ...['Book', 'Book'],
      null,
    ]);
    // Another kind of block is another row; what is sent is stored.
    expect(
      await patch([
        { blockType: 'rule', id: one.id },
        { ...back[1], source: 'Mine' },
      ]),
    ).toEqual([null, 'Mine']);
    expect(await patch([{ blockType: 'quote', id: two.id, source: null }])).toEqual([null]);
  });

  test('is refused before the body is validated, and what a client gets back says nothing of values', async () => {
    const { status, body } = await author.patch(`/api/staff/${ada.id}?x=1`, { salary: 'wrong', nonsense: 1 });
    expect(status).toBe(403);
    expect(JSON.stringify(body)).not.toContain('100');
    expect((await author.patch(`/api/staff/${ada.id}?x=1`, { grade: 'B', nonsense: 1 })).status).toBe(403);
    expect((await author.patch(`/api/staff/${ada.id}?x=1`, { grade: 'A' })).status).toBe(400);
  });

  test('is compared with the revision that the client knows: first comes the conflict', async () => {
    await admin.patch(`/api/staff/${ada.id}`, { grade: 'C' });
    const stale = { name: 'Ada L.', grade: 'A' };
    expect((await author.patch(`/api/staff/${ada.id}`, stale, { 'if-match': '"1"' })).status).toBe(409);
    expect((await author.patch(`/api/staff/${ada.id}`, { ...stale, _revision: 1 })).status).toBe(409);
    expect((await author.patch(`/api/staff/${ada.id}`, stale)).status).toBe(403);
    expect((await author.patch(`/api/staff/${ada.id}`, stale, { 'if-match': '"2"' })).status).toBe(403);
  });
});

describe('fields with access lists and API keys', () => {
  test('with a role are as for a user of the role', async () => {
    expect((await service.as(key('admin')).get(`/api/staff/${ada.id}`)).body.salary).toBe(100);
    expect((await service.as(key('author')).get(`/api/staff/${ada.id}`)).body.salary).toBeUndefined();
  });

  test('with scopes stay closed unless a scope names them', async () => {
    const read = async (...scopes: readonly string[]): Promise<Answer> =>
      (await service.as(key(scopes)).get(`/api/staff/${ada.id}`)).body;
    expect(await read('staff:*')).toEqual(visible(ada));
    expect((await read('*:read')).salary).toBeUndefined();
    const some = await read('staff:read', 'staff.salary:read', 'staff.file.notes:*', 'staff.jobs.pay:read');
    expect(some).toMatchObject({ salary: 100, file: { notes: 'odd' }, jobs: [{ pay: 9 }, { pay: 3 }] });
    expect(some.badge).toBeUndefined();
    expect((await service.as(key(['staff.salary:read'])).get(`/api/staff/${ada.id}`)).status).toBe(403);
    const writer = service.as(key(['staff:*', 'staff.grade:update']));
    expect((await writer.patch(`/api/staff/${ada.id}`, { grade: 'B' })).body.grade).toBe('B');
    expect((await writer.patch(`/api/staff/${ada.id}`, { salary: 1 })).status).toBe(403);
    const where = encodeURIComponent(JSON.stringify({ salary: 100 }));
    expect((await writer.get(`/api/staff?where=${where}`)).status).toBe(403);
  });
});
