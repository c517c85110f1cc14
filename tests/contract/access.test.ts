/** docs/spec/contract.md#access: access control, on the server built by `svc build`. */
import { describe, expect, test } from 'vitest';
import { type Called, useExam } from './support/exam.js';
import { guardOf } from './support/guard.js';

const config = `import { atLeast, defineConfig } from 'svc';

const own = ({ req }) => (req.user ? { owner: { equals: req.user.id } } : false);

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET ?? '', roles: [{ name: 'reviewer', rank: 60 }] },
  collections: [
    { slug: 'users', fields: [{ name: 'team', type: 'text' }] },
    { slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text', required: true }] },
    {
      slug: 'secrets',
      drafts: false,
      access: {
        read: ['admin', 'super_admin'],
        create: ['super_admin'],
        update: ['super_admin'],
        delete: ['super_admin'],
      },
      fields: [{ name: 'value', type: 'text' }],
    },
    { slug: 'ranked', drafts: false, access: { read: atLeast('editor') }, fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'tasks',
      drafts: false,
      versions: true,
      access: { read: own, create: () => true, update: ({ req, document }) => document?.owner === req.user?.id, delete: () => true },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'owner', type: 'relationship', to: 'users' },
        { name: 'parent', type: 'relationship', to: 'tasks' },
        { name: 'parts', type: 'join', collection: 'tasks', on: 'parent' },
      ],
    },
    {
      slug: 'odd',
      drafts: false,
      access: {
        read: () => true,
        create: ({ data }) => {
          if (data?.title === 'throw') throw new Error('broken');
          return data?.title === 'one' ? 1 : data?.title === 'async' ? Promise.resolve(true) : false;
        },
      },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'staff',
      drafts: false,
      fields: [
        { name: 'name', type: 'text' },
        { name: 'salary', type: 'number', access: { read: ['admin'], update: ['admin'] } },
        { name: 'grade', type: 'text', access: { update: ['admin'] } },
        { name: 'boss', type: 'relationship', to: 'staff' },
      ],
    },
  ],
  globals: [
    { slug: 'site', drafts: false, access: { read: ['editor'], update: ['admin'] }, fields: [{ name: 'title', type: 'text' }] },
  ],
});
`;

const guard = guardOf();
const exam = useExam(config, guard.env);
const { chief, as, signedIn } = guard.people(exam);

function refused({ status, body }: Called): object {
  return { status, code: body.code };
}

const forbidden = { status: 403, code: 'FORBIDDEN' };
const missing = { status: 404, code: 'NOT_FOUND' };
const where = (filter: object): string => `where=${encodeURIComponent(JSON.stringify(filter))}`;

describe('without access for an operation', () => {
  test('read is open to all, and writes need rank author or above', async () => {
    const created = await (await as('author'))('POST', '/api/notes', { title: 'x' });
    expect(created.status).toBe(201);
    expect((await exam.get('/api/notes')).status).toBe(200);
    for (const send of [exam.call, await as('customer'), await as('guest')]) {
      expect(refused(await send('POST', '/api/notes', { title: 'x' }))).toEqual(forbidden);
      expect(refused(await send('PATCH', `/api/notes/${created.body.id}`, { title: 'x' }))).toEqual(
        forbidden,
      );
      expect(refused(await send('DELETE', `/api/notes/${created.body.id}`))).toEqual(forbidden);
    }
    const reviewer = await as('reviewer');
    expect((await reviewer('PATCH', `/api/notes/${created.body.id}`, { title: 'y' })).status).toBe(200);
  });
});

describe('a role list', () => {
  test('is exact membership; atLeast is the helper for rank', async () => {
    const editor = await as('editor');
    expect(refused(await editor('GET', '/api/secrets'))).toEqual(forbidden);
    expect((await (await as('admin'))('GET', '/api/secrets')).status).toBe(200);
    expect(refused(await (await as('admin'))('POST', '/api/secrets', { value: 'x' }))).toEqual(forbidden);
    for (const role of ['editor', 'admin'])
      expect((await (await as(role))('GET', '/api/ranked')).status).toBe(200);
    expect(refused(await (await as('author'))('GET', '/api/ranked'))).toEqual(forbidden);
    // The list is exact: super_admin is not in it.
    expect(refused(await chief('GET', '/api/globals/site'))).toEqual(forbidden);
    expect((await editor('GET', '/api/globals/site')).status).toBe(200);
  });

  test('decides before the document is looked up, and before every other complaint', async () => {
    const nothing = '0192f0c4-6c1a-7000-8000-000000000000';
    for (const [method, path, body] of [
      ['GET', `/api/secrets/${nothing}`, undefined],
      ['GET', '/api/secrets?limit=-1', undefined],
      ['POST', '/api/secrets', { unknown: 1 }],
      ['POST', '/api/secrets', '{'],
      ['PATCH', `/api/secrets/${nothing}`, { value: 5 }],
      ['DELETE', `/api/secrets/${nothing}`, undefined],
      ['PATCH', '/api/globals/site', { nope: 1 }],
    ] as const) {
      expect({ path, ...refused(await exam.call(method, path, body)) }).toEqual({ path, ...forbidden });
    }
  });
});

