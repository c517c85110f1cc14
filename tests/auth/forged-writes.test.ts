/**
 * Cross-site writes (CSRF): a page of another origin makes a visitor's browser send them to routes that act
 * on cookies, together with a credential in a header. On the same site (`www.` and `cms.`, or another port)
 * browsers add even `SameSite=Strict` cookies, and a page that may read responses (`server.cors.origins`) may
 * set the header.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type AuthClient,
  type AuthServer,
  adminEmail,
  minute,
  password,
  startAuthServer,
} from '../support/auth-server.js';
import { noBrowser, openBrowser } from '../support/browser.js';

if (noBrowser !== null) process.stderr.write(`Forged writes are not tested in a browser: ${noBrowser}\n`);

const own = 'http://cms.example.com';
const reader = 'http://www.example.com';
const visitor = 'visitor@example.com';

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a request from a page of another origin: of current browsers, and of those without Fetch
 * Metadata.
 */
const pages: Readonly<Record<string, Headers>> = {
  'on the same site': { 'sec-fetch-site': 'same-site', origin: reader },
  'without Fetch Metadata': { origin: reader },
};

const login = { email: adminEmail, password };
const loginForm = `email=${adminEmail}&password=${password}`;
const token = 'x'.repeat(43);

/** Every route that reads, sets or clears cookies, with the most harmful body: as JSON, or as a form. */
const routes: readonly (readonly [route: string, body: object | string | null])[] = [
  ['POST /api/auth/login', login],
  ['POST /api/auth/logout', null],
  ['POST /api/auth/refresh', null],
  ['POST /api/auth/magic-link/verify', { token }],
  ['POST /api/auth/magic-link/verify', { email: visitor, code: 'ABCDEFGH' }],
  ['POST /api/auth/magic-link/verify', `token=${token}`],
  ['POST /api/auth/magic-link', { email: visitor }],
  ['POST /api/auth/reset-password', { token, password }],
  ['POST /api/auth/change-password', { currentPassword: password, newPassword: `${password}1` }],
  ['POST /api/auth/email-change', { currentPassword: password, newEmail: 'thief@example.com' }],
  ['DELETE /api/auth/email-change', null],
  ['POST /api/auth/email-change/confirm', { token }],
  ['DELETE /api/auth/sessions/ATTACKER', null],
  ['POST /admin/login', loginForm],
  ['POST /admin/logout', ''],
  ['POST /admin/magic-link', `token=${token}`],
  ['POST /admin/reset-password', `token=${token}&password=${password}`],
  ['POST /admin/accept-invite', `token=${token}`],
  ['POST /admin/verify-email', `token=${token}`],
  ['POST /admin/register', loginForm],
  ['POST /admin/forgot-password', `email=${visitor}`],
];

interface Scene {
  readonly server: AuthServer;
  readonly victim: AuthClient;
  /** Credentials that a page may add to the victim's cookies, named by what is wrong with them. */
  readonly credentials: readonly (readonly [name: string, headers: Headers])[];
  /** A session of the author of the page. */
  readonly attackersSession: string;
}

/** A signed-in visitor, and a page of an attacker who has an account and a key. */
async function openScene(tokenInBody: boolean): Promise<Scene> {
  const server = await startAuthServer({
    baseUrl: own,
    auth: { tokenInBody, rateLimit: false },
    config: { server: { cors: { origins: [reader] } } },
  });
  await server.addUser(visitor);
  const old = await server.signedIn();
  const expired = old.jar.get('svc_session') ?? '';
  server.time.now += 16 * minute;
  const attacker = await server.signedIn();
  const { body } = await attacker.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  const me = await attacker.get('/api/auth/me');
  return {
    server,
    victim: await server.signedIn(visitor),
    attackersSession: me.body.session.id,
    credentials: [
      ['no credential', {}],
      ['junk', { authorization: 'Bearer x' }],
      ['a key that is none', { 'x-api-key': 'svc_sec_x' }],
      ['an expired token', { authorization: `Bearer ${expired}` }],
      ['a valid key', { 'x-api-key': body.key }],
      ['a valid key as bearer', { authorization: `Bearer ${body.key}` }],
      ['a token of the page itself', { authorization: `Bearer ${attacker.jar.get('svc_session')}` }],
    ],
  };
}

/**
 * 401, because an invalid key is refused before anything else (docs/spec/auth.md#credential-order), and some
 * routes authenticate first.
 */
const refusals: readonly unknown[] = ['FORBIDDEN', 'UNAUTHENTICATED'];

