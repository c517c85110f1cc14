import type { AdminBranding } from './codegen/admin-meta.js';
import type { DocumentDescriptor } from './codegen/descriptors.js';
import type { AdminConfig } from './config/admin-config.js';
import type { AuthOptions } from './config/auth-options.js';
import { isPlainAddress } from './config/plain-address.js';
import { resolveLogLevel, type ServerOptions } from './config/server-options.js';
import type { ServiceConfig } from './config/service-config.js';
import { resolveServiceOptions, type ServiceOptions } from './config/service-options.js';
import { lacksSharedAddress, sharedAddressAdvice } from './config/shared-address.js';
import { ConfigError } from './errors/config-error.js';
import { hasVirtual } from './fields/writable.js';
import { requireSharp } from './files/images/require-sharp.js';
import { locateGenerated } from './generated-files.js';
import { appRoutes } from './http/admin-app/app-routes.js';
import { createAdminMetaFile } from './http/admin-routes/admin-meta-file.js';
import { adminRoutes } from './http/admin-routes/admin-routes.js';
import type { Routes } from './http/api.js';
import type { App } from './http/app.js';
import { createApp } from './http/create-app.js';
import { createOpenApiFile } from './http/docs/openapi-document-file.js';
import { openApiRoutes, publicOpenApiRoutes } from './http/docs/openapi-routes.js';
import { referenceRoutes } from './http/docs/reference-routes.js';
import { serviceBulk } from './http/handlers/many/service-bulk.js';
import { serviceSearch } from './http/handlers/service-search.js';
import { createHttpApp } from './http/http-app.js';
import { outsideOfRequests } from './http/local/call-scope.js';
import { createServiceLog, type ServiceLog } from './http/observability/logger.js';
import { isFirstProcess } from './http/process/supervised.js';
import { joined } from './http/routing/loaded-routing.js';
import type { OpenStore } from './http/routing/store-holder.js';
import { openStore } from './open-store.js';
import type { AppOptions, ServiceParts, TestOptions } from './service-parts.js';
import { currentDevelopment } from './util/development.js';

/**
 * Builds the service of a config and connects everything. Nothing is opened before `ready`, `listen` or the
 * first request; options that are wrong are refused then, too, so that all issues are reported in the same
 * way. A missing package is refused here, and a named folder without the generated files: an own server that
 * mounts the service need not wait for `ready`.
 *
 * @throws ConfigError where the config takes images and `sharp` is not installed.
 * @throws Error where `generatedFolder` lacks a generated file.
 */
export function createService(given: ServiceParts, options: AppOptions = {}, testing: TestOptions = {}): App {
  const { config, contract } = given;
  requireSharp(contract);
  const { generatedFolder: folder } = options;
  const located = locateGenerated(given, { folder, hash: contract.hash });
  const parts = { ...given, ...located.files };
  const { env = process.env } = options;
  const development = currentDevelopment();
  const { server, auth, mail, files, fault: issue } = resolveOptions(config, env);
  const { requestTimeout, longReadTimeout, slowReadThreshold, responseCacheBytes, baseUrl, database } =
    server;
  const log = createServiceLog(server.logLevel, options.logOutput);
  if (located.issue !== null) log.warn(located.issue);
  const openapi = createOpenApiFile(parts.openapi);

  async function open(): Promise<OpenStore> {
    if (issue) throw issue;
    const schema = options.schema ?? (development ? 'extend' : 'create');
    const { autoMigrate } = server;
    const store = await openStore(parts, {
      database,
      schema,
      autoMigrate,
      requestTimeout,
      longReadTimeout,
      slowReadThreshold,
      responseCacheBytes,
      log,
      auth,
      mail,
      files,
      testing,
      scopeFor: (requester) =>
        http.scopeOf({
          ...outsideOfRequests,
          rights: { kind: 'requester', requester: () => requester },
        }),
    });
    // `svc dev` is one instance on the developer's own network and needs no warning.
    if (schema !== 'extend' && isFirstProcess()) {
      if (auth !== null) warnOfNoAddress(server, auth, log);
      if (auth !== null || env['NODE_ENV'] === 'production') warnOfPlainAddress(server, log);
    }
    testing.opened?.(store);
    return store;
  }

  const address = baseUrl ?? `http://localhost:${server.port}`;
  const http = createHttpApp({
    contract,
    routes: joined(
      joined(joined(parts.routes, serviceBulk(parts.routes)), serviceSearch(contract)),
      parts.admin ? adminRoutes(parts.admin, config) : {},
    ),
    pages: {
      ...openApiRoutes(openapi),
      ...(parts.publicOpenapi && publicOpenApiRoutes(createOpenApiFile(parts.publicOpenapi))),
      ...referenceRoutes({
        openapi: openapi.document,
        baseUrl: address,
      }),
      ...(parts.admin && !contract.auth && appRoutes(parts.admin, { baseUrl: address })),
    },
    ...((contract.auth || contract.routes) && { loadRoutes: () => loadMoreRoutes(parts, log) }),
    open,
    loadLocal: parts.local,
    log,
    isComputed: computedBy(config),
    ...(parts.admin && { branding: brandingIn(parts.admin) }),
    ...originsIn(config),
    corsOrigins: server.corsOrigins,
    trustProxy: server.trustProxy,
    https: baseUrl?.startsWith('https:') ?? false,
    requestTimeout,
    metrics: server.metrics,
  });
  const { port, host, workers } = server;
  const app = createApp(http, {
    port,
    host: development?.host ?? host,
    workers,
    requestTimeout,
    takesFiles: files !== null,
    drainTimeout: requestTimeout + 5000,
    log: log.pino,
  });
  development?.created(app);
  return app;
}

