import { createAccessControl } from './access/document-access.js';
import type { Argon2Parameters } from './auth/passwords/argon2-hash.js';
import { capabilities } from './capabilities/index.js';
import type { AdminBranding } from './codegen/admin-meta.js';
import { describeConfig } from './codegen/describe-config.js';
import { describeRenames } from './codegen/describe-renames.js';
import type { ContractDescriptor, DocumentDescriptor } from './codegen/descriptors.js';
import type { AdminConfig } from './config/admin-config.js';
import type { AuthOptions } from './config/auth-options.js';
import type { DatabaseConfig } from './config/database-config.js';
import { replicasOf } from './config/database-options.js';
import type { FilesOptions } from './config/files-options.js';
import type { MailOptions } from './config/mail-options.js';
import { isPlainAddress } from './config/plain-address.js';
import { resolveLogLevel, type ServerOptions } from './config/server-options.js';
import type { ServiceConfig } from './config/service-config.js';
import { resolveServiceOptions, type ServiceOptions } from './config/service-options.js';
import { lacksSharedAddress, sharedAddressAdvice } from './config/shared-address.js';
import type { OpenAuthentication } from './create-authentication.js';
import { createOperations } from './documents/create-operations.js';
import type { DocumentFiles } from './documents/document-files.js';
import type { Operations, Validator } from './documents/operation.js';
import { createSlowReads } from './documents/slow-reads/slow-reads.js';
import { ConfigError } from './errors/config-error.js';
import { hasVirtual } from './fields/writable.js';
import { requireSharp } from './files/images/require-sharp.js';
import { locateGenerated } from './generated-files.js';
import { appRoutes } from './http/admin-app/app-routes.js';
import { createAdminMetaFile } from './http/admin-routes/admin-meta-file.js';
import { adminRoutes } from './http/admin-routes/admin-routes.js';
import type { KeptResponse, OpenedParts, Routes, ServicePart } from './http/api.js';
import type { App } from './http/app.js';
import { createApp } from './http/create-app.js';
import { createOpenApiFile } from './http/docs/openapi-document-file.js';
import { openApiRoutes, publicOpenApiRoutes } from './http/docs/openapi-routes.js';
import { referenceRoutes } from './http/docs/reference-routes.js';
import { serviceBulk } from './http/handlers/many/service-bulk.js';
import { serviceSearch } from './http/handlers/service-search.js';
import { createHttpApp } from './http/http-app.js';
import { outsideOfRequests } from './http/local/call-scope.js';
import type { LoadLocalClient } from './http/local/local-client.js';
import type { LogOutput } from './http/observability/log-output.js';
import { createServiceLog, type ServiceLog } from './http/observability/logger.js';
import { isFirstProcess } from './http/process/supervised.js';
import { createResponseCache } from './http/response-cache/response-cache.js';
import { joined } from './http/routing/loaded-routing.js';
import type { OpenStore } from './http/routing/store-holder.js';
import { openReplicaRouter, type ReplicaBounds } from './open-replica-router.js';
import { tablesOf } from './storage/capability.js';
import { openDatabase } from './storage/dialects/open-database.js';
import type { Driver } from './storage/driver.js';
import { migrationsFolder } from './storage/migrations/files/migrations-folder.js';
import { prepareDatabase } from './storage/migrations/prepare-database.js';
import type { SchemaMode } from './storage/schema/prepare-schema.js';
import { prepareSystemTables } from './storage/schema/system-tables.js';
import { type Clock, systemClock } from './util/clock.js';
import { currentDevelopment } from './util/development.js';
import { createIdSource } from './util/ids.js';
import { packageVersion } from './util/package-root.js';
import { releaseLine } from './util/release-line.js';
import type { RemoteNetwork } from './util/remote-network.js';

/** The parts that generated code passes in. */
export interface ServiceParts {
  readonly config: ServiceConfig;
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  /** The emitted validator of new users; present with `auth` in the config. */
  readonly newUser?: Validator;
  /** The emitted `openapi.json`. */
  readonly openapi: URL;
  /** The emitted `openapi.public.json`; present with `openapi.public` in the config. */
  readonly publicOpenapi?: URL;
  /** Loads the client behind `local`; absent in a service without documents. */
  readonly local?: LoadLocalClient;
  /** The versions of svc that the generated code fits, such as `0.1`. */
  readonly fits?: string;
  /** The emitted `admin.json`; absent where the config has no dashboard. */
  readonly admin?: URL;
}

