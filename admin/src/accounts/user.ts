import { queryOptions } from '@tanstack/react-query';
import type { JsonValue } from '../../../runtime/util/json.js';
import { segment } from '../../../templates/sdk/methods.js';
import type { Api } from '../api/api.js';

/** A user as returned by `/api/users`: the built-in fields and those of the config. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly _revision: number;
  readonly [field: string]: JsonValue;
}

/** One page of a list from a built-in endpoint. */
export interface ListPage<T> {
  readonly docs: readonly T[];
  readonly totalDocs: number;
  readonly page: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
}

/** Prefix of all query keys about users; a write to one user invalidates them all. */
export const usersKey = ['collection', 'users'] as const;

export function userQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'document', id],
    queryFn: ({ signal }) => api.call<User>('GET', `users/${segment(id)}`, undefined, { signal }),
  });
}

/**
 * Queries the number of super_admins, since the last one cannot be removed. Only a super_admin sees them all,
 * and only a super_admin needs the number.
 */
export function superAdminCountQuery(api: Api) {
  const where = encodeURIComponent(JSON.stringify({ role: { equals: 'super_admin' } }));
  return queryOptions({
    queryKey: [...usersKey, 'super-admins'],
    queryFn: async ({ signal }) => {
      const { totalDocs } = await api.call<ListPage<User>>('GET', `users?where=${where}&limit=0`, undefined, {
        signal,
      });
      return totalDocs;
    },
  });
}

/** Returns the name to show for a user. */
export function nameOfUser({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === null || name === '' ? email : name;
}
