import type { Connection, Driver, Row } from '../../../storage/driver.js';
import { purgeRows } from '../../../storage/purge-rows.js';
import type { Clock } from '../../../util/clock.js';
import { isSessionId, type SessionRow, type SessionStore } from '../session-store.js';
import { addToCounter, createSqlCounters, endedCounters } from './sql-counters.js';

const columns =
  'id, user_id, created_at, last_seen_at, expires_at, ip, user_agent, counter, salt, rotated_at, amr, auth_time, remember';

const sql = {
  insert: `INSERT INTO _svc_sessions (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  dropExpired: 'DELETE FROM _svc_sessions WHERE user_id = ? AND expires_at <= ?',
  dropOldest: `DELETE FROM _svc_sessions WHERE user_id = ? AND id NOT IN (
    SELECT id FROM _svc_sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?) RETURNING id`,
  get: `SELECT ${columns} FROM _svc_sessions WHERE id = ?`,
  rotate:
    'UPDATE _svc_sessions SET counter = counter + 1, rotated_at = ?, last_seen_at = ? WHERE id = ? AND counter = ?',
  touch: 'UPDATE _svc_sessions SET last_seen_at = ? WHERE id = ? AND last_seen_at < ?',
  steady: 'UPDATE _svc_sessions SET expires_at = ?, last_seen_at = ?, rotated_at = ? WHERE id = ?',
  listByUser: `SELECT ${columns} FROM _svc_sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC`,
  revoke: 'DELETE FROM _svc_sessions WHERE id = ?',
  revokeOthers: 'DELETE FROM _svc_sessions WHERE user_id = ? AND id <> ?',
  revokeAll: 'DELETE FROM _svc_sessions WHERE user_id = ?',
} as const;

const rows = { table: '_svc_sessions', key: 'id' };

/**
 * Sessions and counters on a database whose tables are there. A revoked session has no row. `close` is left
 * to who opened the driver.
 */
export function createSqlSessionStore(driver: Driver, clock: Clock): SessionStore {
  return {
    create: (session, maxPerUser) =>
      driver.briefTransaction(async (connection) => {
        const { userId } = session;
        if (connection.dialect.hasConcurrentWriters) await takeTurn(connection, userId, clock());
        // Sessions that are over count for nothing; the newest others stay, and the new one in any case.
        await connection.run(sql.dropExpired, [userId, clock()]);
        const dropped = await connection.all(sql.dropOldest, [userId, userId, maxPerUser - 1]);
        await connection.run(sql.insert, parametersOf(session));
        return dropped.map((row) => row['id'] as string);
      }),

    async get(id) {
      if (!isSessionId(id)) return null;
      const row = await driver.get(sql.get, [id]);
      return row === undefined ? null : sessionOf(row);
    },

    rotate: async (id, from, now) =>
      isSessionId(id) && (await driver.run(sql.rotate, [now, now, id, from])) === 1,

    async touch(id, now) {
      if (isSessionId(id)) await driver.run(sql.touch, [now, id, now]);
    },

    async steady(id, { expiresAt, lastSeenAt, rotatedAt }) {
      if (isSessionId(id)) await driver.run(sql.steady, [expiresAt, lastSeenAt, rotatedAt, id]);
    },

    async listByUser(userId) {
      return (await driver.all(sql.listByUser, [userId])).map(sessionOf);
    },

    revoke: async (id) => isSessionId(id) && (await driver.run(sql.revoke, [id])) === 1,
    revokeOthers: (userId, keepId) => driver.run(sql.revokeOthers, [userId, keepId]),
    revokeAll: (userId) => driver.run(sql.revokeAll, [userId]),

    async purge(now, idleSince) {
      const expired = await purgeRows(driver, { ...rows, endedAt: 'expires_at' }, now);
      const idle = await purgeRows(driver, { ...rows, endedAt: 'last_seen_at' }, idleSince);
      await purgeRows(driver, endedCounters, now);
      return expired + idle;
    },

    counters: createSqlCounters(driver),
    check: () => driver.check(),
    close: () => driver.close(),
  };
}

/**
 * Transactions of PostgreSQL do not see each other's new sessions: those that begin sessions of one user go
 * one after the other, by the lock on a row.
 */
async function takeTurn(connection: Connection, userId: string, now: number): Promise<void> {
  await addToCounter(connection, { key: `sessions:${userId}`, by: 1, lifeMilliseconds: 60_000, now });
}

function parametersOf(session: SessionRow): readonly (string | number | null)[] {
  return [
    session.id,
    session.userId,
    session.createdAt,
    session.lastSeenAt,
    session.expiresAt,
    session.ip,
    session.userAgent,
    session.counter,
    session.salt,
    session.rotatedAt,
    session.amr,
    session.authTime,
    session.remember ? 1 : 0,
  ];
}

/** The columns have types that the database insists on. */
function sessionOf(row: Row): SessionRow {
  return {
    id: row['id'] as string,
    userId: row['user_id'] as string,
    createdAt: row['created_at'] as number,
    lastSeenAt: row['last_seen_at'] as number,
    expiresAt: row['expires_at'] as number,
    ip: row['ip'] as string | null,
    userAgent: row['user_agent'] as string | null,
    counter: row['counter'] as number,
    salt: row['salt'] as string,
    rotatedAt: row['rotated_at'] as number,
    amr: row['amr'] as string,
    authTime: row['auth_time'] as number,
    remember: row['remember'] === 1,
  };
}
