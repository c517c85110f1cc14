/** Where content and sessions are kept, and how the environment changes it. It wins over the config. */
import { basename, dirname, join } from 'node:path';
import type { AuthConfig, RedisSessions } from './auth-config.js';
import {
  type DatabaseConfig,
  type DatabaseFile,
  type DatabaseServer,
  defaultFile,
  kinds,
} from './database-config.js';
import { schemeOf, type Variables } from './environment.js';
import type { ServiceConfig } from './service-config.js';
import { isServerUrl, redisAddress, serverAddress, texts } from './validate/check-database.js';
import { inside, type Place, type Problems, root } from './validate/problem.js';

const databaseVariable = 'SVC_DATABASE_URL';
const replicasVariable = 'SVC_DATABASE_REPLICAS';

/** Where content is kept. */
export function databaseOf(config: ServiceConfig, variables: Variables, problems: Problems): DatabaseConfig {
  const database = primaryOf(config, variables, problems);
  const replicas = variables.list(replicasVariable, serverAddress);
  if (replicas === undefined) return database;
  if (database.kind === kinds.server) return { ...database, replicas };
  problems.add(inside(root, replicasVariable), texts.noReplicas);
  return database;
}

function primaryOf({ db }: ServiceConfig, variables: Variables, problems: Problems): DatabaseConfig {
  const given = variables.text(databaseVariable, () => {});
  if (given !== undefined && isServerUrl(given)) {
    serverAddress(given, inside(root, databaseVariable), problems);
    return db?.kind === kinds.server ? { ...db, url: given } : { kind: kinds.server, url: given };
  }
  const path = given && variables.filePath(databaseVariable, () => texts.database);
  if (given !== undefined) return { kind: kinds.file, path: path ?? defaultFile };
  if (db?.kind === kinds.server && db.url === '') {
    const place = inside(inside(root, 'db'), 'url');
    problems.add(place, texts.missingServer(databaseVariable));
  }
  return db ?? { kind: kinds.file, path: defaultFile };
}

/** Whether nothing is left of it when its process ends. */
export function isInMemory(database: DatabaseConfig): boolean {
  return database.kind === kinds.file && database.path === ':memory:';
}

/** URLs of the replicas that are set, without duplicates. */
export function replicasOf(database: DatabaseConfig): readonly string[] {
  const { replicas = [] } = database.kind === kinds.server ? database : {};
  return [...new Set(replicas.filter((url): url is string => url !== undefined && url !== ''))];
}

/** The file of the content, even if the environment already names a server. */
export function contentFile(db: ServiceConfig['db']): string {
  const given = process.env[databaseVariable];
  if (given?.startsWith('file:')) return given;
  return db?.kind === kinds.file ? db.path : defaultFile;
}

/** The resolved form of `SessionsConfig`. */
export type SessionsOptions = FileSessionsOptions | RedisSessionsOptions | ServerSessionsOptions;

export type FileSessionsOptions = DatabaseFile;

export interface RedisSessionsOptions {
  readonly kind: 'redis';
  readonly url: string;
  readonly tls: boolean;
  readonly prefix: string;
}

export interface ServerSessionsOptions extends Pick<DatabaseServer, 'kind' | 'url'> {
  readonly pool: DatabaseServer['pool'] | undefined;
}

interface Surroundings {
  readonly variables: Variables;
  readonly server: { readonly database: DatabaseConfig; readonly workers: number };
  readonly problems: Problems;
}

const sessionsVariable = 'SVC_SESSIONS_URL';

/**
 * Without an adapter, sessions are kept with the content: in a file next to its file, or in its database on
 * the server.
 */
export function sessionsOf({ sessions }: AuthConfig, surroundings: Surroundings): SessionsOptions {
  const { variables, server, problems } = surroundings;
  const url = variables.text(sessionsVariable, () => {});
  if (url !== undefined) return sessionsAt(url, { ...surroundings, sessions });
  if (sessions?.kind === 'redis')
    return redisAt(sessions.url ?? '', { problems, place: ownUrl, options: sessions });
  if (sessions?.kind === kinds.server && sessions.db !== undefined)
    return serverAt(sessions.db, ownDatabase, problems);
  if (sessions?.kind === kinds.file && sessions.path !== undefined)
    return fileAt(sessions.path, surroundings);
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
  const place = inside(root, sessionsVariable);
  const scheme = schemeOf(url) ?? '';
  if (/^rediss?$/.test(scheme)) {
    return redisAt(url, { problems, place, options: sessions?.kind === 'redis' ? sessions : undefined });
  }
  if (isServerUrl(url)) {
    const pool = sessions?.kind === kinds.server ? sessions.db?.pool : undefined;
    return serverAt({ url, ...(pool && { pool }) }, place, problems);
  }
  return fileAt(
    surroundings.variables.filePath(sessionsVariable, () => texts.sessions) ?? ':memory:',
    surroundings,
  );
}

function besideContent(content: DatabaseConfig, surroundings: SessionSurroundings): SessionsOptions {
  const { sessions, problems } = surroundings;
  if (content.kind === kinds.server && sessions?.kind !== kinds.file)
    return serverAt(content, ownDatabase, problems);
  if (sessions?.kind === kinds.server) {
    problems.add(own, texts.needsServer(sessionsVariable));
  }
  const path = content.kind === kinds.file ? content.path : defaultFile;
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
  if (url.trim() === '')
    problems.add(place, `is missing: set it, or ${sessionsVariable} to redis://host:6379`);
  else redisAddress(url, place, problems);
  return {
    kind: 'redis',
    url,
    tls: options?.tls === true || schemeOf(url) === 'rediss',
    prefix: options?.prefix ?? defaultPrefix,
  };
}

function serverAt(
  { url = '', pool }: Partial<Pick<DatabaseServer, 'url' | 'pool'>>,
  place: Place,
  problems: Problems,
): ServerSessionsOptions {
  if (url.trim() === '') problems.add(place, texts.missingServer(sessionsVariable));
  else serverAddress(url, place, problems);
  return { kind: kinds.server, url, pool };
}

function fileAt(path: string, { server, problems }: Surroundings): FileSessionsOptions {
  if (path === ':memory:' && server.workers > 1) {
    problems.add(
      inside(root, 'SVC_WORKERS'),
      'must be 1 with sessions in memory: processes cannot share them',
    );
  }
  return { kind: kinds.file, path };
}
