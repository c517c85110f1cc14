import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import type { AccessArguments } from '../../runtime/config/access-config.js';
import { startAuthServer } from '../support/auth-server.js';

test('an answer that nobody decided on does not leave the server', async () => {
  const server = await startAuthServer({
    moreRoutes: { '/api/forgetful': { GET: async () => ({ status: 200, body: '"secret"' }) } },
  });
  const { status, body } = await server.client().get('/api/forgetful');
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'INTERNAL_ERROR' });
  expect(server.log.join('')).toContain('GET /api/forgetful answered before access was decided.');
});

test('every route decides before it answers', async () => {
  const server = await startAuthServer({ env: { SVC_RATE_LIMIT: 'off' } });
  const { body: post } = await (await server.signedIn()).post('/api/posts', { title: 'x' });
  const id = post.id as string;
  const paths = [
    ...['/health/live', '/health/ready', '/api/posts', `/api/posts/${id}`, '/api/users', `/api/users/${id}`],
    ...['/api/auth/me', '/api/auth/config', '/api/auth/sessions', '/api/auth/audit-log', '/api/auth/invites'],
    ...['/api/auth/api-keys', '/api/globals/system', `/api/users/${id}/sessions`, '/admin', '/admin/login'],
    ...['/admin/register', '/admin/forgot-password', '/admin/reset-password', '/admin/verify-email'],
    ...['/admin/magic-link', '/admin/accept-invite', '/admin/auth.css', '/admin/logo.svg'],
    ...[
      '/api/auth/verify-email?token=x',
      '/api/auth/magic-link/verify?token=x',
      '/api/auth/accept-invite?token=x',
    ],
  ];
  for (const path of paths) expect((await server.client().get(path)).status, path).not.toBe(500);
});

test('in an application of its own the pages are there, and its other paths are not taken', async () => {
  const server = await startAuthServer();
  const outer = express();
  outer.use(server.app);
  outer.get('/admin/own', (_, response) => void response.send('mine'));
  const url = await listening(outer);
  expect((await fetch(`${url}/admin/login`)).status).toBe(200);
  expect(await (await fetch(`${url}/admin/own`)).text()).toBe('mine');
});

test('a user that an application around the service has put on the request is nobody here', async () => {
  const seen: unknown[] = [];
  const read = ({ req }: AccessArguments): boolean => {
    seen.push(req.user ?? null);
    return true;
  };
  const server = await startAuthServer({
    config: {
      collections: [
        { slug: 'posts', drafts: false, access: { read }, fields: [{ name: 'title', type: 'text' }] },
      ],
    },
  });
  const outer = express();
  outer.use((request: Request & { user?: unknown }, _, next) => {
    request.user = { id: '1', role: 'super_admin' };
    next();
  });
  outer.use(server.app);
  const url = await listening(outer);
  expect((await fetch(`${url}/api/posts`)).status).toBe(200);
  expect(seen).toEqual([null]);
  expect((await fetch(`${url}/api/auth/audit-log`)).status).toBe(401);
});

test('a service that is closed has closed its sessions and stops sending', async () => {
  const server = await startAuthServer();
  await server.app.close();
  await expect(server.services.sessions.check()).rejects.toThrow();
  await expect(server.services.driver.check()).rejects.toThrow();
});

async function listening(application: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(application);
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('while the session store is away a session is 503, not a stranger, and what is public goes on', async () => {
  const server = await startAuthServer({ alone: true });
  const client = await server.signedIn();
  await server.services.sessions.close();
  for (const path of ['/api/auth/me', '/api/posts']) {
    const { status, body, headers } = await client.get(path);
    expect({ status, code: body.code }, path).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await client.post('/api/auth/refresh')).status).toBe(503);
  expect((await server.client().get('/api/posts')).status).toBe(200);
});
