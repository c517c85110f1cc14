/** The document for partners: `/api/openapi.public.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitOpenApi } from '../../generator/emit/openapi.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import { defineConfig, type OpenApiConfig } from '../../runtime/config/index.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { operationsOf } from '../support/openapi-operations.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
beforeAll(async () => {
  server = await generatedServer('access');
});
afterAll(() => server.close());

test('is served as it was emitted, and not sent again if it has not changed', async () => {
  const response = await server.fetch('/api/openapi.public.json', { headers: { cookie: '' } });
  const text = await response.text();
  const emitted = readFileSync(join(packageRoot, 'fixtures/access/expected/openapi.public.json'), 'utf8');
  expect({ status: response.status, text }).toEqual({ status: 200, text: emitted });
  const etag = response.headers.get('etag') ?? '';
  const again = await server.fetch('/api/openapi.public.json', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('has the operations of collections and globals, and nothing of accounts or administration', async () => {
  const document = (await (await server.fetch('/api/openapi.public.json')).json()) as OpenAPIObject;
  const paths = [...new Set(operationsOf(document).map(({ path }) => path))];
  expect(paths).toEqual(
    expect.arrayContaining(['/api/articles', '/api/articles/{id}', '/api/globals/billing']),
  );
  const inner = paths.filter((path) =>
    /^\/api\/(admin|auth|users|docs|openapi|globals\/system)|^\/health/.test(path),
  );
  expect(inner).toEqual([]);
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/SystemSettings|AdminMeta|ApiKeyPage|auth\/login|svc_session/);
});

test('names only the API key as credential, and the contact of the config', async () => {
  const document = (await (await server.fetch('/api/openapi.public.json')).json()) as OpenAPIObject;
  expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['apiKey']);
  for (const { operation } of operationsOf(document))
    expect(operation.security).toEqual([{ apiKey: [] }, {}]);
  expect(document.info.contact).toEqual({ name: 'API team', email: 'api@example.com' });
});

const emitted = (openapi: OpenApiConfig): readonly { readonly path: string; readonly content: string }[] =>
  emitOpenApi(
    buildIr(
      {
        config: defineConfig({
          auth: { secret: 'tests/openapi/public-document: 32 bytes' },
          openapi,
          collections: [
            { slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text', required: true }] },
            { slug: 'notes', fields: [{ name: 'text', type: 'text' }] },
          ],
        }),
        file: '/project/svc.config.ts',
        docs: {},
      },
      { output: '/project/generated', version: '0.0.0' },
    ),
  );

test('is not made unless the config asks for it', () => {
  expect(emitted({}).map(({ path }) => path)).toEqual(['openapi.json']);
  expect(emitted({ public: false }).map(({ path }) => path)).toEqual(['openapi.json']);
});

test('has the tags that the config names, and no others', () => {
  const [, file] = emitted({ public: { tags: ['Posts', 'Authentication'] } });
  const document = JSON.parse(file?.content ?? '') as OpenAPIObject;
  expect(document.tags?.map(({ name }) => name)).toEqual(['Authentication', 'Posts']);
  const tags = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags));
  expect([...tags].sort()).toEqual(['Authentication', 'Posts']);
  expect(document.components?.securitySchemes).toHaveProperty('sessionCookie');
});

test('a tag that does not exist is refused, with the one that is meant', () => {
  expect(() => emitted({ public: { tags: ['posts'] } })).toThrow(
    /openapi\.public\.tags: names the unknown tag "posts"\. Tags are Authentication, .*Did you mean "Posts"\?$/,
  );
});

test('items of a list without drafts have one schema, in which what is required is there', () => {
  const [whole] = emitted({});
  const { components } = JSON.parse(whole?.content ?? '') as OpenAPIObject;
  expect(components?.schemas).toMatchObject({
    PostPage: { properties: { docs: { items: { $ref: '#/components/schemas/Post' } } } },
    Post: { properties: { title: { type: 'string' } } },
    NotePage: { properties: { docs: { items: { $ref: '#/components/schemas/NoteResult' } } } },
  });
  expect(components?.schemas?.['Post']).toHaveProperty('required', expect.arrayContaining(['title']));
});
