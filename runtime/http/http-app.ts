import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { ContractDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import type { Effect } from '../documents/write/intent.js';
import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';
import { createQueryScope } from '../query/scope.js';
import type { Routes, Service } from './api.js';
import { createApiServer } from './api-server.js';
import type { FetchOptions } from './app.js';
import { type CallOrigin, CallScope, type LocalCalls, outsideOfRequests } from './local/call-scope.js';
import type { LoadLocalClient } from './local/local-client.js';
import { healthRoutes } from './observability/health-routes.js';
import type { ServiceLog } from './observability/logger.js';
import { createServiceMetrics } from './observability/metrics/service-metrics.js';
import { createRequestLog } from './observability/request-log.js';
import { isForPeople } from './pages/is-for-people.js';
import { createReach } from './response-cache/reach.js';
import { createDispatcher } from './routing/dispatcher.js';
import { createLoadedRouting, joined } from './routing/loaded-routing.js';
import { createRoutingTable } from './routing/routing-table.js';
import { createStoreHolder, type OpenStore } from './routing/store-holder.js';
import { apiHeaders } from './security/api-headers.js';
import { createClientAddress, type TrustProxy } from './security/client-address.js';
import { contentRecorder } from './security/content-recorder.js';
import { createCors } from './security/cors.js';
import { createExpressApplication } from './transport/express-application.js';
import { checkedAddress, FetchExchange } from './transport/fetch-exchange.js';
import { createLoopback } from './transport/loopback.js';
import { createRequestListener, type Next } from './transport/request-listener.js';
import { splitTarget } from './transport/request-target.js';
import type { SocketContext } from './transport/socket-exchange.js';

export interface HttpAppOptions {
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  /** Routes that need no store: the OpenAPI document, the reference page. */
  readonly pages: Routes;
  /**
   * Routes of authentication and of the config; present where there are any. Loaded when the service is
   * created, since their modules would slow down the start of services without them. Requests that arrive
   * before wait.
   */
  readonly loadRoutes?: () => Promise<Routes>;
  /** The client behind `local`; absent in a service without documents. */
  readonly loadLocal?: LoadLocalClient | undefined;
  /** Opens the store; called once, and again only after a failure. */
  readonly open: () => Promise<OpenStore>;
  readonly log: ServiceLog;
  /** Whether hooks change the result of reads of these documents. */
  readonly isComputed: (descriptor: DocumentDescriptor) => boolean;
  /** Appearance of the dashboard; absent without one. */
  readonly branding?: NonNullable<Service['branding']>;
  /** Origins of images that the dashboard may show. */
  readonly imageOrigins?: readonly string[];
  /** Origins of pages that the dashboard may show in a frame. */
  readonly previewOrigins?: readonly string[];
  /** Origins whose pages may read responses. */
  readonly corsOrigins: readonly string[];
  readonly trustProxy: TrustProxy;
  readonly https: boolean;
  readonly requestTimeout: number;
  /** Whether `GET /metrics` is served. */
  readonly metrics?: boolean;
}

/** The service on HTTP, before it listens. */
export interface HttpApp {
  /** Headers of every response, names and values in turn. */
  readonly headers: readonly string[];
  handle(request: IncomingMessage, response: ServerResponse, next?: Next): void;
  fetch(input: Request | URL | string, init?: FetchOptions): Promise<Response>;
  /** Opens the store unless it is open. */
  ready(): Promise<void>;
  readonly express: Express;
  /** Connects code that runs without a request with the documents. */
  scopeOf(origin: CallOrigin): CallScope;
  /** Makes readiness fail, and every response end its connection. */
  drain(): void;
  /** Closes the store. */
  close(): Promise<void>;
}

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const store = createStoreHolder(options.open);
  const state = { draining: false };

  async function check(): Promise<readonly string[]> {
    if (state.draining)
      throw new ServiceError('UNAVAILABLE', reason('service.shuttingDown'), { retryAfter: 1 });
    await store.ready().catch(refuseUnopened);
    const opened = store.get();
    const away = [...(opened.parts?.values() ?? [])].map((part) => part.away?.() ?? []);
    await opened.check();
    return (await Promise.all(away)).flat();
  }

  const metrics = options.metrics ? createServiceMetrics({ store, inFlight: () => api.inFlight }) : null;
  const takesFiles = options.contract.collections.some(({ upload }) => upload !== undefined);
  const cors = createCors(options.corsOrigins, takesFiles);
  const log = createRequestLog(options.log);
  const headers = apiHeaders({
    contractHash: options.contract.hash,
    https: options.https,
    authenticates: options.contract.auth !== undefined,
    variesByOrigin: cors.varies,
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
    reach: createReach(options.contract, options.isComputed),
    requestTimeout: options.requestTimeout,
    logError: (fields, message) => options.log.error(fields, message),
    ...(options.branding && { branding: options.branding }),
    ...(options.imageOrigins && { imageOrigins: options.imageOrigins }),
    ...(options.previewOrigins && { previewOrigins: options.previewOrigins }),
    get auth() {
      return store.authentication?.services ?? null;
    },
    get settings() {
      return store.authentication?.settings ?? null;
    },
    get access() {
      return store.isOpen ? (store.get().access ?? null) : null;
    },
    get parts() {
      return store.isOpen ? [...(store.get().parts?.values() ?? [])] : [];
    },
    get replicas() {
      return store.isOpen ? (store.get().replicas ?? null) : null;
    },
    get responses() {
      return store.isOpen ? (store.get().responses ?? null) : null;
    },
    get operations() {
      return store.get().operations;
    },
    effectsOf: (change, request) => {
      const effects: Effect[] = [];
      for (const part of service.parts) {
        if (part.effectsOf !== undefined) effects.push(...part.effectsOf(change, request));
      }
      return effects;
    },
  };
  let calls: Promise<LocalCalls> | null = null;
  const loadCalls = (): Promise<LocalCalls> => {
    calls ??= openCalls();
    return calls;
  };
  const openCalls = async (): Promise<LocalCalls> => {
    if (options.loadLocal === undefined)
      throw new Error('The generated code has no client: run svc generate.');
    const [client, { createLocalCalls }] = await Promise.all([
      options.loadLocal(),
      import('./local/local-calls.js'),
    ]);
    const ready = async (): Promise<void> => {
      await routing.loaded();
      if (!store.isOpen) await store.ready();
    };
    return createLocalCalls({ client, service, findRoute, ready });
  };
  const scopeOf = (origin: CallOrigin): CallScope => new CallScope(origin, loadCalls);

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
    requests: {
      bodyBytes: options.contract.limits.bodyBytes,
      recorderOf: (request) => contentRecorder(service, request),
      scopeOf: (request) =>
        scopeOf({
          ...outsideOfRequests,
          rights: { kind: 'requester', requester: () => request.requester() },
          requestId: request.requestId,
          req: () => request.req,
          from: () => request.origin,
        }),
    },
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
  const listener = createRequestListener({ api, express, findRoute, context, warn: options.log.warn });
  const loopback = createLoopback(listener.handle);

  return {
    headers,
    handle(request, response, next) {
      if (routing.loading === null) listener.handle(request, response, next);
      else void routing.loading.then(() => listener.handle(request, response, next));
    },
    async fetch(input, init = {}) {
      const { address: given, ...options } = init;
      const address = checkedAddress(given);
      const request = toRequest(input, options);
      if (routing.loading !== null) await routing.loading;
      const target = splitTarget(request.url.replace(/#.*/s, ''));
      if (listener.needsExpress(target)) return loopback.fetch({ request, address });
      return await new Promise<Response>((respond, fail) => {
        if (request.signal.aborted) fail(request.signal.reason);
        else api.serve(new FetchExchange({ request, address }, context, { respond, fail }), target);
      });
    },
    async ready() {
      await routing.loaded();
      await store.ready();
    },
    scopeOf,
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

/**
 * A program that starts the server by `listen` gets the reason; a client of a server that opens the store
 * later does not.
 */
function refuseUnopened(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', reason('store.cannotOpen'), {
    cause,
    retryAfter: 1,
  });
}

/** In process the host has no meaning, so a path alone is enough. */
function toRequest(input: Request | URL | string, init: RequestInit): Request {
  if (typeof input === 'string') return new Request(new URL(input, 'http://localhost'), init);
  return input instanceof URL || Object.keys(init).length > 0 ? new Request(input, init) : input;
}
