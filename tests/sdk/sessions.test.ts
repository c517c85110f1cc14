/** Sessions: their cookies outside browsers, and their renewal. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, type ReceivedRequest, type Script, scriptedServer } from '../support/scripted-server.js';
import { type AccountsClient, accountsClient, signedIn, unauthenticated } from './accounts-client.js';
import { note } from './notes-client.js';

// The jitter determines the delay: near -1 there is almost none.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(-0.99);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const login = { email: 'ada@example.org', password: 'Correct horse 1' };

function signIn(response: ServerResponse, number: number): void {
  response.setHeader('Set-Cookie', [
    `svc_session=access${number}; Path=/; HttpOnly; SameSite=Lax; Max-Age=900`,
    `svc_refresh=refresh${number}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400`,
  ]);
  answer(response, 200, signedIn);
}

/** Browsers store cookies themselves, inaccessible to scripts, and ignore a given `Cookie` header. */
class BrowserRequest extends Request {
  constructor(input: string, { headers, ...init }: RequestInit) {
    const allowed = new Headers(headers);
    allowed.delete('cookie');
    super(input, { ...init, headers: allowed });
  }
}

function asInBrowsers(): void {
  vi.stubGlobal('Request', BrowserRequest);
}

interface Session {
  /** Whether requests that need a session are refused until it is renewed. */
  isOver: boolean;
  refreshes: number;
}

/** A server whose sessions end when a test sets `isOver`. */
function sessions(session: Session, refresh?: Script): Script {
  return (request, response, number) => {
    if (request.url === '/api/auth/login') signIn(response, 0);
    else if (request.url === '/api/auth/refresh') {
      session.refreshes++;
      if (refresh) refresh(request, response, number);
      else {
        session.isOver = false;
        signIn(response, session.refreshes);
      }
    } else if (session.isOver) answer(response, 401, unauthenticated);
    else answer(response, 200, note());
  };
}

describe('cookies', () => {
  test('a login is remembered by the client, and by no other', async () => {
    const { url, received } = await scriptedServer(sessions({ isOver: false, refreshes: 0 }));
    const client = accountsClient({ baseUrl: url });
    await client.auth.login(login);
    await client.notes.findById('n1');
    await accountsClient({ baseUrl: url }).notes.findById('n1');
    expect(received.map(({ headers }) => headers['cookie'])).toEqual([
      undefined,
      'svc_session=access0; svc_refresh=refresh0',
      undefined,
    ]);
  });

  test('those with the prefix of https too; those of others are left alone', async () => {
    const { url, received } = await scriptedServer((_request, response) => {
      response.setHeader('Set-Cookie', [
        '__Host-svc_session=a.b-c_d; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=900',
        '__Host-svc_ml=x; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=600',
        'balancer=7; Path=/',
      ]);
      answer(response, 200, note());
    });
    const client = accountsClient({ baseUrl: url });
    await client.notes.findById('n1');
    await client.notes.findById('n1');
    expect(received[1]?.headers['cookie']).toBe('__Host-svc_session=a.b-c_d; __Host-svc_ml=x');
  });

  test('what the server clears is gone', async () => {
    const { url, received } = await scriptedServer((request, response) => {
      if (request.url === '/api/auth/login') return signIn(response, 0);
      response.setHeader('Set-Cookie', [
        'svc_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
        'svc_refresh=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
      ]);
      answer(response, 200, { message: 'Bye.' });
    });
    const client = accountsClient({ baseUrl: url });
    await client.auth.login(login);
    await client.auth.logout();
    await client.auth.logout();
    expect(received.map(({ headers }) => headers['cookie'])).toEqual([
      undefined,
      'svc_session=access0; svc_refresh=refresh0',
      undefined,
    ]);
  });

  test.each([
    ['an API key', { apiKey: 'svc_sec_x' }],
    ['credentials that are omitted', { credentials: 'omit' }],
    ['a cookie of its own', { headers: { cookie: 'svc_session=own' } }],
    ['an Authorization of its own', { headers: { Authorization: 'Bearer x' } }],
  ] as const)('none is added to %s', async (_name, options) => {
    const { url, received } = await scriptedServer((_request, response) => signIn(response, 0));
    const client = accountsClient({ baseUrl: url, ...options });
    await client.notes.findById('n1');
    await client.notes.findById('n1');
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['cookie']).toBe(
      'headers' in options && 'cookie' in options.headers ? 'svc_session=own' : undefined,
    );
  });
});

