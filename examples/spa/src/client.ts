import { QueryClient } from '@tanstack/react-query';
import { createClient, isSvcError } from '../generated/sdk/index.js';

/** The API of the page's own origin, with the session that the browser has. */
export const client = createClient({ baseUrl: '' });

/** The SDK retries by itself what may be sent again. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
});

/** What to tell people about an error. */
export function messageOf(error: unknown): string {
  return isSvcError(error) ? error.message : 'Something went wrong.';
}
