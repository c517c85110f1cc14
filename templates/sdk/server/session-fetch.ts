import { refuse, SvcError } from '../errors.js';
import type { ClientOptions } from '../options.js';
import { type FetchRequest, type FetchResponse, type PlainResponse, platform } from '../platform.js';
import { plainHeaders } from '../request.js';
import type { ServerCookies } from './cookies.js';
import { openVisitorCookies, type VisitorCookies } from './visitor-cookies.js';

/** How the sessions of visitors reach the service. */
export interface SessionOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch' | 'headers'> {
  /** The cookies of the visitor's request. */
  readonly cookies: ServerCookies | Promise<ServerCookies>;
}

/** The parts of a `Request` that sessions need. */
interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: {
    get(name: string): string | null;
    set(name: string, value: string): void;
    delete(name: string): void;
  };
  clone(): SentRequest;
}

type Sends = (request: FetchRequest) => Promise<FetchResponse>;

/** Calls that start, end or renew a session themselves. */
const ofSession = /\/api\/auth\/(login|logout|refresh|magic-link(\/verify)?)$/;

/**
 * A `fetch` with the visitor's session: adds its cookies, renews it once where it has expired, and passes on
 * what the service sets. A session that cannot be renewed here is no reason to show nothing: reads are then
 * sent without it, like those of a visitor who is not logged in.
 */
export function sessionFetch(options: SessionOptions): Sends {
  const send: Sends = (request) => ((options.fetch ?? platform.fetch) as Sends)(request);
  let opened: Promise<VisitorCookies> | undefined;
  let running: Promise<boolean> | undefined;
  let renewals = 0;
  let isOver = false;

  const renewOnce = (cookies: VisitorCookies): Promise<boolean> => {
    running ??= renew(cookies, options).then((isRenewed) => {
      running = undefined;
      if (isRenewed) renewals++;
      else isOver = true;
      return isRenewed;
    });
    return running;
  };
  const canRenew = (cookies: VisitorCookies): boolean => !isOver && cookies.hasRefresh();

  return async (given) => {
    const request = given as unknown as SentRequest;
    request.headers.delete('cookie');
    // A key or token is a credential of its own.
    if (request.headers.get('authorization') || request.headers.get('x-api-key')) return send(given);
    opened ??= openVisitorCookies(options.cookies);
    const cookies = await opened;
    const withCookies = async (): Promise<FetchResponse> => {
      const response = await send(copyOf(request, cookies.header()));
      await keep(cookies, request, response);
      return response;
    };

    if (ofSession.test(request.url)) {
      // The service takes each refresh token once, so the next one has to reach the visitor.
      if (/refresh$/.test(request.url) && !(await cookies.canSet()))
        refuse('A session cannot be renewed where cookies cannot be set');
      return withCookies();
    }
    if (renewals === 0 && cookies.hasExpired() && canRenew(cookies)) await renewOnce(cookies);
    if (!cookies.hasSession() && /\/api\/auth\/me$/.test(request.url))
      throw new SvcError('UNAUTHENTICATED', 'No user is logged in', { status: 401 });
    const before = renewals;
    const response = await withCookies();
    if (!(await isRefused(response))) return response;
    // Another call's renewal may have ended since this call began.
    if (before < renewals || (canRenew(cookies) && (await renewOnce(cookies)))) return withCookies();
    // A write must not become that of another requester.
    if (!/^GET (?!.*\/api\/auth\/)|\/query$/.test(`${request.method} ${request.url}`)) return response;
    const anonymous = await send(copyOf(request, ''));
    return [401, 403].includes((anonymous as PlainResponse).status) ? response : anonymous;
  };
}

/**
 * Sends the refresh token, unless the cookies of the response could not reach the visitor: the service would
 * end a session whose old refresh token is used again later.
 *
 * @returns whether the visitor now has a valid session. Throws nothing.
 */
export async function renew(
  cookies: VisitorCookies,
  { baseUrl, fetch, headers }: Omit<SessionOptions, 'cookies'>,
): Promise<boolean> {
  try {
    if (!(await cookies.canSet())) return false;
    const general = plainHeaders(typeof headers === 'function' ? await headers() : headers);
    const request = new platform.Request(`${baseUrl.replace(/\/+$/, '')}/api/auth/refresh`, {
      method: 'POST',
      headers: { ...general, cookie: cookies.header() },
    });
    const response: PlainResponse = await ((fetch ?? platform.fetch) as Sends)(request);
    await cookies.store(response.headers);
    return response.ok;
  } catch {
    return false;
  }
}

function copyOf(request: SentRequest, cookie: string): FetchRequest {
  const copy = request.clone();
  if (cookie) copy.headers.set('cookie', cookie);
  return copy as unknown as FetchRequest;
}

/** A login that does not reach the visitor is an error; what a read sets is not needed for its response. */
async function keep(
  cookies: VisitorCookies,
  { method }: SentRequest,
  response: FetchResponse,
): Promise<void> {
  try {
    await cookies.store((response as PlainResponse).headers);
  } catch (error) {
    if (method !== 'GET') throw error;
  }
}

/** Whether a response says that the session is not valid. */
async function isRefused(response: FetchResponse): Promise<boolean> {
  const { status, clone } = response as PlainResponse & { clone(): PlainResponse };
  if (status !== 401) return false;
  try {
    const body = (await clone.call(response).json()) as { readonly code?: unknown };
    return body.code === 'UNAUTHENTICATED';
  } catch {
    return false;
  }
}
