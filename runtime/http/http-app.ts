import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { ContractDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import { ServiceError } from '../errors/service-error.js';
import { createQueryScope } from '../query/scope.js';
import type { Routes, Service } from './api.js';
import { apiHeaders } from './api-headers.js';
import { createApiServer } from './api-server.js';
import { createClientAddress, type TrustProxy } from './client-address.js';
import { createCors } from './cors.js';
import { createDispatcher } from './dispatcher.js';
import { createExpressApplication } from './express-application.js';
import { FetchExchange } from './fetch-exchange.js';
import { healthRoutes } from './health-routes.js';
import { isForPeople } from './is-for-people.js';
import { createLoadedRouting, joined } from './loaded-routing.js';
import type { ServiceLog } from './logger.js';
import { createLoopback } from './loopback.js';
import { createServiceMetrics } from './metrics/service-metrics.js';
import { createRequestListener, type Next } from './request-listener.js';
import { createRequestLog } from './request-log.js';
import { splitTarget } from './request-target.js';
import { createRoutingTable } from './routing-table.js';
import type { SocketContext } from './socket-exchange.js';
import { createStoreHolder, type OpenStore } from './store-holder.js';

export interface HttpAppOptions {
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  /** Routes that need no store: the OpenAPI document, the reference page. */
  readonly pages: Routes;
  /**
   * Routes of authentication; present with `auth` in the config. Loaded when the service is made, since their modules would
   * slow down the start of services that have none. Requests that come before wait.
   */
  readonly loadRoutes?: () => Promise<Routes>;
  /** Opens the store; called once, again only when it failed. */
  readonly open: () => Promise<OpenStore>;
  readonly log: ServiceLog;
  /** Whether hooks change what reads of these documents answer. */
  readonly isComputed: (descriptor: DocumentDescriptor) => boolean;
  /** How the dashboard looks, where there is one. */
  readonly branding?: NonNullable<Service['branding']>;
  readonly corsOrigins: readonly string[];
  /** Origins that may send credentials: to read the answers is part of that. */
  readonly trustedOrigins?: readonly string[];
  readonly trustProxy: TrustProxy;
  readonly https: boolean;
  readonly requestTimeout: number;
  /** Whether `GET /metrics` is there. */
  readonly metrics?: boolean;
}

/** The service on HTTP, before it listens anywhere. */
export interface HttpApp {
  /** Of every answer, names and values in turn. */
  readonly headers: readonly string[];
  handle(request: IncomingMessage, response: ServerResponse, next?: Next): void;
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Opens the store unless it is open. */
  ready(): Promise<void>;
  readonly express: Express;
  /** From now on readiness fails, and every answer ends its connection. */
  drain(): void;
  /** Closes the store. */
  close(): Promise<void>;
}

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const store = createStoreHolder(options.open);
  const state = { draining: false };

  async function check(): Promise<void> {
    if (state.draining)
      throw new ServiceError('UNAVAILABLE', 'The server is shutting down.', { retryAfter: 1 });
    await store.ready().catch(refuseUnopened);
    await store.get().check();
  }

  const metrics = options.metrics ? createServiceMetrics({ store, inFlight: () => api.inFlight }) : null;
  const cors = createCors([...new Set([...options.corsOrigins, ...(options.trustedOrigins ?? [])])]);
  const log = createRequestLog(options.log);
  const headers = apiHeaders({
    contractHash: options.contract.hash,
    https: options.https,
    authenticates: options.loadRoutes !== undefined,
  });
  const routing = createLoadedRouting(options.loadRoutes, (more) =>
    createRoutingTable(joined(options.routes, more), {
      ...options.pages,
      ...healthRoutes({ check }),
      ...metrics?.routes,
    }),
  );
  const { findRoute } = routing;
  const service: Service = {
    contract: options.contract,
    scope: createQueryScope(options.contract),
    isComputed: options.isComputed,
    ...(options.branding && { branding: options.branding }),
    get auth() {
      return store.authentication?.services ?? null;
    },
    get settings() {
      return store.authentication?.settings ?? null;
    },
    get access() {
      return store.isOpen ? (store.get().access ?? null) : null;
    },
    get replicas() {
      return store.isOpen ? (store.get().replicas ?? null) : null;
    },
    get operations() {
      return store.get().operations;
    },
  };
  const api = createApiServer({
    dispatch: createDispatcher({
      findRoute,
      cors,
      service,
      opening: () => (store.isOpen ? null : store.ready().catch(refuseUnopened)),
      guard: () => store.authentication?.guard ?? null,
    }),
    headers,
    cors,
    log,
    count: metrics?.answered ?? null,
    // Loaded when the first page fails; without authentication there are no pages.
    faultPage: (request, error, reply) =>
      service.auth !== null && isForPeople(request)
        ? import('./pages/fault-page.js').then(({ faultPage }) =>
            faultPage(request, service, { error, reply, requestId: request.requestId }),
          )
        : null,
    bodyBytes: options.contract.limits.bodyBytes,
    requestTimeout: options.requestTimeout,
  });

  const context: SocketContext = {
    get draining() {
      return state.draining;
    },
    clientAddress: createClientAddress(options.trustProxy),
    hookRequest: (request, response, params) => express.hookRequest(request, response, params),
  };
  const express = createExpressApplication(
    (request, response, next) => listener.handleKnown(request, response, next),
    options.trustProxy,
  );
  const listener = createRequestListener({ api, express, findRoute, context });
  const loopback = createLoopback(listener.handle);

  return {
    headers,
    handle(request, response, next) {
      if (routing.loading === null) listener.handle(request, response, next);
      else void routing.loading.then(() => listener.handle(request, response, next));
    },
    async fetch(input, init) {
      const request = toRequest(input, init);
      if (routing.loading !== null) await routing.loading;
      const target = splitTarget(request.url.replace(/#.*/s, ''));
      if (listener.needsExpress(target)) return loopback.fetch(request);
      return await new Promise<Response>((respond, fail) => {
        if (request.signal.aborted) fail(request.signal.reason);
        else api.serve(new FetchExchange(request, context, { respond, fail }), target);
      });
    },
    async ready() {
      await routing.loaded();
      await store.ready();
    },
    get express() {
      return listener.expressApplication();
    },
    drain() {
      state.draining = true;
    },
    async close() {
      state.draining = true;
      await api.inFlight.idle();
      api.inFlight.close();
      loopback.close();
      metrics?.close();
      await store.close();
    },
  };
}

/** Whoever starts the server by `listen` is told why; a client of a server that opens the store later is not. */
function refuseUnopened(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'The store cannot be opened; the log says why.', {
    cause,
    retryAfter: 1,
  });
}

/** In process the host says nothing, so that a path alone is enough. */
function toRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
  if (typeof input === 'string') return new Request(new URL(input, 'http://localhost'), init);
  return input instanceof URL || init ? new Request(input, init) : input;
}
