import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { mailTables } from './prepare-mail-tables.js';

/** Emails to be sent. */
export const outbox: Capability = {
  name: 'outbox',
  isUsedBy: hasAuthentication,
  tables: mailTables,
};
