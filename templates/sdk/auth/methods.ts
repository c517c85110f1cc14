import type { SvcError } from '../errors.js';
import { jsonOf } from '../json.js';
import { loadedPart, type Methods, segment } from '../methods.js';
import type { CallOptions } from '../options.js';
import { platform } from '../platform.js';
import type { Send } from '../request.js';

/** Methods whose code is loaded by their first call: most programs only log in. */
const ofAccount =
  'register forgotPassword resetPassword changePassword verifyEmail verifyEmailResend acceptInvite config auditLog';
const branches = {
  sessions: 'list revoke revokeOthers',
  emailChange: 'get request cancel confirm',
  invites: 'list create resend revoke',
  apiKeys: 'list get create update rotate revoke',
  magicLink: 'request verify',
};

/** The methods of `client.auth`, one for each endpoint. */
export function authMethods(
  send: Send,
  finish: (methods: Methods) => Methods,
  /** Whether a call has a key or token of its own; a refusal of it must reach the caller. */
  hasKey: (options: CallOptions | undefined) => Promise<boolean>,
): object {
  const post = (path: string) => async (data?: object, options?: CallOptions) =>
    send('POST', `auth/${path}`, options, data && jsonOf(data));
  const all: { [name: string]: object } = {
    ...finish({
      ...later(send, 'account', ofAccount),
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
    }),
  };
  for (const [name, names] of Object.entries(branches)) all[name] = finish(later(send, name, names));
  return all;
}

/** What `client.users` has in addition to the methods of a collection. */
export function userMethods(send: Send): Methods {
  return later(send, 'users', 'sessions revokeSessions locks unlock');
}

function later(send: Send, branch: string, names: string): Methods {
  const methods: { [name: string]: Methods[string] } = {};
  for (const name of names.split(' ')) {
    methods[name] = async (...parameters) => {
      const { moreAuthMethods } = await loadedPart(import('./more-methods.js'));
      const searchOf = (given: object): string => `${new platform.URLSearchParams(given)}`;
      return moreAuthMethods({ send, jsonOf, segment, searchOf })[branch]?.[name]?.(...parameters);
    };
  }
  return methods;
}
