import { expect } from 'vitest';
import { adminEmail, password } from '../../support/auth-server.js';

/** A response with its headers as they are on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** `Set-Cookie` lines as `name=value`, without attributes. */
  readonly cookies: readonly string[];
}

/** Cookies and headers that the surrounding server adds to every response. */
export interface Surroundings {
  /** Names of the cookies that it sets. */
  readonly cookies?: readonly string[];
  /** Header names that it adds to `Vary`. */
  readonly vary?: readonly string[];
}

const json = { 'content-type': 'application/json' };

/**
 * Logs in, reads the own account, refreshes and logs out as a browser does, with nothing but the received
 * cookies.
 *
 * @param service - the address of the service, with the path that it is mounted at.
 */
export async function signInAndOut(service: string, surroundings: Surroundings = {}): Promise<void> {
  const jar = new Map<string, string>();
  const others = surroundings.cookies ?? [];
  const send = async (method: string, path: string, body?: object): Promise<WireAnswer> => {
    const answer = await fetch(`${service}/api/auth/${path}`, {
      method,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: 'http://localhost:3000',
        ...(body && json),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    for (const cookie of cookies) keep(jar, cookie);
    expect(varyOf(answer.headers)).toEqual(expect.arrayContaining(expectedVary(surroundings)));
    return { status: answer.status, headers: answer.headers, cookies };
  };

  const login = await send('POST', 'login', { email: adminEmail, password });
  expect([login.status, namesOf(login)]).toEqual([200, sorted(['svc_refresh', 'svc_session', ...others])]);
  const first = new Map(jar);
  expect((await send('GET', 'me')).status).toBe(200);

  const refresh = await send('POST', 'refresh');
  expect([refresh.status, namesOf(refresh)]).toEqual([
    200,
    expect.arrayContaining(['svc_refresh', 'svc_session']),
  ]);
  expect(jar.get('svc_refresh')).not.toBe(first.get('svc_refresh'));
  expect((await send('GET', 'me')).status).toBe(200);

  const logout = await send('POST', 'logout');
  expect(logout.status).toBe(200);
  expect(logout.cookies).toEqual(expect.arrayContaining(['svc_session=', 'svc_refresh=']));
  expect((await send('GET', 'me')).status).toBe(401);
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
  if (value === '') jar.delete(name);
  else jar.set(name, value);
}

function namesOf({ cookies }: WireAnswer): readonly string[] {
  return sorted(cookies.map((cookie) => cookie.split('=')[0] ?? ''));
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort();
}

function varyOf(headers: Headers): readonly string[] {
  return (headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase());
}

function expectedVary({ vary = [] }: Surroundings): string[] {
  return ['accept-encoding', 'cookie', 'authorization', 'x-api-key', ...vary];
}
