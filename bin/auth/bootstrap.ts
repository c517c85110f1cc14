import { type FirstAdmin, loadAccounts, nearestName, type UserRecord } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import { withAccounts } from './accounts.js';

/** Makes the first administrator of the project's database. */
export function bootstrap(config: ConfigOptions, admin: Required<FirstAdmin>): Promise<UserRecord> {
  return withAccounts(config, async (accounts) => {
    const { BootstrapError } = await loadAccounts();
    try {
      return await accounts.bootstrap(admin);
    } catch (error) {
      if (!(error instanceof BootstrapError)) throw error;
      const { code, message, details } = error;
      const nearest = code === 'UNKNOWN_ROLE' ? nearestName(admin.role, accounts.roles) : null;
      const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
      throw new CommandError(`${message}${hint}`, {
        json: { ok: false, error: message, code, ...(details.length === 0 ? {} : { details }) },
      });
    }
  });
}
