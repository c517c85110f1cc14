import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuthLock } from '../../../../templates/sdk/auth/answers.js';
import { type ListPage, type User, usersKey } from '../../accounts/user.js';
import type { Api } from '../../api/api.js';

/** Filter, order and page of the user list, as in the URL of the screen. */
export interface UserFilter {
  readonly text: string;
  readonly role: string;
  readonly verified: '' | 'yes' | 'no';
  /** In the format of the API: `email_asc`. */
  readonly sort: string;
  readonly page: number;
}

export const sortableFields = ['email', 'name', 'role', 'createdAt'] as const;
const defaultSort = 'createdAt_desc';
const rowsOfPage = 25;

/** Parses the query string of the screen. Invalid values are ignored. */
export function readUserFilter(search: string): UserFilter {
  const parameters = new URLSearchParams(search);
  const given = (name: string): string => parameters.get(name) ?? '';
  const sorts = sortableFields.flatMap((field) => [`${field}_asc`, `${field}_desc`]);
  const page = Number(given('page'));
  const verified = given('verified');
  return {
    text: given('q'),
    role: given('role'),
    verified: verified === 'yes' || verified === 'no' ? verified : '',
    sort: sorts.find((sort) => sort === given('sort')) ?? defaultSort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Returns the filter as the query string of the screen, without default values. */
export function writeUserFilter({ text, role, verified, sort, page }: UserFilter): string {
  const parameters = new URLSearchParams({
    ...(text !== '' && { q: text }),
    ...(role !== '' && { role }),
    ...(verified !== '' && { verified }),
    ...(sort !== defaultSort && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.toString();
}

/** Whether any filter is set. */
export function isFiltered({ text, role, verified }: UserFilter): boolean {
  return [text, role, verified].some((value) => value !== '');
}

/** Returns the parameters of `GET /api/users`. */
export function userParameters(filter: UserFilter): Readonly<Record<string, string>> {
  const { text, role, verified, sort, page } = filter;
  const wanted = text.trim();
  const where = {
    ...(wanted !== '' && { OR: [{ email: { contains: wanted } }, { name: { contains: wanted } }] }),
    ...(role !== '' && { role: { equals: role } }),
    ...(verified !== '' && { emailVerified: { equals: verified === 'yes' } }),
  };
  return {
    ...(Object.keys(where).length > 0 && { where: JSON.stringify(where) }),
    sort,
    page: String(page),
    limit: String(rowsOfPage),
  };
}

/**
 * Reads one page of the users that match the filter.
 *
 * @param hasPictures - whether their pictures are read too.
 */
export function userListQuery(api: Api, filter: UserFilter, hasPictures: boolean) {
  const parameters = { ...userParameters(filter), ...(hasPictures && { depth: '1' }) };
  return queryOptions({
    queryKey: [...usersKey, 'list', parameters],
    queryFn: ({ signal }) =>
      api.call<ListPage<User>>('GET', `users?${new URLSearchParams(parameters)}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Reads which of the given users are locked after failed logins, and until when. Users whom the requester may
 * not unlock are left out.
 */
export function locksQuery(api: Api, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...usersKey, 'locks', ids],
    queryFn: async ({ signal }) => {
      const { locks } = await api.call<{ locks: AuthLock[] }>(
        'GET',
        `users/locks?ids=${ids.join(',')}`,
        undefined,
        { signal },
      );
      return new Map(locks.map(({ userId, lockedUntil }) => [userId, lockedUntil]));
    },
    enabled: ids.length > 0,
    // A lock ends by itself, and failed logins elsewhere may cause one at any time.
    refetchInterval: 60_000,
  });
}
