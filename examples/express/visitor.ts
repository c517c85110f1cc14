import type { Request as PageRequest, Response as PageResponse } from 'express';
import type { App } from 'svc/runtime';
import type { SvcClient } from './generated/sdk/index.js';
import { createServerClient, headerCookies } from './generated/sdk/server.js';

const baseUrl = process.env['SVC_BASE_URL'] ?? 'http://localhost:3000';

/** The headers by which the service tells forms of this site from those of others, and names devices. */
const forwarded = ['origin', 'sec-fetch-site', 'user-agent'] as const;

/** Returns the SDK as the visitor of a request. Their session is renewed where it has ended. */
export type ClientOf = (request: PageRequest, response: PageResponse) => SvcClient;

/** Connects the pages of a site with the sessions of a service in the same process. */
export function visitorsOf(service: App): ClientOf {
  return (request, response) =>
    createServerClient({
      baseUrl,
      cookies: headerCookies(request.headers.cookie, (value) => response.append('Set-Cookie', value)),
      headers: headersOf(request),
      // Without a network. The address is for the limits of requests and logins.
      fetch: (input, init) =>
        service.fetch(new Request(input, init), request.ip === undefined ? {} : { address: request.ip }),
      retry: 0,
    });
}

function headersOf(request: PageRequest): Record<string, string> {
  return Object.fromEntries(
    forwarded.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}
