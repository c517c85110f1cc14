/** How a server runs: the environment wins over the config. */
import { ConfigError, type ConfigFault } from '../errors/config-error.js';
import { defaultSqlitePath } from './database-config.js';
import { createVariables, schemeOf } from './environment.js';
import type { ServerConfig, ServiceConfig } from './service-config.js';
import { baseUrl, host, port, serviceOptions } from './validate/check-service.js';
import { wholeNumber } from './validate/checks.js';
import { type ConfigProblem, createProblems, inside, type Problems, root } from './validate/problem.js';

export interface ServerOptions {
  readonly port: number;
  /** Undefined: every interface. */
  readonly host: string | undefined;
  /** Public address of the API without a slash at the end, where one is given. */
  readonly baseUrl: string | null;
  readonly database: { readonly kind: 'sqlite'; readonly path: string };
  readonly logLevel: LogLevel;
  /** Milliseconds; 0 never. */
  readonly requestTimeout: number;
  readonly trustProxy: NonNullable<ServerConfig['trustProxy']>;
  readonly corsOrigins: readonly string[];
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
    database: {
      kind: 'sqlite',
      path: variables.filePath('SVC_DATABASE_URL', databaseFault) ?? pathOf(config),
    },
    logLevel: variables.choice('SVC_LOG_LEVEL', logLevels) ?? 'info',
    requestTimeout: server.requestTimeout ?? defaultRequestTimeout,
    trustProxy: server.trustProxy ?? false,
    corsOrigins: server.cors?.origins ?? [],
    workers: variables.number('SVC_WORKERS', wholeNumber(1, mostWorkers)) ?? 1,
  };
  if (options.workers > 1 && options.database.path === ':memory:') {
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

function pathOf({ db }: ServiceConfig): string {
  return db?.kind === 'sqlite' ? db.path : defaultSqlitePath;
}

function withoutSlash(url: string | null): string | null {
  return url?.replace(/\/+$/, '') ?? null;
}

/** Never the value: it may hold a password. */
function databaseFault(value: string): string {
  const scheme = schemeOf(value);
  if (scheme === 'postgres' || scheme === 'postgresql') {
    return 'names PostgreSQL, which this version does not have yet: write file:data.db';
  }
  return 'must be the address of a SQLite file, such as file:data.db or file:///srv/data.db';
}
