/** Who may not read blocks does not learn which there are: docs/spec/contract.md#blocks-in-rich-text. */
import { describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { asDraft, auth, done } from '../drafts/support/desk.js';
import {
  type Answer,
  anonymous,
  type Client,
  openGuarded,
  type Result,
  user,
} from './support/guarded-service.js';

const open = () => true;
const box = { slug: 'box', fields: [{ name: 'no', type: 'number' }] } as const;
const texts = [
  { name: 'body', type: 'richText', blocks: 'inserts' },
  { name: 'inserts', type: 'blocks', blocks: [box], access: { read: ['admin'] } },
  { name: 'shown', type: 'richText', blocks: 'boxes' },
  { name: 'boxes', type: 'blocks', blocks: [box] },
] as const;

const config: ServiceConfig = {
  auth,
  collections: [
    {
      slug: 'pages',
      access: { read: open, create: open, update: open },
      drafts: { readRoles: ['editor', 'admin'] },
      fields: [...texts, { name: 'parts', type: 'array', fields: [...texts] }],
    },
  ],
};

const block = (id: string) => ({ type: 'block', attrs: { id } });
const textOf = (...content: readonly object[]) => ({ type: 'doc', content });
const rows = (...ids: readonly string[]) => ids.map((id) => ({ id, blockType: 'box' }));

interface Desk {
  readonly admin: Client;
  readonly editor: Client;
  readonly public: Client;
  readonly path: string;
}

async function openDesk(data: object): Promise<Desk> {
  const service = await openGuarded(config);
  const admin = service.as(user('admin'));
  const made = done(await admin.post('/api/pages', data));
  const clients = { editor: service.as(user('editor')), public: service.as(anonymous) };
  return { admin, ...clients, path: `/api/pages/${made.id}` };
}

/** A response without what differs for each request. */
const saidOf = ({ status, body }: Result, id: string): string =>
  JSON.stringify([status, body.code, body.details]).replaceAll(id, '?');

const document = { body: textOf(block('a')), inserts: rows('a', 'other') };

describe.each([asDraft, {}])('a text beside blocks that its writer may not read: %o', (headers) => {
  test.each([
    ['of a document', (text: object) => ({ body: text })],
    ['in a row', (text: object) => ({ parts: [{ id: 'r', body: text }] })],
  ])('is answered alike for a block that is there and one that is not, %s', async (_where, dataOf) => {
    const { editor, path } = await openDesk({ ...document, parts: [{ id: 'r', ...document }] });
    const name = async (id: string): Promise<string> =>
      saidOf(await editor.patch(path, dataOf(textOf(block('a'), block(id))), headers), id);
    const missing = await name('zzz');
    expect(missing).toContain('text.unknownBlock');
    expect(await name('other')).toBe(missing);
  });

  test('keeps its own blocks, and takes those that are sent with it', async () => {
    const { admin, editor, path } = await openDesk(document);
    const words = { type: 'paragraph', content: [{ type: 'text', text: 'Words' }] };
    done(await editor.patch(path, { body: textOf(words, block('a')) }, headers));
    done(await editor.patch(path, { body: textOf(block('c')), inserts: rows('c') }, headers));
    done(await admin.patch(path, { body: textOf(block('d')), inserts: rows('c', 'd') }, headers));
  });
});

test('a block that a draft has lost comes back to its text while it is published', async () => {
  const { editor, path } = await openDesk(document);
  done(await editor.patch(path, { body: textOf() }, asDraft));
  done(await editor.patch(path, { body: document.body }, asDraft));
});

test('blocks of a draft are unknown to a writer who does not see it', async () => {
  const { admin, public: visitor, path } = await openDesk({ boxes: rows('a') });
  done(await admin.patch(path, { boxes: rows('a', 'other') }, asDraft));
  const name = async (id: string): Promise<string> =>
    saidOf(await visitor.patch(path, { shown: textOf(block(id)) }, asDraft), id);
  expect(await name('other')).toBe(await name('zzz'));
  expect((await visitor.patch(path, { shown: textOf(block('a')) }, asDraft)).status).toBe(200);
  const both: Answer = { shown: textOf(block('a'), block('other')) };
  done(await admin.patch(path, both, asDraft));
});
