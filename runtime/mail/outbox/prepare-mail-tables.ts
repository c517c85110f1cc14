import type { Connection } from '../../storage/driver.js';
import { createSystemTables, type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

/** Waiting and sent mails. */
export const mailTables: readonly SystemTable[] = [
  {
    name: '_svc_outbox',
    columns: [
      ...systemColumns('text', { required: ['id', 'kind', 'status'], optional: ['payload'] }),
      ...systemColumns('integer', { required: ['attempts', 'dueAt', 'createdAt'], optional: ['settledAt'] }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: '_svc_outbox_due', columns: ['status', 'dueAt'] },
      { name: '_svc_outbox_settled', columns: ['settledAt'] },
    ],
  },
];

/** Makes the table of mails where it is missing. */
export async function prepareMailTables(connection: Connection): Promise<void> {
  await createSystemTables(connection, mailTables);
}
