import { queryOptions } from '@tanstack/react-query';
import type { AuthActiveSession } from '../../../templates/sdk/auth/answers.js';
import type { Api } from '../api/api.js';

export type Session = AuthActiveSession;

export const sessionsKey = ['sessions'] as const;

/** The sessions of the signed-in user: the current one first, then by last use. */
export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => {
      const { sessions } = await api.call<{ sessions: Session[] }>('GET', 'auth/sessions', undefined, {
        signal,
      });
      return sessions.toSorted(byUse);
    },
  });
}

function byUse(a: Session, b: Session): number {
  if (a.current !== b.current) return a.current ? -1 : 1;
  return b.lastSeenAt.localeCompare(a.lastSeenAt);
}
