import type { Connection } from '../../storage/driver.js';

/** Makes the table of the audit log; runs at every start. */
export async function prepareAuditTables(connection: Connection): Promise<void> {
  await connection.run(
    `CREATE TABLE IF NOT EXISTS _svc_audit_log (
      id TEXT NOT NULL PRIMARY KEY,
      at INTEGER NOT NULL,
      type TEXT NOT NULL,
      outcome TEXT NOT NULL,
      userId TEXT,
      actorId TEXT,
      emailHash TEXT,
      ip TEXT,
      userAgent TEXT,
      sessionId TEXT,
      requestId TEXT,
      reason TEXT
    ) STRICT`,
    [],
  );
  const indexes = { at: 'at, id', type: 'type, at, id', user: 'userId, at, id' };
  for (const [name, columns] of Object.entries(indexes)) {
    await connection.run(
      `CREATE INDEX IF NOT EXISTS _svc_audit_log_${name} ON _svc_audit_log (${columns})`,
      [],
    );
  }
}
