import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { auditTables } from './prepare-audit-tables.js';

/** Security events: docs/spec/auth.md#audit-log. */
export const auditLog: Capability = {
  name: 'audit log',
  isUsedBy: hasAuthentication,
  tables: auditTables,
};
