import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { systemColumns } from '../../storage/schema/system-tables.js';

/**
 * Invitations. At most one for an address: a new one replaces one that was accepted or has expired.
 */
export const invites: Capability = {
  name: 'invitations',
  isUsedBy: hasAuthentication,
  tables: [
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
  ],
};
