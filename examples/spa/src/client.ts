import { QueryClient } from '@tanstack/react-query';
import { createClient, isSvcError } from '../generated/sdk/index.js';
import { createMutations, createQueries } from '../generated/sdk/query.js';

/** The API of the page's own origin, with the session that the browser has. */
const client = createClient({ baseUrl: '' });

export const cache: QueryClient = new QueryClient();

/** Options for `useQuery` and `useInfiniteQuery`. */
export const queries = createQueries(client);

/** Options for `useMutation`. They reload the queries whose results may have changed. */
export const mutations = createMutations(client, cache);

/** What to tell people about an error. */
export function messageOf(error: unknown): string {
  return isSvcError(error) ? error.message : 'Something went wrong.';
}
