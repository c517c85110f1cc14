/** A document that returns from the trash when the config has changed: docs/spec/content-tools.md#trash. */
import { expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { type FileServer, type Reply, startFileServer } from '../uploads/support/file-server.js';

const text = (name: string, more: object = {}) => ({ name, type: 'text', ...more }) as const;

function withFields(...fields: CollectionConfig['fields']): CollectionConfig {
  return { slug: 'posts', trash: true, drafts: false, fields };
}

async function json(server: FileServer, method: string, path: string, data?: object): Promise<Reply> {
  return server.send(method, path, {
    headers: { 'content-type': 'application/json' },
    ...(data !== undefined && { body: JSON.stringify(data) }),
  });
}

async function trashed(server: FileServer, data: object): Promise<string> {
  const { status, body } = await json(server, 'POST', '/api/posts', data);
  expect([status, body.details]).toEqual([201, undefined]);
  expect((await json(server, 'DELETE', `/api/posts/${body.id}`)).status).toBe(200);
  return `/api/posts/${body.id}`;
}

test('what does not fit any more is left out, and named', async () => {
  const fieldsWith = (options: readonly string[], longest: number): CollectionConfig =>
    withFields(
      text('title'),
      { name: 'kind', type: 'select', options },
      { name: 'kinds', type: 'select', options, hasMany: true },
      { name: 'seo', type: 'group', fields: [text('robots', { maxLength: longest })] },
      { name: 'rows', type: 'array', fields: [text('label', { maxLength: longest })] },
    );
  const server = await startFileServer({ collections: [fieldsWith(['a', 'b'], 20)] });
  const path = await trashed(server, {
    ...{ title: 'Kept', kind: 'b', kinds: ['a', 'b'], seo: { robots: 'a long text' } },
    rows: [{ label: 'One' }, { label: 'a long text' }],
  });
  await server.restart({ collections: [fieldsWith(['a', 'c'], 3)] });
  const { status, headers, body } = await json(server, 'POST', `${path}/restore`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ title: 'Kept', kind: null, seo: { robots: null } });
  expect(JSON.stringify(body)).not.toMatch(/"b"|a long text/);
  expect(body.rows[0].label).toBe('One');
  const named = headers.get('x-svc-dropped')?.split(', ') ?? [];
  expect(named).toEqual(expect.arrayContaining(['kind', 'kinds', 'seo.robots', 'rows']));
  expect(named).not.toContain('title');
  expect((await json(server, 'GET', path)).body).toEqual(body);
});

test('a public document that would lack what is required stays, until it is given', async () => {
  const server = await startFileServer({ collections: [withFields(text('title'), text('sku'))] });
  const path = await trashed(server, { title: 'One' });
  await server.restart({ collections: [withFields(text('title'), text('sku', { required: true }))] });
  const refused = await json(server, 'POST', `${path}/restore`);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', reason: 'trash.incomplete', details: [{ path: 'sku' }] },
  });
  expect((await json(server, 'GET', '/api/posts?trash=only')).body.totalDocs).toBe(1);
  const given = await json(server, 'POST', `${path}/restore`, { values: { sku: 'A-1' } });
  expect(given).toMatchObject({ status: 200, body: { title: 'One', sku: 'A-1' } });
});