function warnOfNoAddress(server: ServerOptions, { sessions }: AuthOptions, log: ServiceLog): void {
  const { baseUrl, port } = server;
  if (!lacksSharedAddress({ baseUrl, sessions })) return;
  log
    .pino()
    .warn(
      `SVC_BASE_URL is not set: tokens are issued under localhost:${port}, and an instance on another port refuses them; ${sharedAddressAdvice}`,
    );
}

/**
 * Over http the cookies have neither `Secure` nor the prefix `__Host-` (docs/spec/auth.md#cookies:
 * development only).
 */
function warnOfPlainAddress({ baseUrl }: ServerOptions, log: ServiceLog): void {
  if (baseUrl === null || !isPlainAddress(baseUrl)) return;
  log
    .pino()
    .warn(
      `The base URL ${baseUrl} is not encrypted: anyone on the network path can read passwords, cookies and keys; put TLS in front and set SVC_BASE_URL to the https:// address`,
    );
}

/** Read from the emitted file when the first page asks. */
function brandingIn(admin: URL): () => Promise<AdminBranding> {
  const readFile = createAdminMetaFile(admin);
  return async () => (await readFile()).branding;
}

/** Origins of images and pages that the dashboard shows. */
function originsIn({ admin }: ServiceConfig): Pick<AdminConfig, 'imageOrigins' | 'previewOrigins'> {
  const { imageOrigins, previewOrigins } = admin || {};
  return { ...(imageOrigins && { imageOrigins }), ...(previewOrigins && { previewOrigins }) };
}

/** The routes of authentication and those of the config, each loaded only where there are any. */
async function loadMoreRoutes(parts: ServiceParts, log: ServiceLog): Promise<Routes> {
  const { config, contract } = parts;
  const ofAuth = contract.auth === undefined ? {} : await loadAuthRoutes(parts);
  if (config.routes === undefined || contract.routes === undefined) return ofAuth;
  const { ownRoutes } = await import('./http/own-routes/own-routes.js');
  return joined(ofAuth, ownRoutes({ contract, routes: config.routes, log: log.pino }));
}

async function loadAuthRoutes({ newUser, admin }: ServiceParts): Promise<Routes> {
  const [{ allAuthRoutes }, { viewRoutes }] = await Promise.all([
    import('./http/auth-routes/all-routes.js'),
    import('./views/view-routes.js'),
  ]);
  return joined(allAuthRoutes({ newUser: newUser ?? null, admin: admin ?? null }), viewRoutes());
}

interface CheckedOptions extends ServiceOptions {
  readonly fault: ConfigError | null;
}

function resolveOptions(config: ServiceConfig, env: NodeJS.ProcessEnv): CheckedOptions {
  try {
    return { ...resolveServiceOptions(config, env), fault: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { server, auth, mail, files } = resolveServiceOptions({}, {});
    return { server: { ...server, logLevel: resolveLogLevel(env) }, auth, mail, files, fault: error };
  }
}

/** Which collections and globals have `afterRead` hooks or virtual fields. */
function computedBy(config: ServiceConfig): (descriptor: DocumentDescriptor) => boolean {
  const withHooks = (
    items: readonly { readonly slug: string; readonly hooks?: { readonly afterRead?: unknown } }[] = [],
  ) => new Set(items.filter(({ hooks }) => hooks?.afterRead !== undefined).map(({ slug }) => slug));
  const slugs = { collection: withHooks(config.collections), global: withHooks(config.globals) };
  return ({ kind, slug, fields }) => slugs[kind].has(slug) || hasVirtual(fields);
}
