import { anonymous, type Requester, type SessionOfRequest, type UserRequester } from '../access/requester.js';
import type { Connection } from '../storage/driver.js';
import type { AuthServices } from './auth-services.js';
import type { UserRecord } from './users/user-store.js';

/** Placeholder where there is no session: no route reads it, since it only gives access to documents. */
const noSession: SessionOfRequest = {
  id: '',
  expiresAt: new Date(0).toISOString(),
  authenticatedAt: new Date(0).toISOString(),
};

/**
 * Who an earlier requester is now, with their current rights: a user by id, an API key by `key:` and its id,
 * null for an anonymous requester. Null where the account or the key is gone.
 */
export async function currentRequester(
  {
    users,
    apiKeys,
    roles,
    driver,
  }: Pick<AuthServices, 'users' | 'apiKeys' | 'roles'> & { readonly driver: Connection },
  author: string | null,
): Promise<Requester | null> {
  if (author === null) return anonymous;
  if (author.startsWith('key:')) return apiKeys.requester(author.slice('key:'.length));
  const user = await users.find(driver, author);
  if (user === null) return null;
  return userRequester(user, roles);
}

/** A user as the requester of documents, without a session. */
export function userRequester(user: UserRecord, roles: Pick<AuthServices['roles'], 'rankOf'>): UserRequester {
  return { kind: 'user', user, role: user.role, rank: roles.rankOf(user.role), session: noSession };
}
