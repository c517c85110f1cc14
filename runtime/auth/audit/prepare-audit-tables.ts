import type { Connection } from '../../storage/driver.js';
import { createSystemTables, type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

/** The audit log. */
export const auditTables: readonly SystemTable[] = [
  {
    name: '_svc_audit_log',
    columns: [
      ...systemColumns('text', { required: ['id'] }),
      ...systemColumns('integer', { required: ['at'] }),
      ...systemColumns('text', {
        required: ['type', 'outcome'],
        optional: ['userId', 'actorId', 'emailHash', 'ip', 'userAgent', 'sessionId', 'requestId', 'reason'],
      }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: '_svc_audit_log_at', columns: ['at', 'id'] },
      { name: '_svc_audit_log_type', columns: ['type', 'at', 'id'] },
      { name: '_svc_audit_log_user', columns: ['userId', 'at', 'id'] },
    ],
  },
];

/** Makes the table of the audit log where it is missing. */
export async function prepareAuditTables(connection: Connection): Promise<void> {
  await createSystemTables(connection, auditTables);
}
