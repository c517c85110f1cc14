/** Everybody who reads in a run: nobody, a user of each role, and API keys with roles and with scopes. */
import type { Random } from '../fuzz/random.js';

export interface ModelRequester {
  readonly name: string;
  /** Null: anonymous, or a key with scopes. */
  readonly role: string | null;
  /** The id of a user. */
  readonly id: string | null;
  /** Of a key with scopes. */
  readonly scopes: readonly string[] | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request of the chief; returns the body of a success. */
export type ChiefCall = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** Signs a user in; returns the headers with the credential. */
export type SignIn = (email: string) => Promise<Readonly<Record<string, string>>>;

export const password = 'Correct-Horse-7-Battery';
const roles = ['customer', 'author', 'editor', 'admin', 'super_admin'];
const operations = ['read', 'create', 'update', 'delete'];

/** Creates the accounts and keys. */
export async function createRequesters(
  random: Random,
  slugs: readonly string[],
  call: ChiefCall,
  signIn: SignIn,
): Promise<readonly ModelRequester[]> {
  const nobody = { role: null, id: null, scopes: null, headers: {} };
  const made: ModelRequester[] = [{ ...nobody, name: 'anonymous' }];
  for (const role of roles) {
    const email = `${role}@example.com`;
    const { id } = await call('POST', '/api/users', { email, password, role });
    made.push({ ...nobody, name: role, role, id: String(id), headers: await signIn(email) });
  }
  for (const role of ['author', 'editor', 'admin']) {
    const { key } = await call('POST', '/api/auth/api-keys', { name: `A key of ${role}`, role });
    made.push({ ...nobody, name: `key ${role}`, role, headers: { 'x-api-key': String(key) } });
  }
  for (let count = 0; count < 2; count += 1) {
    const scopes = scopesOf(random, slugs);
    const { key } = await call('POST', '/api/auth/api-keys', { name: `Scopes ${count}`, scopes });
    made.push({ ...nobody, name: `key ${scopes.join(' ')}`, scopes, headers: { 'x-api-key': String(key) } });
  }
  return made;
}

function scopesOf(random: Random, slugs: readonly string[]): readonly string[] {
  const scopes = slugs.flatMap((slug) => [
    ...operations.filter(() => random.chance(0.6)).map((operation) => `${slug}:${operation}`),
    ...(random.chance(0.4) ? [`${slug}.secret:read`] : []),
  ]);
  return ['globals.front:read', ...scopes];
}
