import type { AdminCollectionMeta, AdminGlobalMeta, AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import { createCookieJar } from '../../../templates/sdk/auth/cookie-jar.js';
import { refreshing } from '../../../templates/sdk/auth/refresh.js';
import { isSvcError } from '../../../templates/sdk/errors.js';
import { jsonOf } from '../../../templates/sdk/json.js';
import type { ClientOptions, WriteOptions } from '../../../templates/sdk/options.js';
import { createSend, type Method, type Send } from '../../../templates/sdk/request.js';
import { type CollectionApi, collectionApi, type GlobalApi, globalApi } from './documents.js';
import { createSessionGate, type SessionGate } from './session-gate.js';

/** The way to the service: the core of the SDK, by slugs instead of names. Every method throws an `SvcError`. */
export interface Api {
  meta(): Promise<AdminMeta>;
  collection(meta: AdminCollectionMeta): CollectionApi;
  global(meta: AdminGlobalMeta): GlobalApi;
  /**
   * Any other endpoint below `/api/`. `data` is sent as JSON, and the answer is what the contract says it is.
   *
   * @example await api.call<{ sessions: Session[] }>('GET', 'auth/sessions');
   */
  call<T>(method: Method, path: string, data?: object, options?: WriteOptions): Promise<T>;
  /** Closed while the session is over; see {@link SessionGate}. */
  readonly session: SessionGate;
  /** Signs the same user in again and lets what waits go on. */
  signInAgain(email: string, password: string): Promise<void>;
}

/** @param options - of the SDK; `baseUrl` is the origin of the page. */
export function createApi(options: ClientOptions): Api {
  const session = createSessionGate();
  // Without a cookie jar of its own: the browser keeps them, out of reach of scripts.
  const refresh = (): Promise<unknown> => plainSend('POST', 'auth/refresh', undefined);
  const plainSend: Send = createSend(options, '', refreshing(options, createCookieJar(), refresh));
  const send = waitingForSession(plainSend, session);

  const call: Api['call'] = async <T>(
    method: Method,
    path: string,
    data?: object,
    callOptions?: WriteOptions,
  ): Promise<T> => (await send(method, path, callOptions, data && jsonOf(data))) as T;
  return {
    meta: () => call('GET', 'admin/meta'),
    collection: (meta) => collectionApi(send, meta),
    global: (meta) => globalApi(send, meta),
    call,
    session,
    async signInAgain(email, password) {
      await plainSend('POST', 'auth/login', undefined, jsonOf({ email, password }));
      session.open();
    },
  };
}

/** Calls that begin or end a session: a refusal is their answer. */
const ownsSession = /^auth\/(login|logout|refresh)$/;

/**
 * A call that is refused because the session is over, and that a refresh did not help, waits until the user has signed in again, and is
 * then sent once more: what was typed is not lost, and no screen has to know.
 */
function waitingForSession(send: Send, session: SessionGate): Send {
  return async (method, path, options, body) => {
    try {
      return await send(method, path, options, body);
    } catch (error) {
      const isOver = isSvcError(error) && error.code === 'UNAUTHENTICATED';
      if (!isOver || !session.isArmed() || ownsSession.test(path)) throw error;
      await session.wait();
      return send(method, path, options, body);
    }
  };
}
