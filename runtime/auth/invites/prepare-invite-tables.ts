import type { Connection } from '../../storage/driver.js';

/** Makes the table of invitations. At most one for an address: a new one takes the place of one that was accepted or has expired. */
export async function prepareInviteTables(connection: Connection): Promise<void> {
  await connection.run(
    `CREATE TABLE IF NOT EXISTS _svc_invites (
      id TEXT NOT NULL PRIMARY KEY,
      email TEXT NOT NULL,
      role TEXT NOT NULL,
      name TEXT,
      invited_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      accepted_at INTEGER
    ) STRICT`,
    [],
  );
  await connection.run('CREATE UNIQUE INDEX IF NOT EXISTS _svc_invites_email ON _svc_invites (email)', []);
  await connection.run(
    'CREATE INDEX IF NOT EXISTS _svc_invites_created_at ON _svc_invites (created_at, id)',
    [],
  );
}
