import { queryOptions } from '@tanstack/react-query';
import type { JsonValue } from '../../../runtime/util/json.js';
import { segment } from '../../../templates/sdk/methods.js';
import type { Api } from '../api/api.js';

/** A user as `/api/users` answers one: the built-in fields, and those of the config. */
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

/** One page of a list of the service itself. */
export interface ListPage<T> {
  readonly docs: readonly T[];
  readonly totalDocs: number;
  readonly page: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
}

/** Everything that is known of users begins with this key; a write to one forgets it all. */
export const usersKey = ['collection', 'users'] as const;

export function userQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'document', id],
    queryFn: ({ signal }) => api.call<User>('GET', `users/${segment(id)}`, undefined, { signal }),
  });
}

/** How many super_admins there are: the last one stays. Only a super_admin sees them all, and only they need to know. */
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

/** What people call a user. */
export function nameOfUser({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === null || name === '' ? email : name;
}
