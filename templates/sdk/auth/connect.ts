import { connect, type MoreMethods } from '../client.js';
import { SvcError } from '../errors.js';
import { type ClientContract, methodsOf } from '../methods.js';
import type { ClientOptions } from '../options.js';
import { createSend, type Send } from '../request.js';
import { createCookieJar } from './cookie-jar.js';
import { authMethods, userMethods } from './methods.js';
import { givenHeaders, hasKey, isGiven, refreshing } from './refresh.js';

const asksWho = /\/auth\/me$/;
const credentials = ['cookie', 'authorization', 'x-api-key'];

/** The client of a contract with authentication: it keeps a session, renews it, and has `client.auth`. */
export function connectWithAuth(
  contract: ClientContract,
  options: ClientOptions,
  more?: (send: Send) => MoreMethods,
): object {
  const jar = createCookieJar();
  const withCookies: ClientOptions = {
    ...options,
    // Called again before each try, so that a repeated call has the cookies of the refresh.
    headers: async () => {
      const general = await givenHeaders(options);
      const cookie = jar?.header();
      return cookie && options.credentials !== 'omit' && !isGiven(general) ? { ...general, cookie } : general;
    },
    onRequest: async (made) => {
      const request = (await options.onRequest?.(made)) ?? made;
      // A custom `fetch` may add headers that the client does not see.
      if (
        jar &&
        !options.fetch &&
        asksWho.test(request.url) &&
        !credentials.some((name) => request.headers.get(name))
      ) {
        throw new SvcError('UNAUTHENTICATED', 'Nobody is logged in', { status: 401 });
      }
      return request;
    },
    onResponse: (response, request) => {
      jar?.store(response);
      return options.onResponse?.(response, request);
    },
  };
  const refresh = (): Promise<unknown> => send('POST', 'auth/refresh', undefined);
  const send = createSend(withCookies, contract.hash, refreshing(options, jar, refresh));
  return connect(contract, withCookies, send, (name, finish) =>
    name === 'auth'
      ? authMethods(send, finish, async (call) => hasKey(await givenHeaders(options, call)))
      : name === 'users'
        ? finish(Object.assign(methodsOf(name, contract, send), userMethods(send)))
        : more?.(send)(name, finish),
  );
}
