import type { Logger } from 'pino';
import type { App, CloseReport, Listener } from './app.js';
import type { HttpApp } from './http-app.js';
import { outsideOfRequests } from './local/call-scope.js';
import { drainServer } from './process/drain.js';
import { createHttpServer, type HttpServer } from './transport/http-server.js';
import { type ListenOptions, listen } from './transport/listen.js';

export interface AppDefaults extends ListenOptions {
  readonly requestTimeout: number;
  /** Whether requests may carry files. Default `false`. */
  readonly takesFiles?: boolean;
  /** Milliseconds that running requests and jobs get to finish when the service closes. */
  readonly drainTimeout: number;
  readonly workers: number;
  readonly log: () => Logger;
}

/** Wraps the service into the function that users call. */
export function createApp(http: HttpApp, defaults: AppDefaults): App {
  const servers = new Set<HttpServer>();
  let closing: Promise<CloseReport> | null = null;

  function close(grace: number): Promise<CloseReport> {
    closing ??= closeInTime(grace);
    return closing;
  }

  async function closeInTime(grace: number): Promise<CloseReport> {
    http.drain();
    const complete = closeAll(grace).then(() => true);
    const inTime = await Promise.race([complete, unrefDelay(grace + defaults.drainTimeout)]);
    if (!inTime) for (const { server } of servers) server.closeAllConnections();
    return { complete: inTime };
  }

  async function closeAll(grace: number): Promise<void> {
    await Promise.all([...servers].map((server) => drainServer(server, grace)));
    await http.close();
  }

  async function startListening(
    options: { readonly port?: number; readonly host?: string } = {},
  ): Promise<Listener> {
    await http.ready();
    const { requestTimeout, takesFiles = false } = defaults;
    const { handle, headers } = http;
    const httpServer = createHttpServer({ handle, requestTimeout, takesFiles, headers });
    const { server } = httpServer;
    const place = await listen(server, {
      port: options.port ?? defaults.port,
      host: options.host ?? defaults.host,
    });
    servers.add(httpServer);
    return { ...place, server, close: ({ grace = 0 } = {}) => close(grace) };
  }

  const app = Object.assign(http.handle.bind(null), {
    fetch: http.fetch,
    ready: http.ready,
    listen: startListening,
    close: async () => void (await close(0)),
    workers: defaults.workers,
  });
  return Object.defineProperties(app, {
    express: { get: () => http.express, enumerable: true },
    local: { get: () => http.scopeOf(outsideOfRequests).local(null), enumerable: true },
    log: { get: defaults.log, enumerable: true },
  }) as App;
}

/** Resolves with false after this many milliseconds; the timer does not keep the process alive. */
function unrefDelay(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
}
