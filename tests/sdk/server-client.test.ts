/** The client for servers that render pages: sessions of visitors, over HTTP against a real service. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emitSdk } from '../../generator/emit/sdk.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { Fetch } from '../../templates/sdk/platform.js';
import type {
  headerCookies as HeaderCookies,
  ServerClientOptions,
  ServerCookies,
  SetServerCookie,
} from '../../templates/sdk/server/index.js';
import {
  type AuthServer,
  adminEmail,
  minute,
  password,
  secret,
  startAuthServer,
} from '../support/auth-server.js';
import { importEmitted, irOf } from '../support/emitted.js';
import type { AccountsClient } from './accounts-client.js';

const config: ServiceConfig = {
  collections: [
    { slug: 'posts', drafts: true, fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'notes',
      drafts: false,
      access: { read: () => true, create: () => true },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'memos',
      drafts: false,
      access: { read: ({ req }) => Boolean(req.user) },
      fields: [{ name: 'title', type: 'text' }],
    },
  ],
};

interface ServerSdk {
  createServerClient(options: ServerClientOptions): AccountsClient & {
    readonly posts: {
      create(data: object, options?: object): Promise<{ readonly id: string }>;
      findById(id: string, query?: object): Promise<{ readonly title: string }>;
    };
    readonly memos: { find(): Promise<{ readonly totalDocs: number }> };
  };
  renewSession(options: {
    readonly baseUrl: string;
    readonly cookies: ServerCookies;
    readonly fetch?: Fetch;
  }): Promise<boolean>;
  readonly headerCookies: typeof HeaderCookies;
}

let server: AuthServer;
let sdk: ServerSdk;
/** The calls of this test, as `GET /api/notes`. */
let calls: string[];

beforeEach(async () => {
  calls = [];
  server = await startAuthServer({ config, auth: { rateLimit: false } });
  vi.spyOn(Date, 'now').mockImplementation(() => server.time.now);
  const files = emitSdk(irOf({ ...config, auth: { secret } }));
  sdk = (await importEmitted(files, 'sdk/server.js')) as unknown as ServerSdk;
});

afterEach(() => {
  vi.restoreAllMocks();
});

const counted: Fetch = (input, init) => {
  const request = new Request(input, init);
  calls.push(`${request.method} ${new URL(request.url).pathname}`);
  return fetch(request);
};

/** A visitor's browser: the cookies that frontends set in it, as the store of a framework has them. */
class Browser implements ServerCookies {
  readonly jar: Map<string, string>;
  readonly written: SetServerCookie[] = [];
  isReadOnly = false;

  constructor(jar: ReadonlyMap<string, string> = new Map()) {
    this.jar = new Map(jar);
  }

  getAll(): readonly { readonly name: string; readonly value: string }[] {
    return [...this.jar].map(([name, value]) => ({ name, value }));
  }

  set(name: string, value: string, options: SetServerCookie['options']): void {
    if (this.isReadOnly) throw new Error('Cookies can only be modified in a Server Action or Route Handler.');
    this.written.push({ name, value, options });
    if (options.maxAge === 0) this.jar.delete(name);
    else this.jar.set(name, value);
  }

  /** The cookies that were set, without the one that only tries whether cookies can be set. */
  names(): readonly string[] {
    return this.written.map(({ name }) => name).filter((name) => name !== 'svc_probe');
  }
}

function clientOf(
  cookies: ServerCookies | Promise<ServerCookies>,
  own: Partial<ServerClientOptions> = {},
): ReturnType<ServerSdk['createServerClient']> {
  return sdk.createServerClient({ baseUrl: server.url, fetch: counted, retry: false, cookies, ...own });
}

/** A browser with a session of the administrator. */
async function visitor(): Promise<Browser> {
  return new Browser((await server.signedIn()).jar);
}

/** The access token expires after 15 minutes, and browsers drop its cookie then. */
function expire(browser: Browser, keeps: 'cookie' | 'nothing' = 'nothing'): void {
  server.time.now += 16 * minute;
  if (keeps === 'nothing') browser.jar.delete('svc_session');
}