describe('a callback', () => {
  test('may be async; anything but true denies, and a throw inside is 500 and never allowed', async () => {
    const author = await as('author');
    expect((await author('POST', '/api/odd', { title: 'async' })).status).toBe(201);
    expect(refused(await author('POST', '/api/odd', { title: 'one' }))).toEqual(forbidden);
    expect(refused(await author('POST', '/api/odd', { title: 'no' }))).toEqual(forbidden);
    expect(refused(await author('POST', '/api/odd', { title: 'throw' }))).toEqual({
      status: 500,
      code: 'INTERNAL_ERROR',
    });
    expect(
      (await exam.get(`/api/odd?${where({ title: { in: ['one', 'no', 'throw'] } })}&limit=1`)).body.totalDocs,
    ).toBe(0);
  });

  test('that answers a constraint filters lists, counts and cursors, and makes documents outside it 404', async () => {
    const ada = await signedIn('ada@example.com', 'author');
    const bob = await signedIn('bob@example.com', 'author');
    const mine = (await ada.send('POST', '/api/tasks', { title: 'Mine', owner: ada.id })).body;
    const his = (await bob.send('POST', '/api/tasks', { title: 'His', owner: bob.id, parent: null })).body;
    const child = (await ada.send('POST', '/api/tasks', { title: 'Child', owner: ada.id, parent: mine.id }))
      .body;
    await bob.send('POST', '/api/tasks', { title: 'Hidden child', owner: bob.id, parent: his.id });

    for (const search of ['', '?cursor=&count=exact', '?limit=0', `?${where({ title: { exists: true } })}`]) {
      expect((await ada.send('GET', `/api/tasks${search}`)).body.totalDocs).toBe(2);
    }
    for (const [method, path, body] of [
      ['GET', `/api/tasks/${his.id}`, undefined],
      ['PATCH', `/api/tasks/${his.id}`, { title: 'x' }],
      ['DELETE', `/api/tasks/${his.id}`, undefined],
      ['GET', `/api/tasks/${his.id}/versions`, undefined],
    ] as const) {
      expect({ method, ...refused(await ada.send(method, path, body)) }).toEqual({ method, ...missing });
    }
    // Population and joins show only what the requester may read.
    const populated = (await ada.send('GET', `/api/tasks/${mine.id}?depth=1`)).body;
    expect(populated.parts.docs.map(({ id }: { id: string }) => id)).toEqual([child.id]);
    await chief('PATCH', `/api/tasks/${child.id}`, { parent: his.id });
    expect(refused(await exam.get('/api/tasks'))).toEqual(forbidden);
  });

  test('a filter through a relation sees only related documents that the requester may read', async () => {
    const cy = await signedIn('cy@example.com', 'author');
    const dee = await signedIn('dee@example.com', 'author');
    const hers = (await dee.send('POST', '/api/tasks', { title: 'Top secret', owner: dee.id })).body;
    await cy.send('POST', '/api/tasks', { title: 'Below', owner: cy.id, parent: hers.id });
    const found = await cy.send('GET', `/api/tasks?${where({ 'parent.title': { contains: 'secret' } })}`);
    expect(found.body.totalDocs).toBe(0);
    expect(
      (await cy.send('GET', `/api/tasks?depth=1&${where({ title: 'Below' })}`)).body.docs[0].parent,
    ).toBeNull();
  });
});

describe('fields', () => {
  test('with access.read are left out of lists, by id, write answers and populated documents', async () => {
    const admin = await as('admin');
    const boss = (await admin('POST', '/api/staff', { name: 'Boss', salary: 9 })).body;
    const { body } = await admin('POST', '/api/staff', { name: 'Ada', salary: 5, boss: boss.id });
    expect(body.salary).toBe(5);
    const author = await as('author');
    for (const answer of [
      (await author('GET', `/api/staff/${body.id}?depth=1`)).body,
      (await author('GET', `/api/staff?depth=1&${where({ name: 'Ada' })}`)).body.docs[0],
      (await author('PATCH', `/api/staff/${body.id}?`, { name: 'Ada' })).body,
      (await exam.get(`/api/staff/${body.id}`)).body,
    ]) {
      expect(answer).toMatchObject({ name: 'Ada' });
      expect(JSON.stringify(answer)).not.toContain('salary');
    }
    expect((await author('GET', `/api/staff/${body.id}?select=name,salary`)).body).toEqual({
      id: body.id,
      name: 'Ada',
    });
  });

  test('where and sort on a field that may not be read are 403, directly and through a relation', async () => {
    const author = await as('author');
    for (const search of [
      where({ salary: { gt: 1 } }),
      where({ 'boss.salary': 9 }),
      'sort=salary',
      where({ OR: [{ name: 'x' }, { salary: 1 }] }),
    ]) {
      expect({ search, ...refused(await author('GET', `/api/staff?${search}`)) }).toEqual({
        search,
        ...forbidden,
      });
    }
    expect((await (await as('admin'))('GET', '/api/staff?sort=salary')).status).toBe(200);
  });

  test('with access.update are 403 naming them, on create too; the unchanged value is no violation', async () => {
    const author = await as('author');
    const made = await author('POST', '/api/staff', { name: 'Bo', grade: 'A' });
    expect(refused(made)).toEqual(forbidden);
    expect(JSON.stringify(made.body)).toContain('grade');
    const { body } = await (await as('admin'))('POST', '/api/staff', { name: 'Bo', grade: 'A', salary: 1 });
    expect((await author('PATCH', `/api/staff/${body.id}`, { name: 'Bob', grade: 'A' })).status).toBe(200);
    expect(refused(await author('PATCH', `/api/staff/${body.id}`, { grade: 'B' }))).toEqual(forbidden);
    // A field that the requester may not read does not reveal its value.
    expect(refused(await author('PATCH', `/api/staff/${body.id}`, { salary: 1 }))).toEqual(forbidden);
  });
});

