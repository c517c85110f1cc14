import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { segment } from '../../../../templates/sdk/methods.js';
import type { ListPage } from '../../accounts/user.js';
import type { Api } from '../../api/api.js';

/** An API key as the API returns it, without its value. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly role: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly disabled: boolean;
}

/** The response of creating or rotating a key, the only one that contains `key`. It must not be cached. */
export interface MadeKey {
  readonly apiKey: ApiKey;
  readonly key: string;
}

export const keysKey = ['api-keys'] as const;

/** Reads one page of the API keys that the requester may see. */
export function keyListQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [...keysKey, 'list', page],
    queryFn: ({ signal }) =>
      api.call<ListPage<ApiKey>>('GET', `auth/api-keys?page=${page}&limit=25`, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Reads one API key. */
export function keyQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...keysKey, id],
    queryFn: async ({ signal }) => {
      const path = `auth/api-keys/${segment(id)}`;
      return (await api.call<{ apiKey: ApiKey }>('GET', path, undefined, { signal })).apiKey;
    },
  });
}