describe('a session', () => {
  test('that is valid is forwarded, and nothing is set', async () => {
    const browser = await visitor();
    expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
    expect(calls).toEqual(['GET /api/auth/me']);
    expect(browser.written).toEqual([]);
  });

  test.each(['cookie', 'nothing'] as const)(
    'that has expired is renewed, and the visitor gets the new cookies (the browser keeps %s)',
    async (keeps) => {
      const browser = await visitor();
      const old = browser.jar.get('svc_refresh');
      expire(browser, keeps);
      expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
      expect(browser.names()).toEqual(['svc_session', 'svc_refresh']);
      expect(browser.jar.get('svc_refresh')).not.toBe(old);
      expect(browser.written.find(({ name }) => name === 'svc_session')?.options).toEqual({
        path: '/',
        httpOnly: true,
        secure: false,
        sameSite: 'lax',
        maxAge: 900,
      });
      expect(browser.written.find(({ name }) => name === 'svc_refresh')?.options).toMatchObject({
        sameSite: 'strict',
        httpOnly: true,
      });
      calls.length = 0;
      expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
      expect(calls).toEqual(['GET /api/auth/me']);
    },
  );

  test('is not taken from the value of another cookie, as a framework decodes it', async () => {
    const session = (await visitor()).jar.get('svc_session');
    for (const planted of [`1; svc_session=${session}`, '1\r\nx-api-key: 1', 'ä', '"']) {
      const sent: (string | null)[] = [];
      const seeing: Fetch = (input, init) => {
        const request = new Request(input, init);
        sent.push(request.headers.get('cookie'));
        return fetch(request);
      };
      const browser = new Browser(new Map([['svc_theme', planted]]));
      await clientOf(browser, { fetch: seeing }).notes.find();
      expect(sent).toEqual([null]);
    }
  });

  test('is renewed after a refusal too, where the clocks differ', async () => {
    const browser = await visitor();
    expire(browser, 'cookie');
    vi.mocked(Date.now).mockReturnValue(server.time.now - 16 * minute);
    expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
    expect(calls).toEqual(['GET /api/auth/me', 'POST /api/auth/refresh', 'GET /api/auth/me']);
  });

  test('is renewed once for all calls of a request', async () => {
    const browser = await visitor();
    expire(browser, 'cookie');
    const client = clientOf(Promise.resolve(browser));
    await Promise.all([client.auth.me(), client.notes.find(), client.memos.find(), client.memos.find()]);
    expect(calls.filter((call) => call === 'POST /api/auth/refresh')).toHaveLength(1);
  });

  test('is still valid after two requests have renewed it at the same time', async () => {
    const browser = await visitor();
    expire(browser);
    const other = new Browser(browser.jar);
    await Promise.all([clientOf(browser).memos.find(), clientOf(other).memos.find()]);
    expire(browser);
    expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
  });

  test('is not renewed where cookies cannot be set, and works where they can be', async () => {
    const browser = await visitor();
    expire(browser);
    browser.isReadOnly = true;
    expect(await clientOf(browser).auth.me()).toEqual({ user: null });
    expect((await clientOf(browser).notes.find()).totalDocs).toBe(0);
    expect(calls).not.toContain('POST /api/auth/refresh');
    server.time.now += minute;
    browser.isReadOnly = false;
    expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
  });

  test('is not renewed without a way to set cookies', async () => {
    const browser = await visitor();
    expire(browser);
    const cookies: ServerCookies = { getAll: () => browser.getAll() };
    expect(await clientOf(cookies).auth.me()).toEqual({ user: null });
    expect(calls).toEqual([]);
    await expect(clientOf(cookies).auth.refresh()).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'A session cannot be renewed where cookies cannot be set',
    });
    expect(calls).toEqual([]);
  });

  test('that is over leaves a visitor without a login, whose cookies are removed', async () => {
    const browser = await visitor();
    await (await server.signedIn()).delete('/api/auth/sessions');
    expect((await clientOf(browser).notes.find()).totalDocs).toBe(0);
    expect(browser.jar.has('svc_session')).toBe(false);
    expect(browser.jar.has('svc_refresh')).toBe(false);
  });
});

