import type { Connection } from '../../storage/driver.js';
import { createSystemTables, type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

/**
 * Invitations. At most one for an address: a new one replaces one that was accepted or has expired.
 */
export const inviteTables: readonly SystemTable[] = [
  {
    name: '_svc_invites',
    columns: [
      ...systemColumns('text', { required: ['id', 'email', 'role', 'invited_by'], optional: ['name'] }),
      ...systemColumns('integer', { required: ['created_at', 'expires_at'], optional: ['accepted_at'] }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: '_svc_invites_email', columns: ['email'], unique: true },
      { name: '_svc_invites_created_at', columns: ['created_at', 'id'] },
    ],
  },
];

/** Makes the table of invitations where it is missing. */
export async function prepareInviteTables(connection: Connection): Promise<void> {
  await createSystemTables(connection, inviteTables);
}
