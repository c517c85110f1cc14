/**
 * A requester who may write a field but not read it learns nothing by guessing its value: each sequence of
 * requests is sent with the stored value and with another one, and all responses must be equal.
 */
import { describe, expect, test } from 'vitest';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import {
  type Answer,
  type Client,
  type GuardedService,
  openGuarded,
  type Result,
  user,
} from '../access/support/guarded-service.js';
import { asDraft, auth } from './support/desk.js';

const closed = { read: ['admin'] };

const fields: readonly FieldConfig[] = [
  { name: 'title', type: 'text' },
  { name: 'secret', type: 'text', access: closed },
  {
    name: 'inner',
    type: 'group',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text', access: closed },
    ],
  },
  {
    name: 'rows',
    type: 'array',
    fields: [
      { name: 'label', type: 'text' },
      { name: 'secret', type: 'text', access: closed },
    ],
  },
];

const stored = {
  title: 'T',
  secret: 'right',
  inner: { title: 'T', secret: 'right' },
  rows: [{ id: 'a', label: 'L', secret: 'right' }],
};

interface Vault {
  readonly service: GuardedService;
  readonly admin: Client;
  readonly author: Client;
}

async function openVault(): Promise<Vault> {
  const service = await openGuarded({
    auth,
    collections: [{ slug: 'notes', versions: true, fields }],
    globals: [{ slug: 'site', versions: true, fields }],
  });
  return { service, admin: service.as(user('admin')), author: service.as(user('author')) };
}

/** A request of the author for the document at a path. */
type Step = (author: Client, path: string) => Promise<Result>;

const save =
  (data: object): Step =>
  (author, path) =>
    author.patch(path, data, asDraft);
const write =
  (data: object): Step =>
  (author, path) =>
    author.patch(path, data);
const discard: Step = (author, path) => author.delete(`${path}/draft`);
const publish: Step = (author, path) => author.post(`${path}/publish`, {});
const unpublish: Step = (author, path) => author.post(`${path}/unpublish`, {});
const look: Step = (author, path) => author.get(path);
const history: Step = (author, path) => author.get(`${path}/versions`);
const restoreOldest: Step = async (author, path) => {
  const { docs } = (await author.get(`${path}/versions`)).body;
  return author.post(`${path}/versions/${docs.at(-1).id}/restore`, {});
};

const guesses = (value: string): readonly object[] => [
  { secret: value },
  { inner: { secret: value } },
  { inner: { title: 'T', secret: value } },
  { rows: [{ id: 'a', label: 'L', secret: value }] },
];

const endings: Readonly<Record<string, readonly Step[]>> = {
  'are read': [],
  'are discarded': [discard],
  'are discarded twice': [discard, discard],
  'are published': [publish],
  'are published after another field': [write({ title: 'T' }), publish],
  'stand beside another field': [write({ title: 'U' })],
  'stand beside a part of their group': [write({ inner: { title: 'U' } }), publish],
  'stand beside their whole group': [write({ inner: null }), discard],
  'are unpublished': [unpublish, publish],
  'are followed by an old version': [restoreOldest, discard],
};

/**
 * Everything in the responses that the author sees, without the ids and times that differ between documents.
 */
async function seenOf({ author }: Vault, path: string, steps: readonly Step[]): Promise<readonly object[]> {
  const seen: object[] = [];
  for (const step of [...steps, look, history]) {
    const { status, body, headers } = await step(author, path);
    const shown = ['etag', 'cache-control', 'location'].map((name) => headers.get(name));
    seen.push({ status, body: withoutIdentity(body), shown });
  }
  return seen;
}

function withoutIdentity(body: Answer): Answer {
  const text = JSON.stringify(body) ?? 'null';
  return JSON.parse(
    text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
  );
}

describe.each(Object.entries(endings))('guesses in a draft that %s', (_name, ending) => {
  test.each([0, 1, 2, 3])('tell nothing of a document (guess %i)', async (which) => {
    const vault = await openVault();
    const traces: object[] = [];
    for (const value of ['right', 'wrong']) {
      const { id } = (await vault.admin.post('/api/notes', stored)).body;
      const steps = [save(guesses(value)[which] ?? {}), ...ending];
      traces.push(await seenOf(vault, `/api/notes/${id}`, steps));
    }
    expect(traces[0]).toEqual(traces[1]);
    expect(JSON.stringify(traces)).not.toMatch(/right|wrong/);
  });

  test('tell nothing of a global', async () => {
    const traces: object[] = [];
    for (const value of ['right', 'wrong']) {
      const vault = await openVault();
      expect((await vault.admin.patch('/api/globals/site', stored)).status).toBe(200);
      traces.push(await seenOf(vault, '/api/globals/site', [save({ secret: value }), ...ending]));
    }
    expect(traces[0]).toEqual(traces[1]);
  });
});

test('a write of what is published counts as one, whatever the value is', async () => {
  const vault = await openVault();
  const traces: object[] = [];
  for (const value of ['right', 'wrong']) {
    for (const guess of guesses(value)) {
      const { id } = (await vault.admin.post('/api/notes', stored)).body;
      traces.push(await seenOf(vault, `/api/notes/${id}`, [write(guess)]));
    }
  }
  expect(new Set(traces.map((trace) => JSON.stringify(trace)))).toHaveLength(1);
});

test('discarding counts the revision up, also where nothing is pending', async () => {
  const { admin } = await openVault();
  const { id } = (await admin.post('/api/notes', { title: 'T' })).body;
  for (const revision of [2, 3]) {
    const { status, body, headers } = await admin.delete(`/api/notes/${id}/draft`);
    expect({ status, body, etag: headers.get('etag') }).toMatchObject({
      status: 200,
      body: { id, _revision: revision },
      etag: `"${revision}"`,
    });
  }
  expect((await admin.get(`/api/notes/${id}?draft=false`)).body._revision).toBe(1);
});
