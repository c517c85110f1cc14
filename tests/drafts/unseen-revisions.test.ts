/**
 * What revisions reveal about drafts to roles that are not in `drafts.readRoles`: in conflicts, and in the
 * responses to writes; over HTTP.
 */
import { describe, expect, test } from 'vitest';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthClient, type Sent, startAuthServer } from '../support/auth-server.js';

const asDraft = { 'x-draft': 'true' };
const everybody = ['author', 'super_admin'];
const access = { create: everybody, update: everybody, delete: everybody };
const drafts = { readRoles: ['super_admin'] };
const fields: readonly FieldConfig[] = [
  { name: 'title', type: 'text' },
  { name: 'rank', type: 'number' },
];

const config: Partial<ServiceConfig> = {
  collections: [
    { slug: 'pages', drafts, access, fields },
    { slug: 'plans', versions: true, access: { ...access, read: ['super_admin'] }, fields },
  ],
  globals: [
    { slug: 'front', drafts, access: { update: everybody }, fields },
    { slug: 'plan', versions: true, access: { read: ['super_admin'], update: everybody }, fields },
  ],
};

const match = (...revisions: readonly number[]): Record<string, string> => ({
  'if-match': revisions.map((revision) => `"${revision}"`).join(', '),
});

interface Office {
  readonly chief: AuthClient;
  readonly author: AuthClient;
}

async function openOffice(): Promise<Office> {
  const server = await startAuthServer({ config });
  await server.addUser('ann@example.com', { role: 'author' });
  return { chief: await server.signedIn(), author: await server.signedIn('ann@example.com') };
}

