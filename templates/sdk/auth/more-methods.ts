/**
 * Methods that few programs call. Their code is a file of its own, which a program loads when it calls the
 * first of them. It imports nothing, so that a bundler needs no third file for what both share.
 */
import type { Methods, Tools } from '../methods.js';
import type { CallOptions } from '../options.js';
import type { Method, Send } from '../request.js';

/** What the methods need of the client. */
export interface AuthTools extends Pick<Tools, 'jsonOf' | 'segment'> {
  readonly send: Send;
  /** The text of parameters. */
  readonly searchOf: (parameters: object) => string;
}

/** Parameters of a list, by name. */
interface Query {
  readonly [name: string]: unknown;
}

/** The method of a name in a branch of `client.auth`; `users` are those of `client.users`. */
export function moreAuthMethods(tools: AuthTools, branch: string, name: string): Methods[string] {
  const method = methodsBy(tools)[branch]?.[name];
  if (method) return method;
  throw new TypeError(`${branch}: ${name} is not a function.`);
}

function methodsBy({ send, jsonOf, segment, searchOf }: AuthTools): { readonly [branch: string]: Methods } {
  const read = (path: string) => (options?: CallOptions) => send('GET', `auth/${path}`, options);
  const list = (path: string) => async (query?: Query, options?: CallOptions) => {
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = searchOf(given);
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
  const ofUser = (method: Method, end: string) => async (id: string, options?: CallOptions) =>
    send(method, `users/${segment(id)}/${end}`, options);
  return {
    account: {
      register: post('register'),
      forgotPassword: post('forgot-password'),
      resetPassword: post('reset-password'),
      changePassword: post('change-password'),
      verifyEmail: post('verify-email'),
      verifyEmailResend: post('verify-email/resend'),
      acceptInvite: post('accept-invite'),
      config: read('config'),
      auditLog: list('audit-log'),
    },
    sessions: {
      list: read('sessions'),
      revoke: ofId('DELETE', 'sessions'),
      revokeOthers: (options?: CallOptions) => send('DELETE', 'auth/sessions', options),
    },
    emailChange: {
      get: read('email-change'),
      request: post('email-change'),
      cancel: (options?: CallOptions) => send('DELETE', 'auth/email-change', options),
      confirm: post('email-change/confirm'),
    },
    invites: {
      list: list('invites'),
      create: post('invites'),
      resend: ofId('POST', 'invites', '/resend'),
      revoke: ofId('DELETE', 'invites'),
    },
    apiKeys: {
      list: list('api-keys'),
      get: ofId('GET', 'api-keys'),
      create: post('api-keys'),
      update: ofIdWithData('PATCH', 'api-keys'),
      rotate: ofIdWithData('POST', 'api-keys', '/rotate'),
      revoke: ofId('DELETE', 'api-keys'),
    },
    magicLink: {
      request: post('magic-link'),
      verify: post('magic-link/verify'),
    },
    users: {
      sessions: ofUser('GET', 'sessions'),
      revokeSessions: ofUser('DELETE', 'sessions'),
      locks: async (ids: readonly string[], options?: CallOptions) =>
        send('GET', `users/locks?ids=${ids.map(segment).join(',')}`, options),
      unlock: ofUser('POST', 'unlock'),
    },
  };
}
