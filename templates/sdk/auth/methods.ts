import type { SvcError } from '../errors.js';
import { jsonOf } from '../json.js';
import { type Methods, segment } from '../methods.js';
import type { CallOptions } from '../options.js';
import { platform } from '../platform.js';
import type { Method, Send } from '../request.js';

/** Parameters of a list, by name. */
interface Query {
  readonly [name: string]: unknown;
}

/** The methods of `client.auth`, one for each endpoint. */
export function authMethods(
  send: Send,
  finish: (methods: Methods) => Methods,
  /** Whether a call has a key or token of its own; a refusal of it must reach the caller. */
  hasKey: (options: CallOptions | undefined) => Promise<boolean>,
): object {
  const read = (path: string) => (options?: CallOptions) => send('GET', `auth/${path}`, options);
  const list = (path: string) => async (query?: Query, options?: CallOptions) => {
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = `${new platform.URLSearchParams(given)}`;
    return send('GET', `auth/${path}${search && `?${search}`}`, options);
  };
  const post = (path: string) => async (data?: object, options?: CallOptions) =>
    send('POST', `auth/${path}`, options, data && jsonOf(data));
  const ofId =
    (method: Method, path: string, end = '') =>
    async (id: string, options?: CallOptions) =>
      send(method, `auth/${path}/${segment(id)}${end}`, options);
  const ofIdWithData =
    (method: Method, path: string, end = '') =>
    async (id: string, data?: object, options?: CallOptions) =>
      send(method, `auth/${path}/${segment(id)}${end}`, options, data && jsonOf(data));
  return {
    ...finish({
      register: post('register'),
      login: post('login'),
      logout: (options?: CallOptions) => send('POST', 'auth/logout', options),
      refresh: post('refresh'),
      me: async (options?: CallOptions) => {
        try {
          return await read('me')(options);
        } catch (error) {
          if ((error as SvcError).code !== 'UNAUTHENTICATED' || (await hasKey(options))) throw error;
          return { user: null };
        }
      },
      forgotPassword: post('forgot-password'),
      resetPassword: post('reset-password'),
      changePassword: post('change-password'),
      verifyEmail: post('verify-email'),
      verifyEmailResend: post('verify-email/resend'),
      acceptInvite: post('accept-invite'),
      config: read('config'),
      auditLog: list('audit-log'),
    }),
    sessions: finish({
      list: read('sessions'),
      revoke: ofId('DELETE', 'sessions'),
      revokeOthers: (options?: CallOptions) => send('DELETE', 'auth/sessions', options),
    }),
    invites: finish({
      list: list('invites'),
      create: post('invites'),
      resend: ofId('POST', 'invites', '/resend'),
      revoke: ofId('DELETE', 'invites'),
    }),
    apiKeys: finish({
      list: list('api-keys'),
      get: ofId('GET', 'api-keys'),
      create: post('api-keys'),
      update: ofIdWithData('PATCH', 'api-keys'),
      rotate: ofIdWithData('POST', 'api-keys', '/rotate'),
      revoke: ofId('DELETE', 'api-keys'),
    }),
    magicLink: finish({
      request: post('magic-link'),
      verify: post('magic-link/verify'),
    }),
  };
}

/** What `client.users` has in addition to the methods of a collection. */
export function userMethods(send: Send): Methods {
  const ofId = (method: Method, end: string) => async (id: string, options?: CallOptions) =>
    send(method, `users/${segment(id)}/${end}`, options);
  return {
    sessions: ofId('GET', 'sessions'),
    revokeSessions: ofId('DELETE', 'sessions'),
    locks: async (ids: readonly string[], options?: CallOptions) =>
      send('GET', `users/locks?ids=${ids.map(segment).join(',')}`, options),
    unlock: ofId('POST', 'unlock'),
  };
}