describe('pages for everyone', () => {
  test('work with an expired session and no refresh cookie, as after a link of another site', async () => {
    const browser = await visitor();
    expire(browser, 'cookie');
    browser.jar.delete('svc_refresh');
    expect((await clientOf(browser).notes.find()).totalDocs).toBe(0);
    expect(await clientOf(browser).auth.me()).toEqual({ user: null });
    expect(browser.written).toEqual([]);
  });

  test('work with long filters, which are sent in a body', async () => {
    const browser = await visitor();
    expire(browser, 'cookie');
    browser.jar.delete('svc_refresh');
    const where = { title: { in: Array.from({ length: 90 }, (_, index) => `${index}`.repeat(40)) } };
    expect((await clientOf(browser).notes.find({ where })).totalDocs).toBe(0);
    expect(calls).toContain('POST /api/notes/query');
  });

  test('need no cookies', async () => {
    const client = clientOf(new Browser());
    expect(await client.auth.me()).toEqual({ user: null });
    expect((await client.notes.find()).totalDocs).toBe(0);
    expect(calls).toEqual(['GET /api/notes']);
  });

  test('are not a reason to write without the session', async () => {
    const browser = await visitor();
    expire(browser, 'cookie');
    browser.isReadOnly = true;
    const { error } = await clientOf(browser).safe.notes.create({ title: 'x' });
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('for users only refuse with the reason of the session', async () => {
    const browser = await visitor();
    expire(browser, 'cookie');
    browser.isReadOnly = true;
    await expect(clientOf(browser).memos.find()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

test('a preview of drafts has an expired session renewed, and is refused to visitors', async () => {
  const browser = await visitor();
  const { id } = await clientOf(browser).posts.create({ title: 'Half' }, { draft: true });
  expire(browser);
  const draft = true;
  expect(await clientOf(browser).posts.findById(id, { draft })).toMatchObject({ title: 'Half' });
  await expect(clientOf(new Browser()).posts.findById(id, { draft })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

describe('logging in and out', () => {
  test('sets and removes the cookies of the visitor', async () => {
    const browser = new Browser();
    await clientOf(browser).auth.login({ email: adminEmail, password });
    expect(await clientOf(browser).auth.me()).toMatchObject({ user: { email: adminEmail } });
    await clientOf(browser).auth.logout();
    expect([...browser.jar.keys()].filter((name) => /session|refresh/.test(name))).toEqual([]);
  });

  test('fails where the cookies cannot be set', async () => {
    const browser = new Browser();
    browser.isReadOnly = true;
    await expect(clientOf(browser).auth.login({ email: adminEmail, password })).rejects.toThrow(
      'Cookies can only be modified in a Server Action or Route Handler.',
    );
  });
});

describe('only', () => {
  test('the cookies of the service are forwarded', async () => {
    const browser = await visitor();
    browser.jar.set('theme', 'dark');
    let forwarded: string | null = '';
    const seen: Fetch = (input, init) => {
      const request = new Request(input, init);
      forwarded = request.headers.get('cookie');
      return fetch(request);
    };
    await clientOf(browser, { fetch: seen }).notes.find();
    expect(forwarded).toMatch(/svc_session=/);
    expect(forwarded).not.toMatch(/theme/);
  });

  test('a token of its own is sent, if there is one', async () => {
    const browser = await visitor();
    expire(browser);
    const client = clientOf(browser, { headers: { authorization: 'Bearer x' } });
    await expect(client.notes.find()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(calls).toEqual(['GET /api/notes']);
  });
});

describe('renewSession', () => {
  test('asks nothing while a session is valid, and without one', async () => {
    const options = { baseUrl: server.url, fetch: counted };
    expect(await sdk.renewSession({ ...options, cookies: await visitor() })).toBe(false);
    expect(await sdk.renewSession({ ...options, cookies: new Browser() })).toBe(false);
    expect(calls).toEqual([]);
  });

  test('renews one that has expired', async () => {
    const browser = await visitor();
    expire(browser);
    expect(await sdk.renewSession({ baseUrl: server.url, cookies: browser })).toBe(true);
    expect(browser.names()).toEqual(['svc_session', 'svc_refresh']);
  });

  test('does not fail while the service is down', async () => {
    const browser = await visitor();
    expire(browser);
    expect(await sdk.renewSession({ baseUrl: 'http://127.0.0.1:9', cookies: browser })).toBe(false);
  });
});

test('the cookies of headers: what the service sets arrives with its attributes', async () => {
  const browser = await visitor();
  expire(browser);
  const lines: string[] = [];
  const header = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  await clientOf(sdk.headerCookies(header, (line) => lines.push(line))).memos.find();
  expect(lines).toEqual([
    'svc_probe=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    expect.stringMatching(/^svc_session=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^svc_refresh=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
});
