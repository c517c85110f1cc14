import type { SvcError } from '../errors.js';
import { jsonOf } from '../json.js';
import { loadedPart, type Methods, segment } from '../methods.js';
import { madeOfNames } from '../names.js';
import type { CallOptions } from '../options.js';
import { platform } from '../platform.js';
import type { Send } from '../request.js';

/**
 * The methods of `client.auth`, one for each endpoint. The code of all but these is loaded by the first call:
 * most programs only log in.
 */
export function authMethods(
  send: Send,
  finish: (methods: Methods) => Methods,
  /** Whether a call has a key or token of its own; a refusal of it must reach the caller. */
  hasKey: (options: CallOptions | undefined) => Promise<boolean>,
): object {
  const post = (path: string) => async (data?: object, options?: CallOptions) =>
    send('POST', `auth/${path}`, options, data && jsonOf(data));
  const account = Object.assign(later(send, 'account'), {
    login: post('login'),
    logout: (options?: CallOptions) => send('POST', 'auth/logout', options),
    refresh: post('refresh'),
    me: async (options?: CallOptions) => {
      try {
        return await send('GET', 'auth/me', options);
      } catch (error) {
        if ((error as SvcError).code !== 'UNAUTHENTICATED' || (await hasKey(options))) throw error;
        return { user: null };
      }
    },
  });
  const branches: { [name: string]: Methods } = {};
  for (const name of 'sessions emailChange invites apiKeys magicLink'.split(' ')) {
    branches[name] = finish(later(send, name));
  }
  return Object.assign(finish(account), branches);
}

/** What `client.users` has in addition to the methods of a collection. */
export function userMethods(send: Send): Methods {
  const methods: { [name: string]: Methods[string] } = {};
  for (const name of 'sessions revokeSessions locks unlock'.split(' ')) {
    methods[name] = later(send, 'users')[name] as Methods[string];
  }
  return methods;
}

/** The methods of a branch. */
function later(send: Send, branch: string): Methods {
  const searchOf = (given: object): string => `${new platform.URLSearchParams(given)}`;
  return madeOfNames<Methods[string]>(
    (name) =>
      async (...parameters) => {
        const { moreAuthMethods } = await loadedPart(import('./more-methods.js'));
        return moreAuthMethods({ send, jsonOf, segment, searchOf }, branch, name)(...parameters);
      },
    {},
  );
}
