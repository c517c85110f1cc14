/** The types that the option `fetch` accepts. */
import { createClient } from '../../fixtures/every-field/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const baseUrl = 'http://localhost';

createClient({ baseUrl, fetch });
createClient({ baseUrl, fetch: globalThis.fetch });
// A wrapper: its parameters are inferred.
createClient({
  baseUrl,
  fetch: async (input, init) => {
    is<Parameters<typeof fetch>[0]>()(input);
    is<RequestInit | undefined>()(init);
    return fetch(input, { ...init, redirect: 'error' });
  },
});
createClient({ baseUrl, fetch: (input, init) => app.fetch(input, { ...init, address: '192.0.2.1' }) });
// An in-process server, and functions that accept only a request.
declare const app: {
  fetch(input: Request | URL | string, init?: RequestInit & { readonly address?: string }): Promise<Response>;
};
createClient({ baseUrl, fetch: app.fetch });
createClient({ baseUrl, fetch: async (request: Request) => new Response(request.url) });
// The fetch of a platform may have properties that a wrapper lacks.
createClient({ baseUrl, fetch: Object.assign(fetch, { preconnect: (url: string) => url }) });

// @ts-expect-error: does not return a response
createClient({ baseUrl, fetch: async () => 'x' });
// @ts-expect-error: does not return a promise
createClient({ baseUrl, fetch: () => new Response() });
// @ts-expect-error: fetch is never called with a number
createClient({ baseUrl, fetch: async (input: number) => new Response(String(input)) });
