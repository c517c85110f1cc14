/** Sessions: their cookies where no browser keeps them, and their renewal. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, type ReceivedRequest, type Script, scriptedServer } from '../support/scripted-server.js';
import { type AccountsClient, accountsClient, signedIn, unauthenticated } from './accounts-client.js';
import { note } from './notes-client.js';

// The jitter decides how long a pause is: near -1 there is almost none.
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

interface Session {
  /** Requests that a session is asked for are refused until it is renewed. */
  isOver: boolean;
  refreshes: number;
}

/** A server whose sessions end when a test says so. */
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
    await client.auth.me();
    await client.auth.me();
    expect(received[1]?.headers['cookie']).toBe(
      'headers' in options && 'cookie' in options.headers ? 'svc_session=own' : undefined,
    );
  });
});

describe('a session that is over', () => {
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

  test('is renewed once for all calls that fail together', async () => {
    const session = { isOver: true, refreshes: 0 };
    let late: ServerResponse | undefined;
    const { url } = await scriptedServer((request, response, number) => {
      // The last of them hears of the end when the others have renewed the session already.
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
  // As in a browser, no answer shows its cookies.
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
