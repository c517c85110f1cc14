import type { AdminCollectionMeta, AdminGlobalMeta, AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import { refreshing } from '../../../templates/sdk/auth/refresh.js';
import { isSvcError } from '../../../templates/sdk/errors.js';
import { jsonOf } from '../../../templates/sdk/json.js';
import type { ClientOptions, WriteOptions } from '../../../templates/sdk/options.js';
import type { Fetch } from '../../../templates/sdk/platform.js';
import { createSend, type Method, type Send } from '../../../templates/sdk/request.js';
import { type CollectionApi, collectionApi, type GlobalApi, globalApi } from './documents.js';
import { mountedMeta } from './mounted-meta.js';
import { createSessionGate, type SessionGate } from './session-gate.js';

/**
 * The API client: the core of the SDK, addressed by slugs instead of names. Every method throws an
 * `SvcError`.
 */
export interface Api {
  meta(): Promise<AdminMeta>;
  collection(meta: AdminCollectionMeta): CollectionApi;
  global(meta: AdminGlobalMeta): GlobalApi;
  /**
   * Calls any other endpoint below `/api/`. `data` is sent as JSON. The response is not checked against `T`.
   *
   * @example await api.call<{ sessions: Session[] }>('GET', 'auth/sessions');
   */
  call<T>(method: Method, path: string, data?: object, options?: WriteOptions): Promise<T>;
  /**
   * The same calls, sent by another `fetch`: one that tells how much it has sent.
   *
   * @example await api.through(fetchWithProgress)('POST', 'media', undefined, form);
   */
  through(fetch: Fetch): Send;
  /**
   * Sends the requests of another client: where the session has ended it waits until the user has signed in
   * again, as the other calls do.
   */
  readonly fetch: Fetch;
  /** Closed while the session has ended; see {@link SessionGate}. */
  readonly session: SessionGate;
  /** Signs the same user in again and resumes the waiting calls. */
  signInAgain(email: string, password: string): Promise<void>;
}

/** @param options - options of the SDK; `baseUrl` is the origin of the page. */
export function createApi(options: ClientOptions): Api {
  const session = createSessionGate();
  let renewals = 0;
  // Without a cookie jar: the browser keeps the cookies, out of reach of scripts.
  const refresh = async (): Promise<void> => {
    await plainSend('POST', 'auth/refresh', undefined);
    renewals++;
  };
  const plainSend: Send = createSend(options, '', refreshing(options, undefined, refresh));
  const send = waitingForSession(plainSend, { session, refresh, renewals: () => renewals });

  const through: Api['through'] = (fetch) => {
    const sending = { ...options, fetch };
    const sendThrough = createSend(sending, '', refreshing(sending, undefined, refresh));
    return waitingForSession(sendThrough, { session, refresh, renewals: () => renewals });
  };

  const call: Api['call'] = async <T>(
    method: Method,
    path: string,
    data?: object,
    callOptions?: WriteOptions,
  ): Promise<T> => (await send(method, path, callOptions, data && jsonOf(data))) as T;
  return {
    meta: async () => mountedMeta(await call<AdminMeta>('GET', 'admin/meta')),
    collection: (meta) => collectionApi(send, meta),
    global: (meta) => globalApi(send, meta),
    call,
    through,
    fetch: fetchingInSession(plainSend, { session, refresh, renewals: () => renewals }),
    session,
    async signInAgain(email, password) {
      await plainSend('POST', 'auth/login', undefined, jsonOf({ email, password }));
      session.open();
    },
  };
}

/** Calls that begin or end a session: their errors are thrown as they are. */
const ownsSession = /^auth\/(login|logout|refresh)$/;

interface SessionCalls {
  readonly session: SessionGate;
  /** Requests a new session with the refresh cookie. */
  readonly refresh: () => Promise<void>;
  /** Number of successful refreshes. */
  readonly renewals: () => number;
}

/**
 * If a call is refused because the session has ended, and a refresh did not help, it waits until the user has
 * signed in again. It is then sent once more, so no input is lost and the screens need no code for it.
 */
function waitingForSession(send: Send, calls: SessionCalls): Send {
  const { session, renewals } = calls;
  const lookOnce = sharedWhileRunning(() => lookAtSession(send, calls));
  return async (method, path, options, body) => {
    const before = renewals();
    try {
      return await send(method, path, options, body);
    } catch (error) {
      if (!isSvcError(error) || session.userId() === null || ownsSession.test(path)) throw error;
      // Without a cookie a call is anonymous. An anonymous call is refused with 403, or with 404 if the
      // document is a draft.
      const isDoubtful = error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND';
      if (!isDoubtful && error.code !== 'UNAUTHENTICATED') throw error;
      const isThere = isDoubtful && (await lookOnce());
      if (isThere && renewals() === before) throw error;
      if (!isThere) await session.wait();
      return send(method, path, options, body);
    }
  };
}

/** The same for a client that sends requests by itself, and is refused with a status. */
function fetchingInSession(send: Send, calls: SessionCalls): Fetch {
  const { session, renewals } = calls;
  const lookOnce = sharedWhileRunning(() => lookAtSession(send, calls));
  const sending = async (request: Request): Promise<Response> => {
    const before = renewals();
    const again = request.clone();
    const response = await fetch(request);
    if (![401, 403, 404].includes(response.status) || session.userId() === null) return response;
    if (ownsSession.test(new URL(request.url).pathname.replace(/^\/api\//, ''))) return response;
    const isThere = await lookOnce();
    if (isThere && renewals() === before && response.status !== 401) return response;
    if (!isThere) await session.wait();
    return fetch(again);
  };
  return (...[input, init]) => sending(new Request(input, init));
}

/** Whether the browser still has a session of the user who opened the page. */
async function lookAtSession(send: Send, { session, refresh }: SessionCalls): Promise<boolean> {
  const me = async (): Promise<string | null> => {
    const { user } = (await send('GET', 'auth/me', undefined)) as { readonly user: { id: string } | null };
    return user?.id ?? null;
  };
  try {
    const found = await me();
    if (found !== null) return found === session.userId();
    await refresh();
    return (await me()) === session.userId();
  } catch (error) {
    // If the service cannot be reached, the first error is kept.
    return !isSvcError(error) || error.code !== 'UNAUTHENTICATED';
  }
}

/** Calls at the same time share one result. */
function sharedWhileRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
