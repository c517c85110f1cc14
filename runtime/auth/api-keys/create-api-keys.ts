import type { KeyRequester } from '../../access/requester.js';
import type { Roles } from '../../access/roles.js';
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection, Driver } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import { createIdSource } from '../../util/ids.js';
import type { UserStore } from '../users/user-store.js';
import type { ApiKeyRecord, ApiKeys, MadeApiKey, NewApiKey } from './api-keys.js';
import {
  deleteKey,
  deleteKeysOf,
  endOfReplaced,
  findByHash,
  findById,
  insertKey,
  listKeys,
  noteUse,
  replaceKey,
  storeKey,
} from './key-table.js';
import { isKey, keyHash, keyPrefix, makeKey } from './key-text.js';
import { createScopeRights, type ScopeRights } from './scope-rights.js';

export interface ApiKeysOptions {
  readonly driver: Driver;
  readonly users: Pick<UserStore, 'find'>;
  readonly roles: Roles;
  readonly contract: ContractDescriptor;
  readonly clock: Clock;
}

/** docs/spec/auth.md#api-keys: the last use is written at most once a minute. */
const useInterval = 60_000;

export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const { driver, users, roles, contract, clock } = options;
  const ids = createIdSource(clock);
  const rights = { roles, scopeRights: createScopeRights(contract) };
  const noting = new Set<string>();

  async function authenticate(key: string): Promise<KeyRequester | null> {
    if (!isKey(key)) return null;
    const record = await findByHash(driver, keyHash(key));
    const requester = record && (await standing(record));
    if (record !== null && requester !== null) noteLastUse(record);
    return requester;
  }

  async function requester(id: string): Promise<KeyRequester | null> {
    const record = await findById(driver, id);
    if (record?.replacedBy) return requester(record.replacedBy);
    return record && standing(record);
  }

  /** Null for a key that is disabled, expired, or whose creator is gone. */
  async function standing(record: ApiKeyRecord): Promise<KeyRequester | null> {
    if (record.disabled || (await hasEnded(record))) return null;
    const creator = record.createdBy === null ? null : await users.find(driver, record.createdBy);
    if (record.createdBy !== null && creator === null) return null;
    return requesterOf(record, creator?.role ?? null, rights);
  }

  async function hasEnded(record: ApiKeyRecord): Promise<boolean> {
    const now = clock();
    if (record.replacedBy === null) return isOver(record, now);
    return isOver({ expiresAt: await endOfReplaced(driver, record, now) }, now);
  }

  /** Not awaited: the request must not wait for a write. If it fails, the next use writes it. */
  function noteLastUse({ id, lastUsedAt }: ApiKeyRecord): void {
    const now = clock();
    if (noting.has(id) || (lastUsedAt !== null && now - lastUsedAt < useInterval)) return;
    noting.add(id);
    const forget = (): boolean => noting.delete(id);
    writeUse(id, now).then(forget, forget);
  }

  async function writeUse(id: string, now: number): Promise<void> {
    await driver.briefTransaction((connection) => noteUse(connection, { id, now, since: now - useInterval }));
  }

  async function create(connection: Connection, key: NewApiKey): Promise<MadeApiKey> {
    const text = makeKey();
    const record: ApiKeyRecord = {
      ...key,
      id: ids(),
      prefix: keyPrefix(text),
      createdAt: clock(),
      lastUsedAt: null,
      disabled: false,
      replacedBy: null,
    };
    await insertKey(connection, record, keyHash(text));
    return { record, key: text };
  }

  async function rotate(
    connection: Connection,
    id: string,
    overlapSeconds: number,
  ): Promise<MadeApiKey | null> {
    const old = await findById(connection, id);
    if (old === null) return null;
    const now = clock();
    const ended = endOf(old, now);
    if (ended !== null) throw new ServiceError('CONFLICT', ended);
    const { name, role, scopes, createdBy, createdAt, expiresAt } = old;
    const made = await create(connection, {
      ...{ name, role, scopes, createdBy },
      expiresAt: expiresAt === null ? null : now + (expiresAt - createdAt),
    });
    const end = now + overlapSeconds * 1000;
    const replaced = await replaceKey(connection, id, {
      expiresAt: expiresAt === null ? end : Math.min(expiresAt, end),
      replacedBy: made.record.id,
    });
    if (!replaced) throw new ServiceError('CONFLICT', rotatedAlready);
    return made;
  }

  return {
    authenticate,
    requester,
    create,
    rotate,
    list: listKeys,
    find: findById,
    revoke: deleteKey,
    revokeAllOf: deleteKeysOf,
    checkScopes: rights.scopeRights.check,
    async update(connection, id, change) {
      const before = await findById(connection, id);
      if (before === null) return null;
      const after = { ...before, ...change };
      await storeKey(connection, after);
      return after;
    },
  };
}

function isOver({ expiresAt }: Pick<ApiKeyRecord, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

// A second rotation would leave an unknown key in use.
const rotatedAlready = reason('key.rotateRotated');

/** Why a key cannot be rotated; null when it can. */
function endOf(key: ApiKeyRecord, now: number): Reason | null {
  if (key.disabled) return reason('key.rotateDisabled');
  if (key.replacedBy !== null) return rotatedAlready;
  return isOver(key, now) ? reason('key.rotateExpired') : null;
}

/** min(key, creator): `creatorRole` is null for keys of the command line, which have no creator. */
function requesterOf(
  { id, name, prefix, createdBy, role, scopes }: ApiKeyRecord,
  creatorRole: string | null,
  { roles, scopeRights }: { readonly roles: Roles; readonly scopeRights: ScopeRights },
): KeyRequester {
  const key = { id, name, prefix, createdBy };
  if (scopes !== null) {
    const granted = creatorRole === null ? scopes : scopeRights.within(scopes, creatorRole);
    return { kind: 'apiKey', key, role: null, rank: 0, scopes: granted };
  }
  const own = role ?? '';
  const isLower = creatorRole !== null && roles.rankOf(creatorRole) < roles.rankOf(own);
  const effective = isLower ? creatorRole : own;
  return { kind: 'apiKey', key, role: effective, rank: roles.rankOf(effective), scopes: null };
}
