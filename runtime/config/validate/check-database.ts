/**
 * Checks where content and sessions are kept. Messages never contain the URL of a server: it may hold a
 * password.
 */
import type { PostgresPool } from '../database-config.js';
import { schemeOf } from '../environment.js';
import { type Check, flag, isPlainObject, isText, listOf, must, objectOf, wholeNumber } from './checks.js';
import { inside } from './problem.js';
import { showValue } from './show-value.js';
import { parsedUrl } from './web-address.js';

export const redisAddress: Check = (value, place, problems) => {
  const issue = typeof value === 'string' ? redisIssue(value) : 'must be text';
  if (issue === null) return;
  problems.add(place, `${issue}; write redis://user:password@host:6379/0, or rediss:// for TLS`);
};

/** The address of a database server. */
export const serverAddress: Check = (value, place, problems) => {
  const issue = typeof value === 'string' ? postgresIssue(value) : 'must be text';
  if (issue !== null) problems.add(place, `${issue}; write postgres://user:password@host:5432/database`);
};

/** Whether it is meant as the address of a database server. */
export function isServerUrl(url: string): boolean {
  return /^postgres(?:ql)?$/.test(schemeOf(url) ?? '');
}

/** What is said of variables and of options that depend on them. */
export const texts = {
  database: 'must be an address: file:data.db, file:///srv/data.db or postgres://host:5432/database',
  sessions:
    'must be an address: file:sessions.db, file:///srv/sessions.db, redis://host:6379 or postgres://host:5432/database',
  noReplicas: 'needs content in PostgreSQL: SQLite has no replicas',
  missingServer: (variable: string) => `is missing: set it, or ${variable} to postgres://host:5432/database`,
  needsServer: (variable: string) =>
    `must name a database, since the content is in SQLite: write postgresSessions({ db: postgres({ url }) }), or set ${variable}`,
} as const;

function redisIssue(value: string): string | null {
  const url = parsedUrl(value);
  if (url === null || !/^rediss?:$/.test(url.protocol)) return 'must be the address of a Redis server';
  if (url.hostname === '') return 'names no host';
  if (url.search !== '' || url.hash !== '') return 'must have no query and no fragment';
  if (!/^\/?\d*$/.test(url.pathname)) return 'must end with the number of a database';
  return credentialIssue(url);
}

function postgresIssue(value: string): string | null {
  const url = parsedUrl(value);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    return 'must be the address of a PostgreSQL server';
  if (url.pathname.length < 2) return 'names no database';
  return credentialIssue(url);
}

function credentialIssue({ username, password }: URL): string | null {
  if (isEncoded(username) && isEncoded(password)) return null;
  return 'has a user or password with an invalid percent encoding';
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const filePath: Check = must('the path of a file', (value) => isText(value) && value.trim() !== '');

const sqliteOptions = objectOf({ options: { kind: () => {}, path: filePath }, required: ['path'] });

/** A config is generated where the URL is not set. It is required when a server starts. */
const postgresUrl: Check = (value, place, problems) => {
  if (value !== '') serverAddress(value, place, problems);
};

/** More than any PostgreSQL server accepts. */
const maxConnections = 10_000;

const pool: Check = (value, place, problems) => {
  const before = problems.all.length;
  objectOf({ options: { min: wholeNumber(0, maxConnections), max: wholeNumber(1, maxConnections) } })(
    value,
    place,
    problems,
  );
  if (problems.all.length > before || !isPlainObject(value)) return;
  const { min = 0, max = 10 } = value as PostgresPool;
  if (min > max) problems.add(inside(place, 'min'), `must not be above max, which is ${max}`);
};

/** A value that is no list is not repeated in the message: it may be a URL with a password. */
const replicas: Check = (value, place, problems) => {
  if (Array.isArray(value)) listOf(replicaUrl)(value, place, problems);
  else problems.add(place, 'must be a list of addresses, such as [process.env.REPLICA_URL]');
};

/** Like the URL of the database, it is not needed for generating code. */
const replicaUrl: Check = (value, place, problems) => {
  if (value !== undefined) postgresUrl(value, place, problems);
};

const postgresOptions = objectOf({
  options: { kind: () => {}, url: postgresUrl, pool, replicas },
  required: ['url'],
});

/** Checks `db`. */
export const database: Check = (value, place, problems) => {
  if (isPlainObject(value) && value['kind'] === 'sqlite') sqliteOptions(value, place, problems);
  else if (isPlainObject(value) && value['kind'] === 'postgres') postgresOptions(value, place, problems);
  else problems.add(place, `must be sqlite({ path }) or postgres({ url }), not ${showValue(value)}`);
};

const sqliteSessions = objectOf({ options: { kind: () => {}, path: filePath } });

/** A config is generated where the URL is not set. It is required when a server starts. */
const redisUrl: Check = (value, place, problems) => {
  if (value !== undefined && value !== '') redisAddress(value, place, problems);
};

const keyPrefix: Check = must(
  'a text of 1 to 100 letters, digits and : . _ -, such as "shop:"',
  (value) => isText(value) && /^[\w:.-]{1,100}$/.test(value),
);

const redisSessions = objectOf({
  options: { kind: () => {}, url: redisUrl, tls: flag, prefix: keyPrefix },
});

const optionalPostgresUrl: Check = (value, place, problems) => {
  if (value !== undefined && value !== '') serverAddress(value, place, problems);
};

const handleOptions = objectOf({
  options: {
    kind: () => {},
    url: optionalPostgresUrl,
    pool: objectOf({ options: { min: wholeNumber(0), max: wholeNumber(1) } }),
    replicas: () => {},
  },
});

const databaseHandle: Check = (value, place, problems) => {
  if (isPlainObject(value) && value['kind'] === 'postgres') handleOptions(value, place, problems);
  else problems.add(place, `must be postgres({ url }), not ${showValue(value)}`);
};

const postgresSessions = objectOf({ options: { kind: () => {}, db: databaseHandle } });

/** Checks `auth.sessions`. */
export const sessions: Check = (value, place, problems) => {
  const kind = isPlainObject(value) ? value['kind'] : undefined;
  if (kind === 'sqlite') sqliteSessions(value, place, problems);
  else if (kind === 'redis') redisSessions(value, place, problems);
  else if (kind === 'postgres') postgresSessions(value, place, problems);
  else {
    const forms = 'sqliteSessions({ path }), redisSessions({ url }) or postgresSessions({ db })';
    problems.add(place, `must be ${forms}, not ${showValue(value)}`);
  }
};
