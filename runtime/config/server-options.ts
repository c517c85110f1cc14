/** How a server runs: the environment wins over the config. */
import { ConfigError, type ConfigFault } from '../errors/config-error.js';
import { type DatabaseConfig, defaultSqlitePath } from './database-config.js';
import { createVariables, schemeOf, type Variables } from './environment.js';
import type { ServerConfig, ServiceConfig } from './service-config.js';
import { postgresAddress } from './validate/check-address.js';
import { baseUrl, host, port, serviceOptions, trustProxy } from './validate/check-service.js';
import { wholeNumber } from './validate/checks.js';
import { type ConfigProblem, createProblems, inside, type Problems, root } from './validate/problem.js';

export interface ServerOptions {
  readonly port: number;
  /** Undefined: every interface. */
  readonly host: string | undefined;
  /** Public address of the API without a slash at the end, where one is given. */
  readonly baseUrl: string | null;
  readonly database: DatabaseConfig;
  /** Whether a server runs pending migrations when it starts. */
  readonly autoMigrate: boolean;
  readonly logLevel: LogLevel;
  /** Milliseconds; 0 never. */
  readonly requestTimeout: number;
  readonly trustProxy: NonNullable<ServerConfig['trustProxy']>;
  readonly corsOrigins: readonly string[];
  /** Whether `GET /metrics` is there. */
  readonly metrics: boolean;
  /** How many processes `serve` runs. */
  readonly workers: number;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

const defaultPort = 3000;
const defaultRequestTimeout = 30_000;
const mostWorkers = 256;

/**
 * Options of a server from its config and the environment. An empty variable counts as none.
 *
 * @throws ConfigError with every variable and option that is wrong: a config may compute them when it starts.
 */
export function resolveServerOptions(
  config: ServiceConfig,
  env: NodeJS.ProcessEnv = process.env,
): ServerOptions {
  const problems = createProblems();
  const variables = createVariables(env, problems);
  checkOwnOptions(config, problems);
  const { server = {} } = config;
  const options: ServerOptions = {
    port: variables.number('PORT', port) ?? server.port ?? defaultPort,
    host: variables.text('HOST', host) ?? server.host,
    baseUrl: withoutSlash(variables.text('SVC_BASE_URL', baseUrl) ?? config.baseUrl ?? null),
    database: databaseOf(config, variables, problems),
    autoMigrate: variables.flag('SVC_AUTO_MIGRATE') ?? false,
    logLevel: variables.choice('SVC_LOG_LEVEL', logLevels) ?? 'info',
    requestTimeout: server.requestTimeout ?? defaultRequestTimeout,
    trustProxy: trustedProxies(variables, problems) ?? server.trustProxy ?? false,
    corsOrigins: server.cors?.origins ?? [],
    metrics: variables.flag('SVC_METRICS') ?? server.metrics ?? false,
    workers: variables.number('SVC_WORKERS', wholeNumber(1, mostWorkers)) ?? 1,
  };
  if (options.workers > 1 && isInMemory(options.database)) {
    problems.add(
      inside(root, 'SVC_WORKERS'),
      'must be 1 with a database in memory: processes cannot share it',
    );
  }
  throwProblems(problems);
  return options;
}

/** @throws ConfigError where there are problems. They have no file: they stem from the environment or from a config that has run. */
export function throwProblems({ all }: Problems): void {
  if (all.length > 0) throw new ConfigError(all.map(asFault));
}

function asFault({ path, message, suggestion }: ConfigProblem): ConfigFault {
  return { file: null, line: null, path, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The rest of the config is held against the contract hash; these options are not in it. */
function checkOwnOptions(config: ServiceConfig, problems: Problems): void {
  for (const name of ['server', 'baseUrl', 'db'] as const) {
    if (config[name] !== undefined) serviceOptions[name]?.(config[name], inside(root, name), problems);
  }
}

const databaseVariable = 'SVC_DATABASE_URL';
const replicasVariable = 'SVC_DATABASE_REPLICAS';

function databaseOf(config: ServiceConfig, variables: Variables, problems: Problems): DatabaseConfig {
  const database = primaryOf(config, variables, problems);
  const replicas = variables.list(replicasVariable, postgresAddress);
  if (replicas === undefined) return database;
  if (database.kind === 'postgres') return { ...database, replicas };
  problems.add(inside(root, replicasVariable), 'needs content in PostgreSQL: SQLite has no replicas');
  return database;
}

function primaryOf({ db }: ServiceConfig, variables: Variables, problems: Problems): DatabaseConfig {
  const given = variables.text(databaseVariable, () => {});
  if (given !== undefined && isPostgres(given)) {
    postgresAddress(given, inside(root, databaseVariable), problems);
    return db?.kind === 'postgres' ? { ...db, url: given } : { kind: 'postgres', url: given };
  }
  const path = given && variables.filePath(databaseVariable, databaseFault);
  if (given !== undefined) return { kind: 'sqlite', path: path ?? defaultSqlitePath };
  if (db?.kind === 'postgres' && db.url === '') {
    const place = inside(inside(root, 'db'), 'url');
    problems.add(place, `is missing: set it, or ${databaseVariable} to postgres://host:5432/database`);
  }
  return db ?? { kind: 'sqlite', path: defaultSqlitePath };
}

function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?$/.test(schemeOf(url) ?? '');
}

function isInMemory(database: DatabaseConfig): boolean {
  return database.kind === 'sqlite' && database.path === ':memory:';
}

/** `true`, `false`, a number of hops, or addresses with commas between them. */
function trustedProxies(variables: Variables, problems: Problems): ServerOptions['trustProxy'] | undefined {
  const name = 'SVC_TRUST_PROXY';
  const parts = variables.list(name, () => undefined);
  const [first = '', ...more] = parts ?? [];
  if (parts === undefined || first === '') return undefined;
  if (more.length === 0 && /^(true|false)$/i.test(first)) return first.toLowerCase() === 'true';
  const value = more.length === 0 && /^\d+$/.test(first) ? Number(first) : parts;
  trustProxy(value, inside(root, name), problems);
  return value;
}

function withoutSlash(url: string | null): string | null {
  return url?.replace(/\/+$/, '') ?? null;
}

/** Never the value: it may hold a password. */
function databaseFault(): string {
  return 'must be an address: file:data.db, file:///srv/data.db or postgres://host:5432/database';
}
