import type {
  PostgresSessionsOptions,
  RedisSessionsOptions,
  SessionsOptions,
} from '../../config/session-options.js';
import type { Clock } from '../../util/clock.js';
import type { SessionStore } from './session-store.js';
import { createSqliteSessionStore } from './sqlite/create-sqlite-session-store.js';

export interface SessionStoreParts {
  readonly sessions: SessionsOptions;
  readonly clock: Clock;
  /** Told when a server with sessions goes away, with the reason, and with null when it is back. */
  readonly onChange: (place: string, issue: Error | null) => void;
}

/**
 * Opens the session store that the options name. A server that is away does not keep it from opening: the
 * store is unavailable until it comes, so that a service which starts before its Redis needs no second start.
 *
 * @throws Error when a file cannot be opened, or a package is missing.
 */
export async function openSessionStore(parts: SessionStoreParts): Promise<SessionStore> {
  const { sessions, clock } = parts;
  if (sessions.kind === 'sqlite') return createSqliteSessionStore({ path: sessions.path, clock });
  const place = placeOfSessions(sessions);
  const onChange = (issue: Error | null): void => parts.onChange(place, issue);
  if (sessions.kind === 'redis') {
    const { createRedisSessionStore } = await import('./redis/create-redis-session-store.js');
    return createRedisSessionStore({ ...sessions, clock, onChange });
  }
  const { createPostgresSessionStore } = await import('./postgres/create-postgres-session-store.js');
  return createPostgresSessionStore({ ...sessions, clock, onChange });
}

/** Where a server with sessions is, without user and password. */
export function placeOfSessions({ kind, url }: RedisSessionsOptions | PostgresSessionsOptions): string {
  const { hostname, port, pathname } = new URL(url);
  const [name, usualPort] = kind === 'redis' ? ['Redis', 6379] : ['PostgreSQL', 5432];
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : '';
  return `${name} at ${hostname === '' ? 'localhost' : hostname}:${port === '' ? usualPort : port}${database}`;
}
