/** Accounts on an exam's server: its first administrator, API keys, and users of any role with sessions. */
import type { Called, Exam } from './exam.js';

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Called>;

export interface SignedIn {
  readonly id: string;
  readonly send: Send;
}

export interface People {
  /** Requests of the first administrator, with a session. */
  readonly chief: Send;
  /** Requests with an API key that has a role or scopes. */
  as(rights: string | { readonly scopes: readonly string[] }): Promise<Send>;
  /** Creates a user and logs in. */
  signedIn(email: string, role: string): Promise<SignedIn>;
}

export interface Guard {
  /** The environment that a server with `auth` needs for these accounts. */
  readonly env: NodeJS.ProcessEnv;
  people(exam: Pick<Exam, 'call'>): People;
}

const email = 'chief@example.com';
const password = 'Correct-Horse-7-Battery';

export function guardOf(): Guard {
  return {
    env: {
      SVC_SECRET: 'tests/contract: thirty-two bytes and some more',
      SVC_ADMIN_EMAIL: email,
      SVC_ADMIN_PASSWORD: password,
      SVC_RATE_LIMIT: 'off',
    },
    people: peopleOf,
  };
}

function peopleOf(exam: Pick<Exam, 'call'>): People {
  let cookie = '';
  const keys = new Map<string, string>();

  const logIn = async (as: string): Promise<{ readonly cookie: string; readonly id: string }> => {
    const { status, headers, body } = await exam.call('POST', '/api/auth/login', { email: as, password });
    if (status !== 200) throw new Error(`Login of ${as}: ${status} ${JSON.stringify(body)}`);
    const pairs = headers.getSetCookie().map((line) => line.split(';')[0]);
    return { cookie: pairs.join('; '), id: String(body.user.id) };
  };
  const chief: Send = async (method, path, body, headers) => {
    if (cookie === '') ({ cookie } = await logIn(email));
    return exam.call(method, path, body, { cookie, ...headers });
  };
  return {
    chief,
    async as(rights) {
      const name = JSON.stringify(rights);
      const granted = typeof rights === 'string' ? { role: rights } : rights;
      const key =
        keys.get(name) ??
        String((await chief('POST', '/api/auth/api-keys', { name: 'a key', ...granted })).body.key);
      keys.set(name, key);
      return (method, path, body, headers) => exam.call(method, path, body, { 'x-api-key': key, ...headers });
    },
    async signedIn(address, role) {
      const made = await chief('POST', '/api/users', { email: address, password, role });
      if (made.status !== 201) throw new Error(`${address}: ${made.status} ${JSON.stringify(made.body)}`);
      const own = await logIn(address);
      return {
        id: own.id,
        send: (method, path, body, headers) =>
          exam.call(method, path, body, { cookie: own.cookie, ...headers }),
      };
    },
  };
}
