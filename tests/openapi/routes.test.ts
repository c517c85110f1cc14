/** The document and the server have the same routes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRoutes } from '../../runtime/http/admin-routes/admin-routes.js';
import type { Routes } from '../../runtime/http/api.js';
import { allAuthRoutes } from '../../runtime/http/auth-routes/all-routes.js';
import { createOpenApiFile } from '../../runtime/http/docs/openapi-document-file.js';
import { openApiRoutes, publicOpenApiRoutes } from '../../runtime/http/docs/openapi-routes.js';
import { referenceRoutes } from '../../runtime/http/docs/reference-routes.js';
import { serviceBulk } from '../../runtime/http/handlers/many/service-bulk.js';
import { healthRoutes } from '../../runtime/http/observability/health-routes.js';
import { viewRoutes } from '../../runtime/views/view-routes.js';
import { operationsOf } from '../support/openapi-operations.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

const fixtures = [
  'minimal',
  'access',
  'blog',
  'content-tools',
  'drafts',
  'every-field',
  'name-clash',
  'website',
];

describe.each(fixtures)('%s', (fixture) => {
  let server: GeneratedServer;
  beforeAll(async () => {
    server = await generatedServer(fixture);
  });
  afterAll(() => server.close());

  test('the document lists the routes of the server and no other', () => {
    const listed = operationsOf(server.openapi).map(({ method, path }) => `${method} ${path}`);
    const hasAuth = server.openapi.components?.securitySchemes !== undefined;
    const auth = hasAuth ? routesOf(allAuthRoutes({ newUser: null })) : [];
    // HTML pages are not part of the API.
    const interfaces = auth.filter((route) => !/ \/admin(\/|$)/.test(route));
    expect(listed.sort()).toEqual(
      [
        ...routesOf(server.routes),
        ...routesOf(serviceBulk({})),
        ...(hasAuth ? routesOf(viewRoutes()) : []),
        ...(fixture === 'content-tools' ? ['GET /api/svc/search'] : []),
        ...routesOf(dashboardRoutes(fixture, hasAuth)),
        ...routesOf(serviceRoutes()),
        ...(fixture === 'access' ? routesOf(publicOpenApiRoutes(noFile)) : []),
        ...interfaces,
      ].sort(),
    );
  });

  test('every operation of the document answers as it says', async () => {
    for (const { method, path, operation } of operationsOf(server.openapi)) {
      const url = path.replaceAll('{id}', '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10');
      const body =
        operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {};
      const example: unknown = body['application/json']?.example;
      const response =
        example === undefined ? await server.fetch(url, { method }) : await server.send(method, url, example);
      const answer = response.status < 400 ? null : ((await response.json()) as { readonly error: string });
      // A missing document is a response of the route; a missing route would give another message.
      expect({ method, path, missing: answer?.error.startsWith('There is no route') ?? false }).toEqual({
        method,
        path,
        missing: false,
      });
      expect({ method, path, failed: response.status >= 500, answer }).toEqual({
        method,
        path,
        failed: false,
        answer,
      });
    }
  });
});

const noFile = createOpenApiFile(new URL('file:///openapi.json'));

/** That of previews exists only where a collection has a page. */
function dashboardRoutes(fixture: string, hasAuth: boolean): Routes {
  const posts = { slug: 'posts', fields: [], admin: { preview: () => null } };
  const collections = fixture === 'content-tools' ? [posts] : [];
  return adminRoutes(new URL('file:///admin.json'), {
    collections,
    ...(hasAuth && { auth: { secret: '' } }),
  });
}

/** Routes that do not depend on the config. */
function serviceRoutes(): Routes {
  return {
    ...openApiRoutes(noFile),
    ...referenceRoutes({ openapi: () => noFile.document() }),
    ...healthRoutes({ check: async () => [] }),
  };
}

function routesOf(routes: Routes): readonly string[] {
  return Object.entries(routes).flatMap(([pattern, handlers]) =>
    Object.keys(handlers).map((method) => `${method} ${pattern.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
}
