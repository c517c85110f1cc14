import type { NextFunction, Request as PageRequest, Response as PageResponse } from 'express';
import type { App } from 'svc/runtime';
import { createClient, type SvcClient } from './generated/sdk/index.js';

const baseUrl = process.env['SVC_BASE_URL'] ?? 'http://localhost:3000';

/** The headers that say who sends a request, and from which page. */
const forwarded = ['cookie', 'origin', 'sec-fetch-site', 'user-agent'] as const;

/** Lets pages of the site use the sessions of the service, whose cookies the browser has. */
export interface Sessions {
  /** The SDK as the visitor of this request. */
  clientOf(request: PageRequest): SvcClient;
  /** Posts to a route of the service as the visitor. */
  call(request: PageRequest, path: string, body?: object): Promise<Response>;
  /** Sets the cookies of the service in the browser. */
  passCookies(answer: Response, response: PageResponse): void;
  /** Middleware: renews a session whose access token has ended, after 15 minutes, before the page is made. */
  renew(request: PageRequest, response: PageResponse, next: NextFunction): Promise<void>;
}

/** Connects the sessions of a service with the pages of a site in the same process. */
export function createSessions(service: App): Sessions {
  const fetchFor =
    ({ ip }: PageRequest): typeof fetch =>
    (input, init) =>
      service.fetch(new Request(input, init), ip === undefined ? {} : { address: ip });

  const call: Sessions['call'] = (request, path, body) =>
    fetchFor(request)(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...headersOf(request), 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });

  const passCookies: Sessions['passCookies'] = (answer, response) => {
    response.append('Set-Cookie', answer.headers.getSetCookie());
  };

  return {
    clientOf: (request) =>
      createClient({ baseUrl, headers: headersOf(request), fetch: fetchFor(request), retry: 0 }),
    call,
    passCookies,
    async renew(request, response, next) {
      const cookies = request.headers.cookie ?? '';
      if (cookies.includes('svc_refresh=') && !cookies.includes('svc_session=')) {
        const answer = await call(request, '/api/auth/refresh');
        passCookies(answer, response);
        request.headers.cookie = answer.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';', 1)[0] ?? '')
          .filter((cookie) => !cookie.endsWith('='))
          .join('; ');
      }
      next();
    },
  };
}

function headersOf(request: PageRequest): Record<string, string> {
  return Object.fromEntries(
    forwarded.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}
