import type { Connection } from '../../../storage/driver.js';

/**
 * Makes the tables where they are missing; in a change of the schema, so that several instances that start at
 * once make them once.
 */
export async function prepareSessionTables(connection: Connection): Promise<void> {
  if (await hasSessionTables(connection)) return;
  const { systemType, systemTableOptions: end } = connection.dialect.ddl;
  // Times are milliseconds; text sorts by code point.
  const [text, whole] = [systemType('text'), systemType('integer')];
  await connection.run(
    `CREATE TABLE IF NOT EXISTS _svc_sessions (
      id ${text} PRIMARY KEY NOT NULL,
      user_id ${text} NOT NULL,
      created_at ${whole} NOT NULL,
      last_seen_at ${whole} NOT NULL,
      expires_at ${whole} NOT NULL,
      ip ${text},
      user_agent ${text},
      counter ${whole} NOT NULL,
      salt ${text} NOT NULL,
      rotated_at ${whole} NOT NULL,
      amr ${text} NOT NULL,
      auth_time ${whole} NOT NULL,
      remember ${whole} NOT NULL
    )${end}`,
    [],
  );
  await connection.run(
    'CREATE INDEX IF NOT EXISTS _svc_sessions_user ON _svc_sessions (user_id, created_at)',
    [],
  );
  await connection.run('CREATE INDEX IF NOT EXISTS _svc_sessions_expiry ON _svc_sessions (expires_at)', []);
  await connection.run('CREATE INDEX IF NOT EXISTS _svc_sessions_seen ON _svc_sessions (last_seen_at)', []);
  await connection.run(
    `CREATE TABLE IF NOT EXISTS _svc_counters (
      key ${text} PRIMARY KEY NOT NULL,
      value ${whole} NOT NULL,
      ends_at ${whole} NOT NULL
    )${end}`,
    [],
  );
  await connection.run('CREATE INDEX IF NOT EXISTS _svc_counters_end ON _svc_counters (ends_at)', []);
}

/** Whether the tables exist: on PostgreSQL `CREATE INDEX` waits for open writes even if the index exists. */
export async function hasSessionTables(connection: Pick<Connection, 'dialect' | 'get'>): Promise<boolean> {
  const { findIndexSql } = connection.dialect.ddl.catalogue;
  return (await connection.get(findIndexSql, ['_svc_counters_end'])) !== undefined;
}
