import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { userTables } from './user-credentials.js';

/** The password hashes of users. */
export const passwords: Capability = {
  name: 'passwords',
  isUsedBy: hasAuthentication,
  tables: userTables,
};