/** How an application runs, in addition to its config and the environment. */
export interface AppOptions {
  /**
   * `create` (default): an empty database gets its tables. `extend`: additive changes are applied too, as
   * `svc dev` does.
   */
  readonly schema?: SchemaMode;
  /**
   * Folder of the generated files, for a bundle of your own that was made without them. Default: beside the
   * generated server, else `generated` in the folder that the program is started in.
   */
  readonly generatedFolder?: string;
  /** Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Takes the log's lines, JSON with a line break. Default: the standard output. */
  readonly logOutput?: LogOutput;
}

/**
 * What tests set instead of waiting for it. Not for servers: neither the environment nor a config reaches it.
 */
export interface TestOptions {
  readonly clock?: Clock;
  /** Cheap parameters of argon2. */
  readonly hashing?: Argon2Parameters;
  readonly outboxFolder?: string;
  /** How far replicas may be behind. */
  readonly replicas?: ReplicaBounds;
  /** Where files of other servers are fetched from. */
  readonly network?: RemoteNetwork;
  /** Receives the store behind the endpoints. */
  readonly opened?: (store: OpenStore) => void;
}

/** docs/spec/contract.md#environment: without SMTP, mail goes to readable files. */
const defaultOutboxFolder = '.svc/outbox';

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
        baseUrl: baseUrl ?? `http://localhost:${server.port}`,
      }),
      ...(parts.admin && !contract.auth && appRoutes(parts.admin)),
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

interface StoreOptions {
  readonly database: DatabaseConfig;
  readonly schema: SchemaMode;
  readonly autoMigrate: boolean;
  readonly requestTimeout: number;
  readonly longReadTimeout: number;
  readonly slowReadThreshold: number;
  readonly responseCacheBytes: number;
  readonly log: ServiceLog;
  readonly auth: AuthOptions | null;
  readonly mail: MailOptions;
  readonly files: FilesOptions | null;
  readonly testing: TestOptions;
  readonly scopeFor: OpenedParts['scopeFor'];
}

