import type { Connection } from '../../storage/driver.js';
import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import type { AccountHooks, UserChange, UserRecord } from './user-store.js';

/** The changes to an account that another person may have made. */
export interface AccountReset {
  readonly before: UserRecord;
  readonly change: UserChange;
  readonly passwordHash: string | null;
  readonly origin: RequestOrigin;
  readonly hooks: AccountHooks | null;
}

/**
 * Gives an unverified account to the owner of its address (pre-hijacking,
 * docs/spec/auth.md#unverified-accounts): password, links, API keys and the config's own fields belong to its
 * creator. Sessions are in another store, and end after the transaction.
 */
export async function resetAccount(
  { users, links, apiKeys, audit }: AuthServices,
  connection: Connection,
  { before, change, passwordHash, origin, hooks }: AccountReset,
): Promise<UserRecord> {
  await links.voidAll(connection, before.id);
  await users.setPasswordHash(connection, before.id, passwordHash);
  const keys = await apiKeys.revokeAllOf(connection, before.id);
  for (const reason of keys) {
    const event = {
      type: 'apikey.revoked',
      outcome: 'success',
      userId: before.id,
      actorId: before.id,
    } as const;
    await audit.record(connection, { ...event, reason, origin });
  }
  return (await users.reset(connection, before.id, change, hooks)) ?? before;
}
