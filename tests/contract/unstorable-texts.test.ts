/**
 * Texts that no database can store as they are (NUL, halves of surrogate pairs) are 400 wherever a request
 * may hold one, on every database: docs/spec/contract.md#input.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type FileServer, keeper, type Reply, startFileServer } from '../uploads/support/file-server.js';

const config: ServiceConfig = {
  auth: { secret: 'tests/contract: 32 bytes and some more of them', registration: { enabled: true } },
  collections: [
    {
      slug: 'posts',
      versions: true,
      trash: true,
      search: { fields: { title: 1 } },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'code', type: 'text', unique: true },
        { name: 'long', type: 'textarea' },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'mail', type: 'email' },
        { name: 'site', type: 'url' },
        { name: 'kind', type: 'select', options: ['a', 'b'] },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'day', type: 'date' },
        { name: 'other', type: 'relationship', to: 'posts' },
        { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
        { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text' }] },
        {
          name: 'layout',
          type: 'blocks',
          blocks: [{ slug: 'note', fields: [{ name: 'text', type: 'text' }] }],
        },
      ],
    },
    { slug: 'papers', upload: { mimeTypes: ['text/plain'], folders: true }, fields: [] },
  ],
};

let server: FileServer;
let headers: Readonly<Record<string, string>>;
let post: string;
let version: string;
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  server = await startFileServer(config, { whenDone: (done) => (stop = done) });
  headers = {
    cookie: await server.cookies(),
    origin: 'http://localhost:3000',
    'content-type': 'application/json',
  };
  post = (await send('POST', '/api/posts', { title: 'One' })).body.id;
  version = (await send('GET', `/api/posts/${post}/versions`)).body.docs[0].id;
  return () => stop();
});

function send(method: string, path: string, body?: object): Promise<Reply> {
  return server.send(method, path, { headers, ...(body && { body: JSON.stringify(body) }) });
}

const parameter = encodeURIComponent;
const where = (filter: object): string => `where=${parameter(JSON.stringify(filter))}`;

type Send = (text: string) => Promise<Reply>;

const data: Readonly<Record<string, (text: string) => object>> = {
  'a text': (text) => ({ title: text }),
  'a unique text': (text) => ({ code: text }),
  'a long text': (text) => ({ long: text }),
  'a slug': (text) => ({ slug: text }),
  'an address of mail': (text) => ({ mail: `${text}@example.com` }),
  'an address': (text) => ({ site: `https://example.com/${text}` }),
  'an option': (text) => ({ kind: text }),
  'a list': (text) => ({ tags: ['a', text] }),
  'a date': (text) => ({ day: text }),
  'a relation': (text) => ({ other: text }),
  'a group': (text) => ({ seo: { title: text } }),
  'a row': (text) => ({ items: [{ label: text }] }),
  'the id of a row': (text) => ({ items: [{ id: text, label: 'a' }] }),
  'a block': (text) => ({ layout: [{ blockType: 'note', text }] }),
  'the kind of a block': (text) => ({ layout: [{ blockType: text }] }),
  'the name of a field': (text) => ({ [`t${text}`]: 1 }),
};

const bodies: Readonly<Record<string, Send>> = {
  ...Object.fromEntries(
    Object.entries(data).flatMap(([name, of]): [string, Send][] => [
      [`${name} of a creation`, (text) => send('POST', '/api/posts', of(text))],
      [`${name} of a change`, (text) => send('PATCH', `/api/posts/${post}`, of(text))],
    ]),
  ),
  'a filter in a body': (text) => send('POST', '/api/posts/query', { where: { title: { equals: text } } }),
  'a filter of sums': (text) =>
    send('POST', '/api/posts/aggregate', { where: { title: { in: [text] } }, metrics: { n: 'count' } }),
  'the key of an upsert': (text) => send('POST', '/api/posts/upsert', { key: { code: text }, data: {} }),
  'one of many writes': (text) =>
    send('POST', '/api/posts/bulk', { operations: [{ op: 'create', data: { title: text } }] }),
  'the name of a view': (text) => send('POST', '/api/svc/views', { slug: 'posts', name: text, query: {} }),
  'the filter of a view': (text) =>
    send('POST', '/api/svc/views', {
      ...{ slug: 'posts', name: 'a' },
      query: { where: { title: { equals: text } } },
    }),
  'a label': (text) =>
    send('PUT', `/api/admin/versions/posts/${post}/${version}/label`, { label: `a${text}` }),
  'a comment': (text) =>
    send('POST', `/api/admin/versions/posts/${post}/${version}/comments`, { text: `a${text}` }),
  'the state of presence': (text) => send('POST', `/api/admin/presence/posts/${post}`, { state: text }),
  'the email of a login': (text) =>
    send('POST', '/api/auth/login', { email: `${text}@example.com`, password: keeper.password }),
  'the email of a forgotten password': (text) =>
    send('POST', '/api/auth/forgot-password', { email: `a${text}@example.com` }),
  'a name at registration': (text) =>
    send('POST', '/api/auth/register', { email: 'a@example.com', password: keeper.password, name: text }),
  'the name of a user': (text) =>
    send('POST', '/api/users', { email: 'b@example.com', password: keeper.password, name: text }),
  'the token of a link': (text) =>
    send('POST', '/api/auth/reset-password', { token: text, password: keeper.password }),
  'the name of a key': (text) => send('POST', '/api/auth/api-keys', { name: text, role: 'editor' }),
  'the name of a folder': (text) => send('POST', '/api/papers_folders', { name: text, parent: null }),
};

/** Signs of a search are separators, and an id that cannot be is not found. */
const allowed: Readonly<Record<string, Send>> = {
  'a search in a body': (text) => send('POST', '/api/posts/query', { search: `one ${text}` }),
  'an id in many writes': (text) =>
    send('POST', '/api/posts/bulk', { operations: [{ op: 'update', id: text, data: { title: 'a' } }] }),
  'the search of a view': (text) =>
    send('POST', '/api/svc/views', { slug: 'posts', name: 'b', query: { search: text } }),
};