async function openStore(parts: ServiceParts, options: StoreOptions): Promise<OpenStore> {
  const { database, requestTimeout, longReadTimeout } = options;
  checkVersion(parts.fits);
  checkContract(parts.config, parts.contract);
  // Work whose caller has timed out would block every other write.
  const driver = await openDatabase(database, {
    ...(requestTimeout > 0 && { transactionTimeout: requestTimeout }),
    longReadTimeout,
  });
  try {
    return await openOn(driver, parts, options);
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Builds the indexes of a search that is new, or was changed, before the first request. */
async function buildSearch(
  driver: Driver,
  contract: ContractDescriptor,
  log: StoreOptions['log'],
): Promise<void> {
  if (!contract.collections.some(({ search }) => search !== undefined)) return;
  const { buildIndexes } = await import('./documents/search/build-indexes.js');
  for (const { slug, documents } of await buildIndexes(driver, contract))
    log.pino().info(`The search of ${slug} is built: ${documents} documents.`);
}

async function openOn(driver: Driver, parts: ServiceParts, options: StoreOptions): Promise<OpenStore> {
  const { config, contract, openapi } = parts;
  const { schema, database, autoMigrate, log, testing } = options;
  const { clock = systemClock } = testing;
  const ids = createIdSource(clock);
  await prepareDatabase(driver, contract, {
    schema,
    database,
    folder: migrationsFolder(openapi),
    autoMigrate,
    capabilities,
    renames: describeRenames(config),
    note: (level, message) => log.pino()[level](message),
  });
  await prepareSystemTables(driver, tablesOf(capabilities, contract));
  await buildSearch(driver, contract, log);
  const { slowReadThreshold } = options;
  const slowReads = slowReadThreshold > 0 ? createSlowReads(slowReadThreshold, clock) : null;
  const files = await loadDocumentFiles(contract, clock, options.files);
  const operations = createOperations({ contract, config, driver, clock, ids, log, slowReads, files });
  const store = await openBeside(driver, { operations, files }, parts, options);
  const replicas = await openReplicaRouter({
    database,
    driver,
    operations,
    contract,
    access: store.access ?? null,
    statementTimeout: options.requestTimeout,
    longReadTimeout: options.longReadTimeout,
    note: (level, message) => log.pino()[level](message),
    logError: (fields, message) => log.error(fields, message),
    ...(testing.replicas && { bounds: testing.replicas }),
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (replicas === null) return store;
  return {
    ...store,
    replicas: replicas.router,
    async close() {
      await replicas.close();
      await store.close();
    },
  };
}

/** What documents need of their files; null where none have any. */
async function loadDocumentFiles(
  { collections }: ContractDescriptor,
  clock: Clock,
  options: FilesOptions | null,
): Promise<DocumentFiles | null> {
  if (options === null || !collections.some(({ upload }) => upload !== undefined)) return null;
  const [{ createDocumentFiles }, { addressesOf }] = await Promise.all([
    import('./files/records/document-files.js'),
    import('./files/storage/open-place.js'),
  ]);
  return createDocumentFiles(clock, addressesOf(options));
}

/** Opens authentication where there is any, and the parts of capabilities. */
async function openBeside(
  driver: Driver,
  { operations, files }: { readonly operations: Operations; readonly files: DocumentFiles | null },
  { config, contract, routes }: ServiceParts,
  options: StoreOptions,
): Promise<OpenStore> {
  const { log, database } = options;
  // Replicas differ from the database and from each other, and each request chooses one of them.
  const isCaching = options.responseCacheBytes > 0 && replicasOf(database).length === 0;
  const authentication = await openAuthenticationOf(driver, operations, contract, options);
  const access = authentication && createAccessControl({ contract, config });
  const capabilityParts = await openParts({
    contract,
    routes,
    driver,
    operations,
    auth: access && authentication && { access, services: authentication.services },
    logError: (fields, message) => log.error(fields, message),
    scopeFor: options.scopeFor,
    files: options.files,
    documentFiles: files ?? undefined,
    network: options.testing.network,
  });
  for (const { work } of capabilityParts.values()) work?.start();
  return {
    operations,
    parts: capabilityParts,
    ...(authentication && { access, authentication }),
    pool: driver.pool,
    longReads: driver.longReads.state,
    ...(isCaching && { responses: createResponseCache<KeptResponse>(driver, options.responseCacheBytes) }),
    check: async () => void (await Promise.all([driver.check(), authentication?.check()])),
    async close() {
      await Promise.all([...capabilityParts.values()].map(({ work }) => work?.stop()));
      await authentication?.close();
      await driver.close();
    },
  };
}

/** Null without `auth` in the config. */
async function openAuthenticationOf(
  driver: Driver,
  operations: Operations,
  contract: ContractDescriptor,
  { log, auth, mail, testing }: StoreOptions,
): Promise<OpenAuthentication | null> {
  if (auth === null) return null;
  const { clock = systemClock, hashing, outboxFolder = defaultOutboxFolder } = testing;
  const { openAuthentication } = await import('./create-authentication.js');
  return openAuthentication({
    ...{ auth, mail, contract, driver, operations, clock, log, outboxFolder },
    ...(hashing && { hashing }),
  });
}

/** What the capabilities of the service add to it, by their names. */
async function openParts(opened: OpenedParts): Promise<ReadonlyMap<string, ServicePart>> {
  const parts = new Map<string, ServicePart>();
  for (const { name, isUsedBy, load } of capabilities) {
    if (load !== undefined && isUsedBy(opened.contract)) parts.set(name, await (await load())(opened));
  }
  return parts;
}

/** Before the contracts are compared: another version may describe the same config in another way. */
function checkVersion(fits: string | undefined): void {
  if (fits === undefined || fits === releaseLine(packageVersion)) return;
  throw new Error(
    `The server was generated for svc ${fits}, but svc ${packageVersion} is installed: run svc generate.`,
  );
}

/**
 * Generated code describes the config as it was; a server of old code would store documents that the config
 * forbids.
 */
function checkContract(config: ServiceConfig, contract: ContractDescriptor): void {
  if (describeConfig(config).hash === contract.hash) return;
  throw new Error('The config has changed since the server was generated: run svc generate.');
}
