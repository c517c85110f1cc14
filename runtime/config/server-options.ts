/** How a server runs: the environment wins over the config. */
import { fileURLToPath } from 'node:url';
import { ConfigError, type ConfigFault } from '../errors/config-error.js';
import { nearestName } from '../util/near-miss.js';
import { defaultSqlitePath } from './database-config.js';
import type { ServerConfig, ServiceConfig } from './service-config.js';
import { baseUrl, host, port, serviceOptions } from './validate/check-service.js';
import { type Check, wholeNumber } from './validate/checks.js';
import { type ConfigProblem, createProblems, inside, type Problems, root } from './validate/problem.js';
import { listed, quoted } from './validate/show-value.js';

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
    database: { kind: 'sqlite', path: variables.databasePath() ?? pathOf(config) },
    logLevel: variables.logLevel() ?? 'info',
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
  if (problems.all.length > 0) throw new ConfigError(problems.all.map(asFault));
  return options;
}

function asFault({ path, message, suggestion }: ConfigProblem): ConfigFault {
  return { file: null, line: null, path, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The rest of the config is held against the contract hash; these options are not in it. */
function checkOwnOptions(config: ServiceConfig, problems: Problems): void {
  for (const name of ['server', 'baseUrl', 'db', 'auth'] as const) {
    if (config[name] !== undefined) serviceOptions[name]?.(config[name], inside(root, name), problems);
  }
}

function pathOf({ db }: ServiceConfig): string {
  return db?.kind === 'sqlite' ? db.path : defaultSqlitePath;
}

function withoutSlash(url: string | null): string | null {
  return url?.replace(/\/+$/, '') ?? null;
}

interface Variables {
  text(name: string, check: Check): string | undefined;
  number(name: string, check: Check): number | undefined;
  databasePath(): string | undefined;
  logLevel(): LogLevel | undefined;
}

function createVariables(env: NodeJS.ProcessEnv, problems: Problems): Variables {
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };

  function text(name: string, check: Check): string | undefined {
    const value = given(name);
    if (value !== undefined) check(value, inside(root, name), problems);
    return value;
  }

  function number(name: string, check: Check): number | undefined {
    const value = given(name);
    if (value === undefined) return undefined;
    // Only digits: Number would take "0x10", "1e3" and " ".
    const read = /^\d+$/.test(value) ? Number(value) : value;
    check(read, inside(root, name), problems);
    return Number(read);
  }

  function databasePath(): string | undefined {
    const name = 'SVC_DATABASE_URL';
    const value = given(name);
    if (value === undefined) return undefined;
    const path = pathOfFileUrl(value);
    if (path === null) problems.add(inside(root, name), databaseFault(value));
    return path ?? undefined;
  }

  function logLevel(): LogLevel | undefined {
    const value = given('SVC_LOG_LEVEL')?.toLowerCase();
    const level = logLevels.find((each) => each === value);
    if (value === undefined || level !== undefined) return level;
    const fault = `must be ${listed(logLevels)}, not ${quoted(value)}`;
    problems.add(inside(root, 'SVC_LOG_LEVEL'), fault, nearestName(value, logLevels));
    return undefined;
  }

  return { text, number, databasePath, logLevel };
}

/** `file:data.db` is relative to the folder the server is started in; `file:///srv/data.db` is absolute. */
function pathOfFileUrl(value: string): string | null {
  const path = /^file:(.+)$/is.exec(value)?.[1];
  if (path === undefined || path.includes('\0')) return null;
  if (!path.startsWith('//')) return path;
  try {
    return fileURLToPath(value);
  } catch {
    // With a host or a sequence that is no percent encoding; the message says what it must look like.
    return null;
  }
}

/** Never the value: it may hold a password. */
function databaseFault(value: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') {
    return 'names PostgreSQL, which this version does not have yet: write file:data.db';
  }
  return 'must be the address of a SQLite file, such as file:data.db or file:///srv/data.db';
}
