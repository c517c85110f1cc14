import type { ApiKeyRecord, MadeApiKey, NewKey } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import { withAccounts } from './accounts.js';

/** Creates a key that belongs to no user. */
export function createKey(config: ConfigOptions, key: NewKey): Promise<MadeApiKey> {
  return withAccounts(config, (accounts) => accounts.createKey(key));
}

/** Every key, newest first. */
export function listKeys(config: ConfigOptions): Promise<readonly ApiKeyRecord[]> {
  return withAccounts(config, (accounts) => accounts.listKeys());
}

/** Revokes a key at once, also for servers that are running. */
export async function revokeKey(config: ConfigOptions, id: string): Promise<void> {
  if (await withAccounts(config, (accounts) => accounts.revokeKey(id))) return;
  throw new CommandError(`there is no API key with the id ${JSON.stringify(id)}; see \`svc auth key list\`.`);
}