describe.each([
  ['with tokens in bodies', true],
  ['with tokens in cookies alone', false],
])('%s', (_mode, tokenInBody) => {
  test.each(routes)(
    '%s with %j is refused to a page of another origin, whatever stands beside it',
    async (route, body) => {
      const { server, victim, credentials, attackersSession } = await openScene(tokenInBody);
      const [method = '', path = ''] = route.replace('ATTACKER', attackersSession).split(' ');
      const form = typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' };
      const before = new Map(victim.jar);
      for (const [credential, headers] of credentials) {
        for (const [page, says] of Object.entries(pages)) {
          const sent = await victim.send(method, path, body ?? undefined, { ...form, ...headers, ...says });
          const what = `${credential} ${page}`;
          expect([401, 403], what).toContain(sent.status);
          expect(refusals, what).toContain(sent.body.code);
          expect(sent.cookies, what).toEqual([]);
        }
      }
      expect(victim.jar).toEqual(before);
      expect((await victim.get('/api/auth/me')).body.user.email).toBe(visitor);
      expect((await victim.post('/api/auth/refresh', undefined, { origin: own })).status).toBe(200);
      expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );
});

describe('what is no forgery goes on working', () => {
  test('a key writes from any origin, and is never asked where a page stands', async () => {
    const { server, credentials } = await openScene(false);
    for (const [name, headers] of credentials.filter(([name]) => name.startsWith('a valid key'))) {
      for (const says of [{}, ...Object.values(pages)]) {
        const sent = await server.client().post('/api/posts', { title: 'x' }, { ...headers, ...says });
        expect(sent.status, name).toBe(201);
      }
    }
  });

  test('a program refreshes by the body, with its expired token still in the header', async () => {
    const { server } = await openScene(true);
    const { body } = await server.client().post('/api/auth/login', { email: visitor, password });
    server.time.now += 16 * minute;
    const refreshed = await server
      .client()
      .post(
        '/api/auth/refresh',
        { refreshToken: body.refreshToken },
        { authorization: `Bearer ${body.token}` },
      );
    expect([refreshed.status, typeof refreshed.body.token]).toEqual([200, 'string']);
  });

  test('a page of the service logs in beside a token that has expired', async () => {
    const { server, credentials } = await openScene(false);
    const [, expired = {}] = credentials.find(([name]) => name === 'an expired token') ?? [];
    for (const says of [{ 'sec-fetch-site': 'same-origin' }, { origin: own }]) {
      const sent = await server.client().post('/api/auth/login', login, { ...expired, ...says });
      expect(sent.status).toBe(200);
    }
  });

  test('a program that logs out by its token needs no origin', async () => {
    const { server, credentials } = await openScene(true);
    const [, token = {}] = credentials.at(-1) ?? [];
    expect((await server.client().post('/api/auth/logout', undefined, token)).status).toBe(200);
    expect((await server.client().get('/api/auth/me', token)).status).toBe(401);
  });
});

test('what sets cookies without having looked at the origin does not leave the server', async () => {
  const server = await startAuthServer({
    baseUrl: own,
    moreRoutes: {
      '/api/careless': {
        POST: async (request) => {
          request.decided();
          return { status: 200, cookies: ['svc_session=x'], body: '{}' };
        },
      },
    },
  });
  const sent = await server.client().post('/api/careless', undefined, { authorization: 'Bearer x' });
  expect([sent.status, sent.cookies]).toEqual([500, []]);
  expect(server.log.join()).toContain('POST /api/careless sets cookies and has not checked the origin.');
});

/** Two ports of one host are two origins of one site. */
describe.skipIf(noBrowser !== null)('in a browser', { timeout: 60_000 }, () => {
  test('a page beside the service, which may read, neither refreshes nor ends a session', async () => {
    const page = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>page'),
    );
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void page.close());
    const origin = `http://localhost:${(page.address() as AddressInfo).port}`;
    const server = await startAuthServer({
      auth: { tokenInBody: true },
      config: { server: { cors: { origins: [origin] } } },
    });
    const service = server.url.replace('127.0.0.1', 'localhost');
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const tab = await context.newPage();
    const ask = (method: string, path: string, headers: Headers, body?: object): Promise<unknown> =>
      tab.evaluate(`fetch(${JSON.stringify(`${service}${path}`)}, {
        method: ${JSON.stringify(method)}, credentials: 'include', headers: ${JSON.stringify(headers)},
        ${body === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(body))},`}
      }).then(async (answer) => [answer.status, (await answer.json()).code ?? null])`);
    const json = { 'content-type': 'application/json' };

    await tab.goto(`${service}/admin/login`);
    await tab.fill('input[name=email]', adminEmail);
    await tab.fill('input[name=password]', password);
    await tab.click('button');
    await tab.waitForURL(`${service}/admin`);
    await tab.goto(origin);
    // The page sends the visitor's cookies, so only its origin is a reason to refuse the following requests.
    expect(await ask('GET', '/api/auth/me', {})).toEqual([200, null]);
    for (const headers of [{}, { authorization: 'Bearer x' }]) {
      expect(await ask('POST', '/api/auth/refresh', headers)).toEqual([403, 'FORBIDDEN']);
      expect(await ask('POST', '/api/auth/logout', headers)).toEqual([403, 'FORBIDDEN']);
      expect(await ask('POST', '/api/auth/login', { ...json, ...headers }, login)).toEqual([
        403,
        'FORBIDDEN',
      ]);
    }
    expect(await ask('GET', '/api/auth/me', {})).toEqual([200, null]);
  });
});
