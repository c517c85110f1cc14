import type { SessionsOptions } from '../../config/database-options.js';
import { databaseAt } from '../../storage/dialects/index.js';
import type { Clock } from '../../util/clock.js';
import type { SessionStore } from './session-store.js';
import { openSqlSessionStore } from './sql/open-sql-session-store.js';

export interface SessionStoreParts {
  readonly sessions: SessionsOptions;
  readonly clock: Clock;
  /** Told when a server with sessions goes away, with the reason, and with null when it is back. */
  readonly onChange: (place: string, issue: Error | null) => void;
}

/** Every request with a session needs one statement of a fraction of a millisecond. */
const maxConnections = 5;

/**
 * Opens the session store that the options name. A server that is away does not keep it from opening: the
 * store is unavailable until it comes, so that a service which starts before its Redis needs no second start.
 *
 * @throws Error when a file cannot be opened, or a package is missing.
 */
export async function openSessionStore(parts: SessionStoreParts): Promise<SessionStore> {
  const { sessions, clock } = parts;
  if ('path' in sessions) return openSqlSessionStore({ database: sessions, clock });
  const place = placeOfSessions(sessions);
  const onChange = (issue: Error | null): void => parts.onChange(place, issue);
  if (sessions.kind === 'redis') {
    const { createRedisSessionStore } = await import('./redis/create-redis-session-store.js');
    return createRedisSessionStore({ ...sessions, clock, onChange });
  }
  const database = { ...sessions, pool: { max: maxConnections, ...sessions.pool } };
  return openSqlSessionStore({ database, clock, onChange });
}

/** Where a server with sessions is, without user and password. */
export function placeOfSessions(sessions: Exclude<SessionsOptions, { readonly path: string }>): string {
  if (sessions.kind !== 'redis') return databaseAt(sessions).place;
  const { hostname, port, pathname } = new URL(sessions.url);
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : '';
  return `Redis at ${hostname === '' ? 'localhost' : hostname}:${port === '' ? 6379 : port}${database}`;
}
