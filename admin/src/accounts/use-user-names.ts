import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { useAuthMeta } from '../api/meta-context.js';
import { useTexts } from '../i18n/language.js';
import { accountTexts } from './texts.js';
import { type ListPage, type User, usersKey } from './user.js';

type Named = Pick<User, 'id' | 'email'>;

/**
 * Names for the ids of users and API keys in logs and lists of keys: the email if the requester may see it,
 * else the beginning of the id.
 *
 * @example const nameOf = useUserNames(entries.map(({ userId }) => userId)); nameOf(entry.userId);
 */
export function useUserNames(ids: readonly (string | null)[]): (id: string | null) => string {
  const api = useApi();
  const auth = useAuthMeta();
  const t = useTexts(accountTexts);
  const wanted = [...new Set(ids)].filter((id): id is string => isUserId(id) && id !== auth?.user.id).sort();
  const { data = [] } = useQuery({
    queryKey: [...usersKey, 'names', wanted],
    queryFn: ({ signal }) => findNames(wanted, (path) => api.call('GET', path, undefined, { signal })),
    enabled: wanted.length > 0 && auth?.can.manageUsers === true,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (id) => {
    if (id === null) return '–';
    if (id === auth?.user.id) return t.you;
    if (id.startsWith('key:')) return t.keyOfId(id.slice(4, 12));
    return data.find((user) => user.id === id)?.email ?? id.slice(0, 8);
  };
}

function isUserId(id: string | null): boolean {
  return id !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
}

async function findNames(
  ids: readonly string[],
  get: (path: string) => Promise<ListPage<Named>>,
): Promise<readonly Named[]> {
  const where = encodeURIComponent(JSON.stringify({ id: { in: ids } }));
  const { docs } = await get(`users?where=${where}&limit=${ids.length}&select=email`);
  return docs;
}
