import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Express, Request, RequestHandler } from 'express';
import type { HookRequest } from '../documents/operation.js';
import type { TrustProxy } from './client-address.js';

/** The Express application around the API. Loading Express takes longer than all else, so it waits until it is needed. */
export interface ExpressApplication {
  /** The application with the API as its first middleware, made now unless it was before. */
  get(): Express;
  /** Whether anybody asked for the application, and may have added routes to it. */
  readonly made: boolean;
  /** Turns a raw request into the Express request that hooks get. */
  hookRequest(
    request: IncomingMessage,
    response: ServerResponse,
    params: Readonly<Record<string, string>>,
  ): HookRequest;
}

type ExpressModule = () => Express;

const require = createRequire(import.meta.url);

export function createExpressApplication(api: RequestHandler, trustProxy: TrustProxy): ExpressApplication {
  let application: Express | null = null;
  let forHooks: Express | null = null;

  function create(): Express {
    // A require, since the application is handed out synchronously.
    const express = require('express') as ExpressModule;
    const created = express();
    created.disable('x-powered-by');
    created.set('trust proxy', trustProxy);
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
    hookRequest(request, response, params) {
      forHooks ??= application ?? create();
      return Object.assign(asExpressRequest(request, response, forHooks), { params });
    },
  };
}

/** What Express does to a request that enters it, for one that did not. */
function asExpressRequest(request: IncomingMessage, response: ServerResponse, application: Express): Request {
  if ('app' in request) return request as Request;
  Object.setPrototypeOf(request, application.request);
  return Object.assign(request as Request, { res: response, originalUrl: request.url ?? '/', baseUrl: '' });
}
