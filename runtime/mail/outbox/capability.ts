import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { systemColumns } from '../../storage/schema/system-tables.js';

/** Emails to be sent. */
export const outbox: Capability = {
  name: 'outbox',
  isUsedBy: hasAuthentication,
  tables: [
    {
      name: '_svc_outbox',
      columns: [
        ...systemColumns('text', { required: ['id', 'kind', 'status'], optional: ['payload'] }),
        ...systemColumns('integer', {
          required: ['attempts', 'dueAt', 'createdAt'],
          optional: ['settledAt'],
        }),
      ],
      primaryKey: ['id'],
      indexes: [
        { name: '_svc_outbox_due', columns: ['status', 'dueAt'] },
        { name: '_svc_outbox_settled', columns: ['settledAt'] },
      ],
    },
  ],
};
