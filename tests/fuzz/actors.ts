/** Who sends the requests: nobody, users of every role, API keys, and credentials that are not valid. */
import { keeper } from './fuzzed-server.js';

/** One requester. */
export interface Actor {
  readonly name: string;
  /** Headers with its credential. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Actors {
  readonly names: readonly [string, ...string[]];
  /** An actor by name, with a new account or key if its last credential was refused. */
  get(name: string): Promise<Actor>;
  /** Forgets the credential of an actor: it was refused. */
  renew(name: string): void;
  /** The administrator whom no request concerns. */
  keeper(): Promise<Actor>;
  /** The id of the keeper, which must not be in a request. */
  readonly keeperId: string;
}

const roles = ['customer', 'author', 'reviewer', 'editor', 'admin', 'super_admin'] as const;
const password = 'Correct-Horse-7-Battery';

/** Scopes of the API keys, by the actor's name. */
const keys = {
  'key reading': { scopes: ['things:read', 'articles:read'] },
  'key writing': { scopes: ['things:read', 'things:create', 'things:update', 'notes:create'] },
  'key of an editor': { role: 'editor' },
} as const;

/** A token is renewed before it expires. */
const keeperLifetime = 4 * 60_000;

/**
 * Signs the keeper in. Accounts of the others are made on first use, and `created` is called with each.
 */
export async function createActors(
  url: string,
  created: (path: string, body: unknown) => void,
): Promise<Actors> {
  let kept = await signIn(url, keeper.email);
  let keptUntil = Date.now() + keeperLifetime;
  const known = new Map<string, Actor>();
  let accounts = 0;

  async function keeperActor(): Promise<Actor> {
    if (Date.now() > keptUntil) {
      kept = await signIn(url, keeper.email);
      keptUntil = Date.now() + keeperLifetime;
    }
    return { name: 'keeper', headers: kept.headers };
  }

  async function made(name: string): Promise<Actor> {
    const role = roles.find((one) => one === name);
    const { headers } = await keeperActor();
    if (role !== undefined) {
      const email = `actor-${accounts++}@example.com`;
      created('/api/users', await post(url, '/api/users', { email, password, role }, headers));
      return { name, headers: (await signIn(url, email)).headers };
    }
    const body = { name, ...keys[name as keyof typeof keys] };
    const { key } = (await post(url, '/api/auth/api-keys', body, headers)) as { readonly key: string };
    return { name, headers: { 'x-api-key': key } };
  }

  const anonymous: Actor = { name: 'anonymous', headers: {} };
  const forged: Actor = {
    name: 'forged token',
    headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  };
  const fixed = new Map([anonymous, forged].map((actor) => [actor.name, actor]));
  return {
    names: ['anonymous', 'forged token', ...roles, ...Object.keys(keys)],
    keeper: keeperActor,
    keeperId: kept.id,
    renew: (name) => void known.delete(name),
    async get(name) {
      const found = fixed.get(name) ?? known.get(name) ?? (await made(name));
      if (!fixed.has(name)) known.set(name, found);
      return found;
    },
  };
}

interface SignedIn {
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
}

async function signIn(url: string, email: string): Promise<SignedIn> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, remember: true }),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('svc_session='));
  const { user } = (await response.json()) as { readonly user?: { readonly id: string } };
  if (cookie === undefined || user === undefined)
    throw new Error(`${email} cannot log in: ${response.status}`);
  return { headers: { cookie: cookie.replace(/;.*/, '') }, id: user.id };
}

async function post(
  url: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
