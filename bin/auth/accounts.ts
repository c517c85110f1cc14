import { type Accounts, loadAccounts, shownPath } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';

/**
 * Opens the accounts of the project's config and passes them to `work`.
 *
 * @throws ConfigError, ProjectError, SchemaError, MigrationError; CommandError for a config without `auth`
 */
export async function withAccounts<T>(
  options: ConfigOptions,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  const { config, file } = await loadProject(options);
  const { auth } = config;
  if (auth === undefined) {
    throw new CommandError(
      `${shownPath(file)} has no auth, so there are no users and no keys: add auth: { secret: process.env.SVC_SECRET }.`,
    );
  }
  const { openAccounts } = await loadAccounts();
  const accounts = await openAccounts({ config: { ...config, auth }, file });
  try {
    return await work(accounts);
  } finally {
    await accounts.close();
  }
}
