import type { ApiKeyRecord, MadeApiKey } from '../../runtime/auth/api-keys/api-keys.js';
import type { AuditEvent } from '../../runtime/auth/audit/audit-log.js';
import type { AuditType } from '../../runtime/codegen/audit-types.js';
import { isServiceError } from '../../runtime/errors/to-response.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import { CommandError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import { type Accounts, withAccounts } from './accounts.js';

export interface NewKey {
  readonly name: string;
  /** Null if the key has scopes instead. */
  readonly role: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: number | null;
}

/** A user of the server's command line may give a key every right. */
const operatorRole = 'super_admin';

/** Creates a key that belongs to no user. */
export function createKey(config: ConfigOptions, key: NewKey): Promise<MadeApiKey> {
  return withAccounts(config, async (accounts) => {
    checkRights(key, accounts);
    const { driver, apiKeys, audit } = accounts;
    return await driver.transaction(async (connection) => {
      const made = await apiKeys.create(connection, { ...key, createdBy: null });
      await audit.record(connection, event('apikey.created', made.record.id));
      return made;
    });
  });
}

function checkRights({ role, scopes }: NewKey, { roles, apiKeys }: Accounts): void {
  if (role !== null && !roles.has(role)) {
    const nearest = nearestName(role, roles.names);
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    throw new CommandError(
      `there is no role ${JSON.stringify(role)}; roles are ${roles.names.join(', ')}.${hint}`,
    );
  }
  if (scopes === null) return;
  try {
    apiKeys.checkScopes(scopes, operatorRole);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const details = error.details?.map(({ message }) => message).join(' ');
    throw new CommandError(details || error.message, { cause: error });
  }
}

const pageSize = 500;

/** Every key, newest first. */
export function listKeys(config: ConfigOptions): Promise<readonly ApiKeyRecord[]> {
  return withAccounts(config, async ({ driver, apiKeys }) => {
    const keys: ApiKeyRecord[] = [];
    for (let page = 1; ; page += 1) {
      const { records } = await apiKeys.list(driver, { createdBy: null, page, limit: pageSize });
      keys.push(...records);
      if (records.length < pageSize) return keys;
    }
  });
}

/** Revokes a key at once, also for servers that are running. */
export function revokeKey(config: ConfigOptions, id: string): Promise<void> {
  return withAccounts(config, async ({ driver, apiKeys, audit }) => {
    const isRevoked = await driver.transaction(async (connection) => {
      if (!(await apiKeys.revoke(connection, id))) return false;
      await audit.record(connection, event('apikey.revoked', id));
      return true;
    });
    if (!isRevoked) {
      throw new CommandError(
        `there is no API key with the id ${JSON.stringify(id)}; see \`svc auth key list\`.`,
      );
    }
  });
}

function event(type: AuditType, id: string): AuditEvent {
  const origin = { ip: null, userAgent: null, requestId: null };
  return { type, outcome: 'success', reason: `key ${id}, on the command line`, origin };
}
