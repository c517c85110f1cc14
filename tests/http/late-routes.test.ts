import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Routes } from '../../runtime/http/api.js';
import { createHttpApp, type HttpApp } from '../../runtime/http/http-app.js';
import { createServiceLog } from '../../runtime/http/observability/logger.js';
import { contract, createNotesService } from './support/notes-service.js';

/** A service whose routes load when the test calls `come`. */
function appWithLateRoutes(): { readonly app: HttpApp; readonly come: (routes: Routes) => void } {
  let resolve: (routes: Routes) => void = () => undefined;
  const promise = new Promise<Routes>((settle) => {
    resolve = settle;
  });
  const app = createHttpApp({
    contract,
    routes: {},
    pages: {},
    loadRoutes: () => promise,
    open: async () => createNotesService().store,
    log: createServiceLog('silent', { write: () => undefined }),
    isComputed: () => false,
    corsOrigins: [],
    trustProxy: false,
    https: false,
    requestTimeout: 5000,
  });
  onTestFinished(() => app.close());
  return { app, come: (routes) => resolve(routes) };
}

const late: Routes = { '/api/late': { GET: async () => ({ status: 200, body: '"here"' }) } };

test('a call in process that comes before its routes waits for them', async () => {
  const { app, come } = appWithLateRoutes();
  const answer = app.fetch('/api/late');
  come(late);
  expect(await (await answer).json()).toBe('here');
});

test('a request that comes before its routes waits for them', async () => {
  const { app, come } = appWithLateRoutes();
  const server = createServer((request, response) => {
    app.handle(request, response);
    come(late);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/late`);
  expect(await response.json()).toBe('here');
});