describe('a session that is over, where the client keeps its cookies,', () => {
  test('is renewed, and the call repeated with the new cookies', async () => {
    const session = { isOver: false, refreshes: 0 };
    const { url, received } = await scriptedServer(sessions(session));
    const client = accountsClient({ baseUrl: url });
    await client.auth.login(login);
    session.isOver = true;
    expect(await client.notes.create({ title: 'x' })).toEqual(note());
    expect(received.map(({ method, url, headers }) => [method, url, headers['cookie']])).toEqual([
      ['POST', '/api/auth/login', undefined],
      ['POST', '/api/notes', 'svc_session=access0; svc_refresh=refresh0'],
      ['POST', '/api/auth/refresh', 'svc_session=access0; svc_refresh=refresh0'],
      ['POST', '/api/notes', 'svc_session=access1; svc_refresh=refresh1'],
    ]);
    expect(received[3]?.body).toBe('{"title":"x"}');
  });
});

describe('a session that is over, in a browser,', () => {
  beforeEach(asInBrowsers);

  test('is renewed once for all calls that fail together', async () => {
    const session = { isOver: true, refreshes: 0 };
    let late: ServerResponse | undefined;
    const { url } = await scriptedServer((request, response, number) => {
      // The last call gets its 401 after the other calls have already renewed the session.
      if (request.url === '/api/notes/e' && session.isOver) late = response;
      else sessions(session)(request, response, number);
      if (request.url === '/api/auth/refresh') {
        response.once('close', () => late && answer(late, 401, unauthenticated));
      }
    });
    const client = accountsClient({ baseUrl: url });
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const found = await Promise.all(ids.map((id) => client.notes.findById(id)));
    expect(found).toHaveLength(5);
    expect(session.refreshes).toBe(1);
  });

  test('is renewed again the next time', async () => {
    const session = { isOver: true, refreshes: 0 };
    const { url } = await scriptedServer(sessions(session));
    const client = accountsClient({ baseUrl: url });
    await client.notes.findById('n1');
    session.isOver = true;
    await client.notes.findById('n1');
    expect(session.refreshes).toBe(2);
  });

  test.each([
    [
      'is refused',
      (_request, response) => answer(response, 401, { error: 'Stolen.', code: 'UNAUTHENTICATED' }),
    ],
    ['meets a server that is down', (_request, response) => response.destroy()],
  ] as readonly (readonly [string, Script])[])(
    'fails the call with its own error when the refresh %s',
    async (_name, refresh) => {
      const session = { isOver: true, refreshes: 0 };
      const { url, calls } = await scriptedServer(sessions(session, refresh));
      const client = accountsClient({ baseUrl: url });
      await expect(client.notes.findById('n1')).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'The session is over.',
      });
      expect(calls).toEqual(['GET /api/notes/n1', 'POST /api/auth/refresh']);
    },
  );

  test('fails a call that is refused after the refresh, too', async () => {
    const session = { isOver: true, refreshes: 0 };
    const { url, calls } = await scriptedServer(
      sessions(session, (_request, response) => signIn(response, 1)),
    );
    await expect(accountsClient({ baseUrl: url }).notes.findById('n1')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(calls).toEqual(['GET /api/notes/n1', 'POST /api/auth/refresh', 'GET /api/notes/n1']);
  });

  test.each([
    ['login', (client) => client.auth.login(login)],
    ['logout', (client) => client.auth.logout()],
    ['refresh', (client) => client.auth.refresh()],
  ] as readonly (readonly [string, (client: AccountsClient) => Promise<unknown>])[])(
    'is not renewed by %s',
    async (_name, call) => {
      const { url, calls } = await scriptedServer((_request, response) =>
        answer(response, 401, unauthenticated),
      );
      await expect(call(accountsClient({ baseUrl: url }))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      expect(calls).toHaveLength(1);
    },
  );

  test.each([
    ['an API key', { apiKey: 'svc_sec_x' }, {}],
    ['the cookies of a request that is passed on', { headers: () => ({ cookie: 'svc_session=theirs' }) }, {}],
    ['a token', {}, { headers: { authorization: 'Bearer x' } }],
  ] as const)('is not renewed for a call with %s', async (_name, options, callOptions) => {
    const { url, calls } = await scriptedServer((_request, response) =>
      answer(response, 401, unauthenticated),
    );
    const client = accountsClient({ baseUrl: url, ...options });
    await expect(client.notes.findById('n1', {}, callOptions)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(calls).toEqual(['GET /api/notes/n1']);
  });

  test('is not renewed for other refusals', async () => {
    const refusals = [
      [401, 'INVALID_CREDENTIALS'],
      [403, 'FORBIDDEN'],
    ] as const;
    for (const [status, code] of refusals) {
      const { url, calls } = await scriptedServer((_request, response) =>
        answer(response, status, { error: 'No.', code }),
      );
      const client = accountsClient({ baseUrl: url });
      await expect(
        client.auth.changePassword({ currentPassword: 'a', newPassword: 'b' }),
      ).rejects.toMatchObject({ code });
      expect(calls).toEqual(['POST /api/auth/change-password']);
    }
  });

  test('a call that ends while the session is renewed is not repeated', async () => {
    const controller = new AbortController();
    const session = { isOver: true, refreshes: 0 };
    const { url, calls } = await scriptedServer(
      sessions(session, (_request, response) => {
        controller.abort();
        signIn(response, 1);
      }),
    );
    const client = accountsClient({ baseUrl: url });
    const call = client.notes.create({ title: 'x' }, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    await vi.waitFor(() => expect(calls).toEqual(['POST /api/notes', 'POST /api/auth/refresh']));
  });

  test('client.safe renews it as well, and answers the data', async () => {
    const { url } = await scriptedServer(sessions({ isOver: true, refreshes: 0 }));
    const client = accountsClient({ baseUrl: url });
    expect(await client.safe.notes.findById('n1')).toEqual({ data: note(), error: null });
  });
});

test('tabs of a browser wait for each other', async () => {
  const names: string[] = [];
  const request = async (name: string, work: () => Promise<unknown>): Promise<unknown> => {
    names.push(name);
    return work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  asInBrowsers();
  // As in a browser, responses do not expose their cookies.
  const script = (request: ReceivedRequest, response: ServerResponse, number: number): void => {
    if (request.url === '/api/auth/refresh') answer(response, 200, signedIn);
    else if (number === 1) answer(response, 401, unauthenticated);
    else answer(response, 200, note());
  };
  const { url, calls } = await scriptedServer(script);
  await accountsClient({ baseUrl: url, credentials: 'include' }).notes.findById('n1');
  expect(calls).toEqual(['GET /api/notes/n1', 'POST /api/auth/refresh', 'GET /api/notes/n1']);
  expect(names).toEqual([`svc-refresh ${url}`]);
});

test('hooks see every request and answer of a renewal', async () => {
  asInBrowsers();
  const seen: string[] = [];
  const { url } = await scriptedServer(sessions({ isOver: true, refreshes: 0 }));
  const client = accountsClient({
    baseUrl: url,
    onRequest: ({ url: address }) => {
      seen.push(new URL(address).pathname);
    },
    onResponse: ({ status }) => {
      seen.push(String(status));
    },
  });
  await client.notes.findById('n1');
  expect(seen).toEqual(['/api/notes/n1', '401', '/api/auth/refresh', '200', '/api/notes/n1', '200']);
});

describe('nobody', () => {
  const refusing: Script = (_request, response) => answer(response, 401, unauthenticated);

  test('is known where the client keeps the cookies: nothing is asked, and nothing renewed', async () => {
    const { url, calls } = await scriptedServer(refusing);
    const client = accountsClient({ baseUrl: url });
    expect(await client.auth.me()).toEqual({ user: null });
    expect(await client.safe.auth.me()).toEqual({ data: { user: null }, error: null });
    expect(calls).toEqual([]);
    await expect(client.notes.findById('n1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(calls).toEqual(['GET /api/notes/n1']);
  });

  test('is asked for again after a login, and no more after a logout', async () => {
    const { url, calls } = await scriptedServer((request, response) => {
      if (request.url === '/api/auth/login') return signIn(response, 0);
      const clear = ['svc_session=; Max-Age=0', 'svc_refresh=; Max-Age=0'];
      if (request.url === '/api/auth/logout') response.setHeader('Set-Cookie', clear);
      answer(response, 200, signedIn);
    });
    const client = accountsClient({ baseUrl: url });
    await client.auth.login(login);
    expect(await client.auth.me()).toEqual(signedIn);
    await client.auth.logout();
    expect(await client.auth.me()).toEqual({ user: null });
    expect(calls).toEqual(['POST /api/auth/login', 'GET /api/auth/me', 'POST /api/auth/logout']);
  });

  test('is asked for where a hook or another fetch may add what the client does not see', async () => {
    const { url, received } = await scriptedServer((_request, response) => answer(response, 200, signedIn));
    const onRequest = (request: Request): void => request.headers.set('authorization', 'Bearer kept');
    expect(await accountsClient({ baseUrl: url, onRequest }).auth.me()).toEqual(signedIn);
    expect(received[0]?.headers['authorization']).toBe('Bearer kept');
    const client = accountsClient({ baseUrl: url, fetch: (input, init) => fetch(input, init) });
    expect(await client.auth.me()).toEqual(signedIn);
  });

  test('in a browser is one question and at most one refresh, and no further one until a login', async () => {
    asInBrowsers();
    let isSignedIn = false;
    const { url, calls } = await scriptedServer((request, response) => {
      if (request.url === '/api/auth/login') isSignedIn = true;
      answer(response, isSignedIn ? 200 : 401, isSignedIn ? signedIn : unauthenticated);
    });
    const client = accountsClient({ baseUrl: url });
    const ask = ['GET /api/auth/me', 'POST /api/auth/refresh'];
    expect(await client.auth.me()).toEqual({ user: null });
    expect(calls).toEqual(ask);
    expect(await client.auth.me()).toEqual({ user: null });
    await expect(client.notes.findById('n1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(calls).toEqual([...ask, 'GET /api/auth/me', 'GET /api/notes/n1']);
    await client.auth.login(login);
    isSignedIn = false;
    expect(await client.auth.me()).toEqual({ user: null });
    expect(calls.slice(4)).toEqual(['POST /api/auth/login', ...ask]);
  });

  test.each([{ cookie: '' }, { cookie: 'theme=dark' }])(
    'is a visitor with the headers %j: nothing is renewed',
    async (headers) => {
      const { url, calls } = await scriptedServer(refusing);
      const client = accountsClient({ baseUrl: url, headers });
      expect(await client.auth.me()).toEqual({ user: null });
      await expect(client.notes.findById('n1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    },
  );

  test.each([{ apiKey: 'svc_sec_old' }, { headers: { authorization: 'Bearer old' } }])(
    'is not who gives %j: the refusal of a key or token is an error',
    async (options) => {
      const { url } = await scriptedServer(refusing);
      const client = accountsClient({ baseUrl: url, ...options });
      await expect(client.auth.me()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    },
  );
});
