import { connect } from '../client.js';
import { type ClientContract, methodsOf } from '../methods.js';
import type { ClientOptions } from '../options.js';
import { createSend, plainHeaders } from '../request.js';
import { createCookieJar } from './cookie-jar.js';
import { authMethods, userMethods } from './methods.js';
import { hasCredential, refreshing } from './refresh.js';

/** The client of a contract with authentication: it keeps a session, renews it, and has `client.auth`. */
export function connectWithAuth(contract: ClientContract, options: ClientOptions): object {
  const jar = createCookieJar();
  const withCookies: ClientOptions = {
    ...options,
    // Asked anew before each try, so that a repeated call has the cookies of the refresh.
    headers: async () => {
      const general = plainHeaders(
        typeof options.headers === 'function' ? await options.headers() : options.headers,
      );
      const cookie = jar.header();
      const keepsOut = options.apiKey || options.credentials === 'omit' || hasCredential(general);
      return cookie && !keepsOut ? { ...general, cookie } : general;
    },
    onResponse: (response, request) => {
      jar.store(response);
      return options.onResponse?.(response, request);
    },
  };
  const refresh = (): Promise<unknown> => send('POST', 'auth/refresh', undefined);
  const send = createSend(withCookies, contract.hash, refreshing(options, jar, refresh));
  return connect(contract, withCookies, send, (name, finish) =>
    name === 'auth'
      ? authMethods(send, finish)
      : name === 'users'
        ? finish({ ...methodsOf(name, contract, send), ...userMethods(send) })
        : undefined,
  );
}
