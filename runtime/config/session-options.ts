/** Where sessions are kept. The environment wins over the config. Default: next to the content. */
import { basename, dirname, join } from 'node:path';
import type { AuthConfig, RedisSessions } from './auth-config.js';
import type { DatabaseConfig, PostgresDatabase, PostgresPool } from './database-config.js';
import { schemeOf, type Variables } from './environment.js';
import type { ServerOptions } from './server-options.js';
import { postgresAddress, redisAddress } from './validate/check-address.js';
import { inside, type Place, type Problems, root } from './validate/problem.js';

/** The resolved form of `SessionsConfig`. */
export type SessionsOptions = SqliteSessionsOptions | RedisSessionsOptions | PostgresSessionsOptions;

export interface SqliteSessionsOptions {
  readonly kind: 'sqlite';
  readonly path: string;
}

export interface RedisSessionsOptions {
  readonly kind: 'redis';
  readonly url: string;
  readonly tls: boolean;
  readonly prefix: string;
}

export interface PostgresSessionsOptions {
  readonly kind: 'postgres';
  readonly url: string;
  readonly pool: PostgresPool | undefined;
}

interface Surroundings {
  readonly variables: Variables;
  readonly server: ServerOptions;
  readonly problems: Problems;
}

const variable = 'SVC_SESSIONS_URL';

/**
 * Without an adapter, sessions are kept with the content: in a file next to its SQLite file, or in its
 * PostgreSQL database.
 */
export function sessionsOf({ sessions }: AuthConfig, surroundings: Surroundings): SessionsOptions {
  const { variables, server, problems } = surroundings;
  const url = variables.text(variable, () => {});
  if (url !== undefined) return sessionsAt(url, { ...surroundings, sessions });
  if (sessions?.kind === 'redis')
    return redisAt(sessions.url ?? '', { problems, place: ownUrl, options: sessions });
  if (sessions?.kind === 'postgres' && sessions.db !== undefined)
    return postgresAt(sessions.db, ownDatabase, problems);
  if (sessions?.kind === 'sqlite' && sessions.path !== undefined) return fileAt(sessions.path, surroundings);
  return besideContent(server.database, { ...surroundings, sessions });
}

const own = inside(inside(root, 'auth'), 'sessions');
const ownUrl = inside(own, 'url');
const ownDatabase = inside(inside(own, 'db'), 'url');

interface SessionSurroundings extends Surroundings {
  readonly sessions: AuthConfig['sessions'];
}

function sessionsAt(url: string, surroundings: SessionSurroundings): SessionsOptions {
  const { sessions, problems } = surroundings;
  const place = inside(root, variable);
  const scheme = schemeOf(url) ?? '';
  if (/^rediss?$/.test(scheme)) {
    return redisAt(url, { problems, place, options: sessions?.kind === 'redis' ? sessions : undefined });
  }
  if (/^postgres(?:ql)?$/.test(scheme)) {
    const pool = sessions?.kind === 'postgres' ? sessions.db?.pool : undefined;
    return postgresAt({ url, ...(pool && { pool }) }, place, problems);
  }
  return fileAt(surroundings.variables.filePath(variable, sessionsIssue) ?? ':memory:', surroundings);
}

function besideContent(content: DatabaseConfig, surroundings: SessionSurroundings): SessionsOptions {
  const { sessions, problems } = surroundings;
  if (content.kind === 'postgres' && sessions?.kind !== 'sqlite')
    return postgresAt(content, ownDatabase, problems);
  if (sessions?.kind === 'postgres') {
    const instead = 'write postgresSessions({ db: postgres({ url }) })';
    problems.add(own, `must name a database, since the content is in SQLite: ${instead}, or set ${variable}`);
  }
  const path = content.kind === 'sqlite' ? content.path : '.svc/data.db';
  return fileAt(path === ':memory:' ? path : fileBeside(path), surroundings);
}

/**
 * `sessions.db` next to `data.db`, and `shop.sessions.db` next to `shop.db`: projects with content in the
 * same folder share neither sessions nor rate limit counters.
 */
function fileBeside(content: string): string {
  const name = basename(content, '.db');
  return join(dirname(content), name === 'data' ? 'sessions.db' : `${name}.sessions.db`);
}

interface RedisPlace {
  readonly place: Place;
  readonly problems: Problems;
  readonly options: RedisSessions | undefined;
}

const defaultPrefix = 'svc:';

function redisAt(url: string, { place, problems, options }: RedisPlace): RedisSessionsOptions {
  if (url.trim() === '') problems.add(place, `is missing: set it, or ${variable} to redis://host:6379`);
  else redisAddress(url, place, problems);
  return {
    kind: 'redis',
    url,
    tls: options?.tls === true || schemeOf(url) === 'rediss',
    prefix: options?.prefix ?? defaultPrefix,
  };
}

function postgresAt(
  { url = '', pool }: Partial<Pick<PostgresDatabase, 'url' | 'pool'>>,
  place: Place,
  problems: Problems,
): PostgresSessionsOptions {
  if (url.trim() === '')
    problems.add(place, `is missing: set it, or ${variable} to postgres://host:5432/database`);
  else postgresAddress(url, place, problems);
  return { kind: 'postgres', url, pool };
}

function fileAt(path: string, { server, problems }: Surroundings): SqliteSessionsOptions {
  if (path === ':memory:' && server.workers > 1) {
    problems.add(
      inside(root, 'SVC_WORKERS'),
      'must be 1 with sessions in memory: processes cannot share them',
    );
  }
  return { kind: 'sqlite', path };
}

/** Never contains the value: it may hold a password. */
function sessionsIssue(): string {
  return 'must be an address: file:sessions.db, file:///srv/sessions.db, redis://host:6379 or postgres://host:5432/database';
}
