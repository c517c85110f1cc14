/**
 * What a refusal and a schedule reveal about drafts to roles that are not in `drafts.readRoles`, over HTTP.
 */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { refuse } from '../../runtime/errors/refusal.js';
import { type AuthClient, type AuthServer, minute, startAuthServer } from '../support/auth-server.js';

const asDraft = { 'x-draft': 'true' };
const anyone = ['customer', 'author', 'super_admin'];
const open = { create: anyone, update: anyone, delete: anyone };

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'articles',
      drafts: { readRoles: ['super_admin'] },
      access: open,
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'lock', type: 'relationship', to: 'people', onDelete: 'restrict' },
        {
          name: 'inner',
          type: 'group',
          access: { read: ['super_admin'] },
          fields: [{ name: 'lock', type: 'relationship', to: 'people', onDelete: 'restrict' }],
        },
      ],
      hooks: {
        beforeChange: ({ data, draft }) => {
          if (!draft && data?.['title'] === 'Refused') throw refuse('The secret plan is not ready.');
        },
      },
    },
    {
      slug: 'files',
      drafts: false,
      access: { ...open, read: ['super_admin'] },
      fields: [{ name: 'lock', type: 'relationship', to: 'people', onDelete: 'restrict' }],
    },
    {
      slug: 'notes',
      drafts: false,
      access: {
        ...open,
        read: ({ req }) => req.user?.role === 'super_admin' || { shared: { equals: true } },
      },
      fields: [
        { name: 'shared', type: 'boolean' },
        { name: 'lock', type: 'relationship', to: 'people', onDelete: 'restrict' },
      ],
    },
    {
      slug: 'lists',
      drafts: false,
      access: { ...open, read: ({ req }) => req.user?.role === 'super_admin' },
      fields: [{ name: 'needs', type: 'relationship', to: 'people', hasMany: true, required: true }],
    },
    { slug: 'people', drafts: false, access: open, fields: [{ name: 'name', type: 'text' }] },
  ],
};

interface Office {
  readonly server: AuthServer;
  readonly chief: AuthClient;
  readonly customer: AuthClient;
  /** Creates a person to whom one document refers; returns the person's id. */
  referredBy(
    slug: string,
    data: (person: string) => object,
    headers?: Record<string, string>,
  ): Promise<string>;
}

async function openOffice(): Promise<Office> {
  const server = await startAuthServer({ config });
  const chief = await server.signedIn();
  await server.addUser('cara@example.com', { role: 'customer' });
  return {
    server,
    chief,
    customer: await server.signedIn('cara@example.com'),
    async referredBy(slug, data, headers) {
      const person = (await chief.post('/api/people', { name: 'P' })).body.id;
      expect((await chief.send('POST', `/api/${slug}`, data(person), headers)).status).toBe(201);
      return person;
    },
  };
}

const untold = {
  status: 409,
  body: {
    code: 'CONFLICT',
    error: 'The document cannot be deleted: other documents refer to it.',
    reason: 'deletion.restricted',
  },
};

function told(name: string): object {
  return {
    status: 409,
    body: {
      code: 'CONFLICT',
      error: `The document cannot be deleted: other documents refer to it by ${name}.`,
      ...{ reason: 'deletion.restrictedBy', params: { names: [name] } },
      details: [
        {
          ...{ path: name, message: 'Refers to the document and must not be left empty.' },
          reason: 'deletion.refers',
        },
      ],
    },
  };
}

describe('a refused deletion names only what refers to the document and may be seen', () => {
  const lock = (person: string) => ({ title: 'T', lock: person });
  test.each([
    ['a draft', 'articles', lock, asDraft, 'articles.lock'],
    ['a field', 'articles', (id: string) => ({ title: 'T', inner: { lock: id } }), {}, 'articles.inner.lock'],
    ['a collection', 'files', (id: string) => ({ lock: id }), {}, 'files.lock'],
    ['a document', 'notes', (id: string) => ({ lock: id, shared: false }), {}, 'notes.lock'],
    ['the last entry of a list', 'lists', (id: string) => ({ needs: [id] }), {}, 'lists.needs'],
  ] as const)('not %s that is hidden', async (_what, slug, data, headers, name) => {
    const { chief, customer, referredBy } = await openOffice();
    const person = await referredBy(slug, data, headers);
    const { status, body } = await customer.send('DELETE', `/api/people/${person}`);
    expect({ status, body }).toEqual(untold);
    expect(await chief.send('DELETE', `/api/people/${person}`)).toMatchObject(told(name));
  });

  test('but a published one, and one that the constraint shows', async () => {
    const { customer, referredBy } = await openOffice();
    const one = await referredBy('articles', lock);
    expect(await customer.send('DELETE', `/api/people/${one}`)).toMatchObject(told('articles.lock'));
    const two = await referredBy('notes', (person) => ({ lock: person, shared: true }));
    expect(await customer.send('DELETE', `/api/people/${two}`)).toMatchObject(told('notes.lock'));
  });

  test('and not the hidden one beside it', async () => {
    const { chief, customer, referredBy } = await openOffice();
    const person = await referredBy('articles', lock);
    await chief.post('/api/files', { lock: person });
    const refusal = await customer.send('DELETE', `/api/people/${person}`);
    expect(refusal).toMatchObject(told('articles.lock'));
    expect(JSON.stringify(refusal.body)).not.toContain('files');
  });
});

describe('a schedule that has failed', () => {
  test.each([
    ['lacks a field', null, /title: This field is required/],
    ['is refused by a hook', 'Refused', /The secret plan/],
  ])(
    'says why to those who see the draft, and is none to others: the draft %s',
    async (_why, title, reason) => {
      const { server, chief, customer } = await openOffice();
      const { id } = (await chief.post('/api/articles', { title: 'T' })).body;
      const saved = await chief.send('PATCH', `/api/articles/${id}`, { title }, asDraft);
      expect(saved.status).toBe(200);
      const publishAt = new Date(server.time.now + minute).toISOString();
      expect((await chief.post(`/api/articles/${id}/publish`, { publishAt })).status).toBe(200);
      server.time.now += minute;
      await server.store.parts?.get('schedule')?.work?.run();
      const path = `/api/articles/${id}/schedule`;
      expect((await chief.get(path)).body).toEqual({
        publishAt,
        unpublishAt: null,
        error: expect.stringMatching(reason),
      });
      expect((await customer.get(path)).body).toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});
