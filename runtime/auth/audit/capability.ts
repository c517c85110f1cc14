import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { systemColumns } from '../../storage/schema/system-tables.js';
import type { AuthServices } from '../auth-services.js';

/** Security events: docs/spec/auth.md#audit-log. */
export const auditLog: Capability<Pick<AuthServices, 'audit'>> = {
  name: 'audit log',
  isUsedBy: hasAuthentication,
  tables: [
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
        { name: '_svc_audit_log_actor', columns: ['actorId', 'at', 'id'] },
        // The document of an entry is its reason.
        { name: '_svc_audit_log_reason', columns: ['reason', 'at', 'id'] },
      ],
    },
  ],
  purge: ({ audit }) => audit.purge(),
};
