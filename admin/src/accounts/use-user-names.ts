import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { useAuthMeta } from '../api/meta-context.js';
import { useTexts } from '../i18n/language.js';
import { accountTexts } from './texts.js';
import { type ListPage, type User, usersKey } from './user.js';

type Named = Pick<User, 'id' | 'email'>;

/** A user, or an API key, as the service names it: without a name where the user has none. */
interface Person {
  readonly id: string | null;
  readonly name: string | null | undefined;
}

/**
 * Names of persons where documents are edited: their own, else the email if the requester may see it. Null
 * where neither is there, for which each sentence has its words.
 *
 * @example const nameOf = usePersonNames(persons); nameOf(person) ?? t.otherUser;
 */
export function usePersonNames(persons: readonly Person[]): (person: Person) => string | null {
  const emailOf = useEmails(persons.flatMap(({ id, name }) => (name ? [] : [id])));
  return ({ id, name }) => name || (id === null ? null : (emailOf(id) ?? null));
}

/**
 * Names for the ids of users and API keys in logs and lists of keys: the email if the requester may see it.
 *
 * @example const nameOf = useUserNames(entries.map(({ userId }) => userId)); nameOf(entry.userId);
 */
export function useUserNames(ids: readonly (string | null)[]): (id: string | null) => string {
  const auth = useAuthMeta();
  const t = useTexts(accountTexts);
  const emailOf = useEmails(ids);
  return (id) => {
    if (id === null) return '–';
    if (id === auth?.user.id) return t.you;
    if (isKeyId(id)) return t.keyOfId(id.slice(4, 12));
    // The id tells deleted users apart for those who could look for them.
    return emailOf(id) ?? (auth?.can.manageUsers === true ? id.slice(0, 8) : t.otherUser);
  };
}

/** Whether the author of a change is an API key. */
export function isKeyId(id: string): boolean {
  return id.startsWith('key:');
}

/** Emails by the ids of users, as far as the requester may see them. */
function useEmails(ids: readonly (string | null)[]): (id: string) => string | undefined {
  const api = useApi();
  const auth = useAuthMeta();
  const wanted = [...new Set(ids)].filter((id): id is string => isUserId(id) && id !== auth?.user.id).sort();
  const { data = [] } = useQuery({
    queryKey: [...usersKey, 'names', wanted],
    queryFn: ({ signal }) => findNames(wanted, (path) => api.call('GET', path, undefined, { signal })),
    enabled: wanted.length > 0 && auth?.can.manageUsers === true,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (id) => data.find((user) => user.id === id)?.email;
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