describe('credentials', () => {
  test.each([
    ['an unknown key', { 'x-api-key': `svc_sec_${'a'.repeat(49)}` }],
    ['a broken token', { authorization: 'Bearer nonsense' }],
    ['a broken cookie', { cookie: 'svc_session=nonsense' }],
  ])('%s is 401 and never anonymous', async (_name, headers) => {
    expect(refused(await exam.get('/api/notes', headers))).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  test('a session that was revoked is 401', async () => {
    const eve = await signedIn('eve@example.com', 'author');
    expect((await eve.send('GET', '/api/notes')).status).toBe(200);
    await chief('DELETE', `/api/users/${eve.id}/sessions`);
    expect(refused(await eve.send('GET', '/api/notes'))).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });
});

describe('scopes of an API key', () => {
  test('replace role lists and callbacks, and close everything else', async () => {
    const reader = await as({ scopes: ['secrets:read', 'notes:*', 'globals.site:*'] });
    expect((await reader('GET', '/api/secrets')).status).toBe(200);
    expect((await reader('POST', '/api/notes', { title: 'x' })).status).toBe(201);
    expect((await reader('PATCH', '/api/globals/site', { title: 'x' })).status).toBe(200);
    expect(refused(await reader('POST', '/api/secrets', { value: 'x' }))).toEqual(forbidden);
    expect(refused(await reader('GET', '/api/staff'))).toEqual(forbidden);
    const everything = await as({ scopes: ['*:read'] });
    expect((await everything('GET', '/api/tasks')).status).toBe(200);
  });

  test('leave fields with access lists closed unless they name them', async () => {
    await (await as('admin'))('POST', '/api/staff', { name: 'Kim', salary: 3 });
    const plain = await as({ scopes: ['staff:read'] });
    expect((await plain('GET', `/api/staff?${where({ name: 'Kim' })}`)).body.docs[0]).not.toHaveProperty(
      'salary',
    );
    const named = await as({ scopes: ['staff:read', 'staff.salary:read'] });
    expect((await named('GET', `/api/staff?${where({ name: 'Kim' })}`)).body.docs[0].salary).toBe(3);
  });

  test.each(['nothing:read', 'notes:fly', 'notes', 'globals.nothing:read', 'notes.nope:read'])(
    '%j is 400',
    async (scope) => {
      const made = await chief('POST', '/api/auth/api-keys', { name: 'x', scopes: [scope] });
      expect(refused(made)).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
    },
  );
});

describe('managing users', () => {
  test('a user manages users of lower rank only, and raises nobody above the own rank', async () => {
    const admin = await signedIn('adam@example.com', 'admin');
    const other = await signedIn('ann@example.com', 'admin');
    const editor = await signedIn('edd@example.com', 'editor');
    expect((await admin.send('PATCH', `/api/users/${editor.id}`, { name: 'Edd' })).status).toBe(200);
    expect(refused(await admin.send('PATCH', `/api/users/${other.id}`, { name: 'x' }))).toEqual(forbidden);
    expect(refused(await admin.send('PATCH', `/api/users/${editor.id}`, { role: 'author' }))).toEqual(
      forbidden,
    );
    expect(
      refused(await admin.send('POST', '/api/auth/api-keys', { name: 'x', role: 'super_admin' })),
    ).toEqual(forbidden);
    expect((await chief('PATCH', `/api/users/${editor.id}`, { role: 'super_admin' })).status).toBe(200);
    expect((await chief('PATCH', `/api/users/${editor.id}`, { role: 'editor' })).status).toBe(200);
  });

  test('the last super_admin cannot be deleted or demoted', async () => {
    const id = (await chief('GET', '/api/auth/me')).body.user.id;
    for (const answer of [
      await chief('PATCH', `/api/users/${id}`, { role: 'admin' }),
      await chief('DELETE', `/api/users/${id}`),
    ]) {
      expect(refused(answer)).toEqual({ status: 409, code: 'CONFLICT' });
    }
  });
});