const addresses: Readonly<Record<string, Send>> = {
  'a filter': (text) => send('GET', `/api/posts?${where({ title: { contains: text } })}`),
  'a filter by id': (text) => send('GET', `/api/posts?${where({ id: { in: [text, post] } })}`),
  'the name in a filter': (text) => send('GET', `/api/posts?${where({ [`t${text}`]: { equals: 'a' } })}`),
  'a sort': (text) => send('GET', `/api/posts?sort=${parameter(text)}`),
  'a selection': (text) => send('GET', `/api/posts?select=${parameter(text)}`),
  'a cursor': (text) => send('GET', `/api/posts?cursor=${parameter(text)}`),
  'a filter of deletions': (text) => send('DELETE', `/api/posts?${where({ title: { equals: text } })}`),
};

const elsewhere: Readonly<Record<string, Send>> = {
  'a search': (text) => send('GET', `/api/posts?search=${parameter(`one ${text}`)}`),
  'a search over all': (text) => send('GET', `/api/svc/search?q=${parameter(`one ${text}`)}`),
  'an id': (text) => send('GET', `/api/posts/${parameter(text)}`),
  'an id in the trash': (text) => send('POST', `/api/posts/${parameter(text)}/restore`, {}),
  'the id of a version': (text) => send('GET', `/api/posts/${post}/versions/${parameter(text)}`),
  'the id of a view': (text) => send('DELETE', `/api/svc/views/${parameter(text)}`),
  'a slug': (text) => send('GET', `/api/${parameter(text)}`),
  'a document of the audit log': (text) =>
    send('GET', `/api/auth/audit-log?collection=posts&document=${parameter(text)}`),
};

const codes = ['BAD_USER_INPUT', 'INVALID_TOKEN'];

describe.each([
  ['NUL', 'a\0b'],
  ['half of a pair', 'a\ud83d'],
  ['the other half', '\ude00'],
])('%s', (_what, text) => {
  test.each(Object.entries(bodies))('is refused as %s', async (_name, sent) => {
    const { status, body } = await sent(text);
    expect([status, body.code]).toEqual([400, expect.toBeOneOf(codes)]);
  });

  test.each(Object.entries(allowed))('is no fault of the service as %s', async (_name, sent) => {
    expect((await sent(text)).status).toBeLessThan(500);
  });
});

test.each(Object.entries(addresses))('NUL is refused as %s in an address', async (_name, sent) => {
  const { status, body } = await sent('a\0b');
  expect([status, body.code]).toEqual([400, 'BAD_USER_INPUT']);
});

test.each(Object.entries(elsewhere))(
  'NUL is no fault of the service as %s in an address',
  async (_name, sent) => {
    expect((await sent('a\0b')).status).toBeLessThan(500);
  },
);
