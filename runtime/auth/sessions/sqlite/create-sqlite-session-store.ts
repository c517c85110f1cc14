import type { Connection, Driver, Row } from '../../../storage/driver.js';
import { createSqliteDriver } from '../../../storage/sqlite/sqlite-driver.js';
import type { Clock } from '../../../util/clock.js';
import type { SessionRow, SessionStore } from '../session-store.js';
import { createSqliteCounters, prepareCounterTable, purgeCounters } from './sqlite-counters.js';

export interface SqliteSessionStoreOptions {
  /** File of its own; `:memory:` keeps nothing after `close`. Several processes may use it at the same time. */
  readonly path: string;
  readonly clock: Clock;
}

/** Rows that one transaction removes: others wait no longer than that. */
const purgeBatch = 1_000;

const columns =
  'id, user_id, created_at, last_seen_at, expires_at, ip, user_agent, counter, salt, rotated_at, amr, auth_time, remember';

const sql = {
  insert: `INSERT INTO _svc_sessions (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  dropExpired: 'DELETE FROM _svc_sessions WHERE user_id = ? AND expires_at <= ?',
  dropOldest: `DELETE FROM _svc_sessions WHERE user_id = ? AND id NOT IN (
    SELECT id FROM _svc_sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?)`,
  get: `SELECT ${columns} FROM _svc_sessions WHERE id = ?`,
  rotate:
    'UPDATE _svc_sessions SET counter = counter + 1, rotated_at = ?, last_seen_at = ? WHERE id = ? AND counter = ?',
  touch: 'UPDATE _svc_sessions SET last_seen_at = ? WHERE id = ? AND last_seen_at < ?',
  listByUser: `SELECT ${columns} FROM _svc_sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC`,
  revoke: 'DELETE FROM _svc_sessions WHERE id = ?',
  revokeOthers: 'DELETE FROM _svc_sessions WHERE user_id = ? AND id <> ?',
  revokeAll: 'DELETE FROM _svc_sessions WHERE user_id = ?',
  purge: `DELETE FROM _svc_sessions WHERE id IN (
    SELECT id FROM _svc_sessions WHERE expires_at <= ? OR last_seen_at <= ? LIMIT ${purgeBatch})`,
} as const;

/**
 * Sessions and counters in a SQLite file of their own, so that logins never wait for writes of content. A revoked session has no row.
 *
 * @throws Error when the file cannot be opened or is no SQLite database.
 */
export async function createSqliteSessionStore({
  path,
  clock,
}: SqliteSessionStoreOptions): Promise<SessionStore> {
  const driver = await createSqliteDriver({ path });
  try {
    await driver.schemaChange(prepareTables);
  } catch (error) {
    await driver.close();
    throw error;
  }
  return sessionStoreOn(driver, clock);
}

function sessionStoreOn(driver: Driver, clock: Clock): SessionStore {
  return {
    create: (session, mostPerUser) =>
      driver.briefTransaction(async (connection) => {
        const { userId } = session;
        // Sessions that are over count for nothing; the newest others stay, and the new one in any case.
        await connection.run(sql.dropExpired, [userId, clock()]);
        await connection.run(sql.dropOldest, [userId, userId, mostPerUser - 1]);
        await connection.run(sql.insert, parametersOf(session));
      }),

    async get(id) {
      const row = await driver.get(sql.get, [id]);
      return row === undefined ? null : sessionOf(row);
    },

    rotate: async (id, from, now) => (await driver.run(sql.rotate, [now, now, id, from])) === 1,

    async touch(id, now) {
      await driver.run(sql.touch, [now, id, now]);
    },

    async listByUser(userId) {
      return (await driver.all(sql.listByUser, [userId])).map(sessionOf);
    },

    revoke: async (id) => (await driver.run(sql.revoke, [id])) === 1,
    revokeOthers: (userId, keepId) => driver.run(sql.revokeOthers, [userId, keepId]),
    revokeAll: (userId) => driver.run(sql.revokeAll, [userId]),

    async purge(now, idleSince) {
      let purged = 0;
      for (let last = purgeBatch; last === purgeBatch; purged += last) {
        last = await driver.run(sql.purge, [now, idleSince]);
      }
      await purgeCounters(driver, now);
      return purged;
    },

    counters: createSqliteCounters(driver),
    check: () => driver.check(),
    close: () => driver.close(),
  };
}

async function prepareTables(connection: Connection): Promise<void> {
  await connection.run(
    `CREATE TABLE IF NOT EXISTS _svc_sessions (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_seen_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      ip TEXT,
      user_agent TEXT,
      counter INTEGER NOT NULL,
      salt TEXT NOT NULL,
      rotated_at INTEGER NOT NULL,
      amr TEXT NOT NULL,
      auth_time INTEGER NOT NULL,
      remember INTEGER NOT NULL
    ) STRICT`,
    [],
  );
  await connection.run(
    'CREATE INDEX IF NOT EXISTS _svc_sessions_user ON _svc_sessions (user_id, created_at)',
    [],
  );
  await connection.run('CREATE INDEX IF NOT EXISTS _svc_sessions_expiry ON _svc_sessions (expires_at)', []);
  await connection.run('CREATE INDEX IF NOT EXISTS _svc_sessions_seen ON _svc_sessions (last_seen_at)', []);
  await prepareCounterTable(connection);
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

/** The table is STRICT, so that the types of its columns are certain. */
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
