/** Options of a server. The environment wins over the config. */
import { ConfigError, type LocatedConfigIssue } from '../errors/config-error.js';
import type { DatabaseConfig } from './database-config.js';
import { databaseOf, isInMemory } from './database-options.js';
import { createVariables, type Variables } from './environment.js';
import type { ServerConfig, ServiceConfig } from './service-config.js';
import {
  baseUrl,
  host,
  longReadTimeout,
  port,
  serviceOptions,
  slowReadThreshold,
  trustProxy,
} from './validate/check-service.js';
import { wholeNumber } from './validate/checks.js';
import { type ConfigIssue, createProblems, inside, type Problems, root } from './validate/problem.js';

export interface ServerOptions {
  readonly port: number;
  /** Undefined: all interfaces. */
  readonly host: string | undefined;
  /** Public URL of the API without a trailing slash; null if not configured. */
  readonly baseUrl: string | null;
  readonly database: DatabaseConfig;
  /** Whether a server runs pending migrations when it starts. */
  readonly autoMigrate: boolean;
  readonly logLevel: LogLevel;
  /** In milliseconds; 0 means no timeout. */
  readonly requestTimeout: number;
  /** Timeout of the long reads of a list, which run separately from all others, in milliseconds. */
  readonly longReadTimeout: number;
  /** Milliseconds from which reads are kept as slow; 0: none are. */
  readonly slowReadThreshold: number;
  /** Max bytes of kept responses; 0: none are kept. */
  readonly responseCacheBytes: number;
  readonly trustProxy: NonNullable<ServerConfig['trustProxy']>;
  readonly corsOrigins: readonly string[];
  /** Whether `GET /metrics` is enabled. */
  readonly metrics: boolean;
  /** Number of processes that `serve` runs. */
  readonly workers: number;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

const defaultLogLevel: LogLevel = 'info';
const defaultPort = 3000;
const defaultRequestTimeout = 30_000;
const defaultLongReadTimeout = 5_000;
const defaultSlowReadThreshold = 50;
const defaultResponseCacheBytes = 64 * 1024 * 1024;
const maxWorkers = 256;

/**
 * Resolves the options of a server from its config and the environment. An empty variable counts as not set.
 *
 * @throws ConfigError with every variable and option that is wrong. The config is checked too, since it may
 * compute its options at startup.
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
    logLevel: variables.choice('SVC_LOG_LEVEL', logLevels) ?? defaultLogLevel,
    requestTimeout: server.requestTimeout ?? defaultRequestTimeout,
    longReadTimeout:
      variables.number('SVC_LONG_READ_TIMEOUT', longReadTimeout) ??
      server.longReadTimeout ??
      defaultLongReadTimeout,
    slowReadThreshold:
      variables.number('SVC_SLOW_READ_THRESHOLD', slowReadThreshold) ??
      server.slowReadThreshold ??
      defaultSlowReadThreshold,
    responseCacheBytes: config.limits?.answerCache ?? defaultResponseCacheBytes,
    trustProxy: trustedProxies(variables, problems) ?? server.trustProxy ?? false,
    corsOrigins: server.cors?.origins ?? [],
    metrics: variables.flag('SVC_METRICS') ?? server.metrics ?? false,
    workers: variables.number('SVC_WORKERS', wholeNumber(1, maxWorkers)) ?? 1,
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

/** The log level if other options are wrong: the value from the environment if that is valid. */
export function resolveLogLevel(env: NodeJS.ProcessEnv): LogLevel {
  const problems = createProblems();
  const level = createVariables(env, problems).choice('SVC_LOG_LEVEL', logLevels);
  return problems.all.length === 0 ? (level ?? defaultLogLevel) : defaultLogLevel;
}

/**
 * @throws ConfigError if there are problems. They have no file: they come from the environment or from a
 * config that has already run.
 */
export function throwProblems({ all }: Problems): void {
  if (all.length > 0) throw new ConfigError(all.map(asIssue));
}

function asIssue({ path, message, suggestion }: ConfigIssue): LocatedConfigIssue {
  return { file: null, line: null, path, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The rest of the config is compared with the contract hash, which does not cover these options. */
function checkOwnOptions(config: ServiceConfig, problems: Problems): void {
  for (const name of ['server', 'baseUrl', 'db', 'limits'] as const) {
    if (config[name] !== undefined) serviceOptions[name]?.(config[name], inside(root, name), problems);
  }
}

/** `true`, `false`, a number of hops, or a comma-separated list of addresses. */
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
