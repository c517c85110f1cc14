/** What commands do with users and API keys. */
export { BootstrapError } from '../../auth/bootstrap.js';
export { openAccounts } from './open-accounts.js';