async function done(sent: Promise<Sent>): Promise<Sent['body']> {
  const { status, body } = await sent;
  if (status < 300) return body;
  throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** Creates a published page, with or without a pending draft; the draft has increased the revision by two. */
async function publishPage({ chief }: Office, pending: boolean): Promise<string> {
  const { id } = await done(chief.post('/api/pages', { title: 'T' }));
  if (!pending) return id;
  await done(chief.send('PATCH', `/api/pages/${id}`, { title: 'U' }, asDraft));
  await done(chief.send('PATCH', `/api/pages/${id}`, { title: 'V' }, asDraft));
  return id;
}

/** Everything that a client can see of a response except ids and times. */
function seen({ status, headers, body }: Sent, id: string): object {
  const text = JSON.stringify(body, (key, value) =>
    key === 'updatedAt' || key === 'createdAt' ? '' : value,
  );
  return { status, etag: headers.get('etag'), body: text.replaceAll(id, 'ID') };
}

type Write = (author: AuthClient, path: string) => Promise<Sent>;

describe('a conflict is decided and told by what the requester sees', () => {
  const refused: readonly (readonly [string, Write])[] = [
    ['PATCH', (author, path) => author.send('PATCH', path, { rank: 1 }, match(9))],
    ['PATCH by the newest', (author, path) => author.send('PATCH', path, { rank: 1 }, match(3))],
    ['PATCH of some tags', (author, path) => author.send('PATCH', path, { rank: 1 }, match(2, 3))],
    ['_revision', (author, path) => author.send('PATCH', path, { rank: 1, _revision: 3 })],
    ['PATCH of nothing', (author, path) => author.send('PATCH', path, {}, match(3))],
    ['a draft', (author, path) => author.send('PATCH', path, { rank: 1 }, { ...asDraft, ...match(3) })],
    ['unpublish', (author, path) => author.send('POST', `${path}/unpublish`, {}, match(3))],
    ['discard', (author, path) => author.send('DELETE', `${path}/draft`, undefined, match(3))],
    ['DELETE', (author, path) => author.send('DELETE', path, undefined, match(3))],
    [
      'a bulk',
      (author, path) => {
        const id = path.split('/').at(-1);
        const operations = ['update', 'delete', 'unpublish', 'discard'].map((op) => ({
          ...{ op, id, ifMatch: 3 },
          ...(op === 'update' && { data: { rank: 1 } }),
        }));
        return author.post('/api/pages/bulk', { operations, atomic: false });
      },
    ],
  ];
  test.each(refused)('refused: %s', async (_what, write) => {
    const office = await openOffice();
    const answers: object[] = [];
    for (const pending of [false, true]) {
      const id = await publishPage(office, pending);
      const answer = await write(office.author, `/api/pages/${id}`);
      expect([207, 409]).toContain(answer.status);
      answers.push(seen(answer, id));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(JSON.stringify(answers[1])).toContain('its revision is 1,');
  });

  test.each([
    ['PATCH', (author, path) => author.send('PATCH', path, { rank: 1 }, match(1))],
    ['_revision', (author, path) => author.send('PATCH', path, { rank: 1, _revision: 1 })],
    ['DELETE', (author, path) => author.send('DELETE', path, undefined, match(1))],
    ['unpublish', (author, path) => author.send('POST', `${path}/unpublish`, {}, match(1))],
  ] as readonly (readonly [string, Write])[])(
    'let through with the revision that they read: %s',
    async (_what, write) => {
      const office = await openOffice();
      for (const pending of [false, true]) {
        const id = await publishPage(office, pending);
        expect((await write(office.author, `/api/pages/${id}`)).status).toBe(200);
      }
    },
  );

  test('a requester who sees drafts is compared with the newest', async () => {
    const office = await openOffice();
    const id = await publishPage(office, true);
    expect(await office.chief.send('PATCH', `/api/pages/${id}`, { rank: 1 }, match(1))).toMatchObject({
      status: 409,
      body: { currentRevision: 3 },
    });
  });

  test('of a draft that was never published the revision is not told, but its author may name it', async () => {
    const { chief, author } = await openOffice();
    const draft = await done(author.send('POST', '/api/pages', { title: 'Mine' }, asDraft));
    const path = `/api/pages/${draft.id}`;
    await done(chief.send('PATCH', path, { title: 'U' }, asDraft));
    const refusal = await author.send('PATCH', path, { rank: 1 }, { ...asDraft, ...match(draft._revision) });
    expect(refusal).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refusal.body).not.toHaveProperty('currentRevision');
    expect(refusal.body.error).not.toContain('2');
    const saved = await author.send('PATCH', path, { rank: 1 }, { ...asDraft, ...match(2) });
    expect(saved.status).toBe(200);
  });

  test('of a global', async () => {
    const { chief, author } = await openOffice();
    const at = '/api/globals/front';
    await done(chief.send('PATCH', at, { title: 'U' }, asDraft));
    const empty = { status: 409, body: { currentRevision: 0 } };
    expect(await author.send('PATCH', at, { rank: 1 }, { ...asDraft, ...match(1) })).toMatchObject(empty);
    await done(chief.send('POST', `${at}/publish`, {}));
    const { _revision } = await done(author.get(at));
    await done(chief.send('PATCH', at, { title: 'V' }, asDraft));
    expect(await author.send('PATCH', at, { rank: 1 }, match(99))).toMatchObject({
      status: 409,
      body: { currentRevision: _revision },
    });
    expect((await author.send('PATCH', at, { rank: 1 }, match(_revision))).status).toBe(200);
  });
});

describe('a bulk that leaves nothing behind tells of no draft', () => {
  const update = (id: string, more = {}): object => ({ op: 'update', id, data: { rank: 1 }, ...more });
  test.each([
    ['a dry run', (id: string) => ({ operations: [update(id), { op: 'unpublish', id }], dryRun: true })],
    ['a revision after a write', (id: string) => ({ operations: [update(id), update(id, { ifMatch: 2 })] })],
    [
      '_revision after a write',
      (id: string) => ({ operations: [update(id), { op: 'update', id, data: { _revision: 2, rank: 2 } }] }),
    ],
  ])('%s', async (_what, bodyOf) => {
    const office = await openOffice();
    const answers: object[] = [];
    for (const pending of [false, true]) {
      const id = await publishPage(office, pending);
      answers.push(seen(await office.author.post('/api/pages/bulk', bodyOf(id)), id));
      expect(await done(office.author.get(`/api/pages/${id}`))).toMatchObject({ rank: null, _revision: 1 });
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test('who sees drafts is told the revisions', async () => {
    const office = await openOffice();
    const id = await publishPage(office, true);
    const operations = [update(id), update(id, { ifMatch: 4, data: { rank: 2 } })];
    const { body } = await office.chief.post('/api/pages/bulk', { operations, dryRun: true });
    expect(body.results.map(({ revision }: { revision: number }) => revision)).toEqual([4, 5]);
  });
});

describe('what a write of the draft answers is the same whether or not one was pending', () => {
  test.each([
    ['a save', (author, path) => author.send('PATCH', path, { rank: 1 }, asDraft)],
    ['a save of nothing', (author, path) => author.send('PATCH', path, {}, asDraft)],
    ['unpublish', (author, path) => author.send('POST', `${path}/unpublish`, {})],
    ['discard', (author, path) => author.send('DELETE', `${path}/draft`, undefined)],
    [
      'a bulk',
      (author, path) => {
        const id = path.split('/').at(-1);
        const operations = [
          { op: 'update', id, data: { rank: 1 }, draft: true },
          { op: 'discard', id },
          { op: 'unpublish', id },
        ];
        return author.post('/api/pages/bulk', { operations });
      },
    ],
  ] as readonly (readonly [string, Write])[])('%s', async (_what, write) => {
    const office = await openOffice();
    const answers: object[] = [];
    for (const pending of [false, true]) {
      const id = await publishPage(office, pending);
      const answer = await write(office.author, `/api/pages/${id}`);
      expect(answer.status).toBe(200);
      answers.push(seen(answer, id));
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test('nor does its time tell when somebody else saved the draft', async () => {
    const office = await openOffice();
    const id = await publishPage(office, true);
    const shown = await done(office.author.get(`/api/pages/${id}`));
    const { body } = await office.author.send('PATCH', `/api/pages/${id}`, {}, asDraft);
    expect(body).toMatchObject({ updatedAt: shown.updatedAt, _revision: shown._revision });
  });
});

test('unpublishing keeps the pending draft, also one that the requester does not see', async () => {
  const office = await openOffice();
  const id = await publishPage(office, true);
  await done(office.author.post(`/api/pages/${id}/unpublish`, {}));
  expect(await done(office.chief.get(`/api/pages/${id}?draft=true`))).toMatchObject({
    title: 'V',
    _status: 'draft',
  });
});

describe('publishing what the requester may not read is the same whether or not a draft is pending', () => {
  /** The chief saves the same number of times. In one case their last write leaves nothing pending. */
  async function writePlan({ chief }: Office, path: string, pending: boolean): Promise<void> {
    await done(chief.send('PATCH', path, { title: 'T', rank: 1 }));
    await done(chief.send('PATCH', path, { title: 'U', rank: 2 }, asDraft));
    await done(chief.send('PATCH', path, pending ? { title: 'V' } : { title: 'V', rank: 3 }));
  }

  /** The author's own creation counts in a collection. */
  const newestOf = (path: string): Record<string, string> => match(path.includes('globals') ? 3 : 4);

  const publications: readonly (readonly [string, Write])[] = [
    ['at once', (author, path) => author.post(`${path}/publish`, {})],
    ['with a revision', (author, path) => author.send('POST', `${path}/publish`, {}, newestOf(path))],
    [
      'seen by a later write',
      (author, path) => {
        return author.post(`${path}/publish`, {}).then(() => author.send('PATCH', path, {}));
      },
    ],
    [
      'in the history',
      (author, path) => {
        return author.post(`${path}/publish`, {}).then(() => author.get(`${path}/versions?limit=1`));
      },
    ],
  ];

  async function compared(
    write: Write,
    place: (office: Office) => Promise<string>,
  ): Promise<readonly object[]> {
    const responses: object[] = [];
    for (const pending of [false, true]) {
      const office = await openOffice();
      const path = await place(office);
      await writePlan(office, path, pending);
      const response = await write(office.author, path);
      expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200 });
      const text = JSON.stringify(response.body).replaceAll(/"[\da-f]{8}-[\da-f-]{27}"/g, '"ID"');
      responses.push(seen({ ...response, body: JSON.parse(text) }, 'ID'));
    }
    return responses;
  }

  const newPlan = async ({ author }: Office): Promise<string> =>
    `/api/plans/${(await done(author.post('/api/plans', { title: 'Mine' }))).id}`;

  test.each(publications)('of a document: %s', async (_what, write) => {
    const [without, pending] = await compared(write, newPlan);
    expect(pending).toEqual(without);
  });

  test.each(publications)('of a global: %s', async (_what, write) => {
    const [without, pending] = await compared(write, async () => '/api/globals/plan');
    expect(pending).toEqual(without);
  });

  test('by a bulk', async () => {
    const bulk: Write = (author, path) => {
      const operations = [{ op: 'publish', id: path.split('/').at(-1) }];
      return author.post('/api/plans/bulk', { operations });
    };
    const [without, pending] = await compared(bulk, newPlan);
    expect(pending).toEqual(without);
  });

  test('it keeps the content, and a requester who reads the document writes nothing', async () => {
    const office = await openOffice();
    const path = await newPlan(office);
    await writePlan(office, path, false);
    const before = await done(office.chief.get(path));
    expect(await done(office.chief.post(`${path}/publish`, {}))).toMatchObject({ _revision: 4 });
    expect(await done(office.author.post(`${path}/publish`, {}))).toMatchObject({ _revision: 5 });
    const after = await done(office.chief.get(path));
    const changed = { updatedAt: after.updatedAt, _revision: 5 };
    expect(after).toEqual({ ...before, ...changed });
  });
});
