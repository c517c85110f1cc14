import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListPage } from '../../accounts/user.js';
import type { Api } from '../../api/api.js';

/** An invitation as the API returns it, without its link. */
export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly status: 'pending' | 'accepted' | 'expired';
  readonly expiresAt: string;
  readonly invitedBy: string;
}

export const invitesKey = ['invites'] as const;

/** Reads one page of the invitations. */
export function invitesQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [...invitesKey, page],
    queryFn: ({ signal }) =>
      api.call<ListPage<Invite>>('GET', `auth/invites?page=${page}&limit=25`, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}
