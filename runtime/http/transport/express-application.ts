import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler } from 'express';
import { ownRequire } from '../../util/package-root.js';
import { type TrustProxy, trustFunction } from '../security/client-address.js';
import type { ExpressRequest } from './exchange.js';
import { mountOf } from './mount-path.js';

/**
 * The Express application around the API. Loading Express takes longer than everything else, so it is loaded
 * only when needed.
 */
export interface ExpressApplication {
  /** Returns the application with the API as its first middleware; created on the first call. */
  get(): Express;
  /** Whether the application was created, so that routes may have been added to it. */
  readonly made: boolean;
  /** Whether it has routes or middleware besides the API. */
  readonly hasRoutes: boolean;
  /** Returns the Express request for a raw request, for hooks. */
  hookRequest(
    request: IncomingMessage,
    response: ServerResponse,
    params: Readonly<Record<string, string>>,
  ): ExpressRequest;
}

type ExpressModule = () => Express;

export function createExpressApplication(api: RequestHandler, trustProxy: TrustProxy): ExpressApplication {
  let application: Express | null = null;
  let forHooks: Express | null = null;

  function create(): Express {
    // A `require`, since the application is returned synchronously.
    const express = ownRequire('express') as ExpressModule;
    const created = express();
    created.disable('x-powered-by');
    created.set('trust proxy', trustFunction(trustProxy) ?? false);
    return created;
  }

  return {
    get() {
      application ??= create().use(api);
      return application;
    },
    get made() {
      return application !== null;
    },
    get hasRoutes() {
      return (application?.router.stack.length ?? 0) > 1;
    },
    hookRequest(request, response, params) {
      forHooks ??= application ?? create();
      return Object.assign(asExpressRequest(request, response, forHooks), { params });
    },
  };
}

/** Prepares a request that did not enter through Express as Express would. */
function asExpressRequest(request: IncomingMessage, response: ServerResponse, application: Express): Request {
  if ('app' in request) return request as Request;
  const baseUrl = mountOf(request);
  const originalUrl = `${baseUrl}${request.url ?? '/'}`;
  const message = request.httpVersionMajor > 1 ? asHttp1(request) : request;
  Object.setPrototypeOf(message, application.request);
  return Object.assign(message as Request, { res: response, originalUrl, baseUrl });
}

/**
 * Returns a request of HTTP/2 as one of HTTP/1, without its body. Express sets a prototype on requests that
 * reads the fields of HTTP/1: the original request would lose its headers and body by that.
 */
function asHttp1(request: IncomingMessage): IncomingMessage {
  const message = new IncomingMessage(request.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(message, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === ':authority') message.headers.host = String(value);
    else if (!name.startsWith(':')) message.headers[name] = value;
  }
  return message;
}
