import type { Connection } from '../storage/driver.js';
import { prepareApiKeyTables } from './api-keys/key-table.js';
import { prepareAuditTables } from './audit/prepare-audit-tables.js';
import { prepareInviteTables } from './invites/prepare-invite-tables.js';
import { prepareLinkTables } from './links/create-link-tokens.js';

/** Makes the tables of this room in the content database where they are missing. */
export async function prepareAuthTables(connection: Connection): Promise<void> {
  await prepareLinkTables(connection);
  await prepareApiKeyTables(connection);
  await prepareInviteTables(connection);
  await prepareAuditTables(connection);
}
