import { BootstrapError, bootstrapAdmin } from '../../runtime/auth/bootstrap.js';
import type { UserRecord } from '../../runtime/auth/users/user-store.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import { type Accounts, withAccounts } from './accounts.js';

export interface BootstrapOptions {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

/** Makes the first administrator of the project's database. */
export function bootstrap(config: ConfigOptions, options: BootstrapOptions): Promise<UserRecord> {
  return withAccounts(config, async (accounts) => {
    try {
      return await bootstrapAdmin({ ...accounts, ...options });
    } catch (error) {
      if (!(error instanceof BootstrapError)) throw error;
      throw failure(error, options, accounts);
    }
  });
}

function failure(
  { code, message, details }: BootstrapError,
  { role }: BootstrapOptions,
  { roles }: Accounts,
): CommandError {
  const nearest = code === 'UNKNOWN_ROLE' ? nearestName(role, roles.names) : null;
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return new CommandError(`${message}${hint}`, {
    json: { ok: false, error: message, code, ...(details.length === 0 ? {} : { details }) },
  });
}
