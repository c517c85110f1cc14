import type { SystemTable } from '../storage/schema/system-tables.js';
import { apiKeyTables } from './api-keys/key-table.js';
import { auditTables } from './audit/prepare-audit-tables.js';
import { inviteTables } from './invites/prepare-invite-tables.js';
import { linkTables } from './links/create-link-tokens.js';

/** The tables of this room in the content database. */
export const authTables: readonly SystemTable[] = [
  ...linkTables,
  ...apiKeyTables,
  ...inviteTables,
  ...auditTables,
];
