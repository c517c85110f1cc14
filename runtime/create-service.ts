import { describeConfig } from './codegen/describe-config.js';
import type { ContractDescriptor, DocumentDescriptor } from './codegen/descriptors.js';
import { resolveServerOptions, type ServerOptions } from './config/server-options.js';
import type { ServiceConfig } from './config/service-config.js';
import { createOperations } from './documents/create-operations.js';
import { ConfigError } from './errors/config-error.js';
import type { Routes } from './http/api.js';
import type { App } from './http/app.js';
import { createApp } from './http/create-app.js';
import { referenceRoutes } from './http/docs/reference-routes.js';
import { createHttpApp } from './http/http-app.js';
import type { LogOutput } from './http/log-output.js';
import { createServiceLog, type ServiceLog } from './http/logger.js';
import { createOpenApiFile } from './http/openapi-document-file.js';
import { openApiRoutes } from './http/openapi-routes.js';
import type { OpenStore } from './http/store-holder.js';
import { prepareSchema, type SchemaMode } from './storage/schema/prepare-schema.js';
import { createSqliteDriver } from './storage/sqlite/sqlite-driver.js';
import { systemClock } from './util/clock.js';
import { createIdSource } from './util/ids.js';

/** What generated code hands over. */
export interface ServiceParts {
  readonly config: ServiceConfig;
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  /** The emitted `openapi.json`. */
  readonly openapi: URL;
}

/** How an application runs, beside what its config and the environment say. */
export interface AppOptions {
  /** `create` (default): an empty database gets its tables. `extend`: additive changes are applied too, as `svc dev` does. */
  readonly schema?: SchemaMode;
  /** Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Takes the log's lines, JSON with a line break. Default: the standard output. */
  readonly logOutput?: LogOutput;
}

/**
 * Builds the service of a config and connects everything. Nothing is opened before `ready`, `listen` or the first request;
 * options that are wrong are refused then, too, so that whoever starts the service hears of all faults in one way.
 */
export function createService(parts: ServiceParts, options: AppOptions = {}): App {
  const { config, contract } = parts;
  const { server, fault } = serverOptions(config, options.env ?? process.env);
  const { requestTimeout, baseUrl, database } = server;
  const log = createServiceLog(server.logLevel, options.logOutput);
  const openapi = createOpenApiFile(parts.openapi);

  async function open(): Promise<OpenStore> {
    if (fault) throw fault;
    return openStore(parts, { path: database.path, schema: options.schema ?? 'create', requestTimeout, log });
  }

  const http = createHttpApp({
    contract,
    routes: parts.routes,
    pages: { ...openApiRoutes(openapi), ...referenceRoutes({ openapi: openapi.document, baseUrl }) },
    open,
    log,
    isComputed: computedBy(config),
    corsOrigins: server.corsOrigins,
    trustProxy: server.trustProxy,
    https: baseUrl?.startsWith('https:') ?? false,
    requestTimeout,
  });
  const { port, host, workers } = server;
  return createApp(http, {
    port,
    host,
    workers,
    requestTimeout,
    drainTimeout: requestTimeout + 5000,
    log: log.pino,
  });
}

interface CheckedOptions {
  readonly server: ServerOptions;
  readonly fault: ConfigError | null;
}

function serverOptions(config: ServiceConfig, env: NodeJS.ProcessEnv): CheckedOptions {
  try {
    return { server: resolveServerOptions(config, env), fault: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { server: resolveServerOptions({}, {}), fault: error };
  }
}

/** Which collections and globals have `afterRead` hooks. */
function computedBy(config: ServiceConfig): (descriptor: DocumentDescriptor) => boolean {
  const withHooks = (
    items: readonly { readonly slug: string; readonly hooks?: { readonly afterRead?: unknown } }[] = [],
  ) => new Set(items.filter(({ hooks }) => hooks?.afterRead !== undefined).map(({ slug }) => slug));
  const slugs = { collection: withHooks(config.collections), global: withHooks(config.globals) };
  return ({ kind, slug }) => slugs[kind].has(slug);
}

interface StoreOptions {
  readonly path: string;
  readonly schema: SchemaMode;
  readonly requestTimeout: number;
  readonly log: ServiceLog;
}

async function openStore(
  { config, contract }: ServiceParts,
  { path, schema, requestTimeout, log }: StoreOptions,
): Promise<OpenStore> {
  checkContract(config, contract);
  // Work that nobody waits for any more would hold up every other write.
  const driver = await createSqliteDriver({
    path,
    ...(requestTimeout > 0 && { transactionTimeout: requestTimeout }),
  });
  try {
    await prepareSchema(driver, contract, schema);
  } catch (error) {
    await driver.close();
    throw error;
  }
  const operations = createOperations({
    contract,
    config,
    driver,
    clock: systemClock,
    ids: createIdSource(systemClock),
    log,
  });
  return { operations, check: () => driver.check(), close: () => driver.close() };
}

/** Generated code describes the config as it was; a server of old code would store documents that the config forbids. */
function checkContract(config: ServiceConfig, contract: ContractDescriptor): void {
  if (describeConfig(config).hash === contract.hash) return;
  throw new Error('The config has changed since the server was generated: run svc generate.');
}
