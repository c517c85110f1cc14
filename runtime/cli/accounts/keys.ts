import type { Roles } from '../../access/roles.js';
import type { ApiKeyRecord, ApiKeys, MadeApiKey } from '../../auth/api-keys/api-keys.js';
import type { AuditEvent, AuditLog } from '../../auth/audit/audit-log.js';
import type { AuditType } from '../../codegen/audit-types.js';
import { isServiceError } from '../../errors/to-response.js';
import type { Driver } from '../../storage/driver.js';
import { nearestName } from '../../util/near-miss.js';
import { ProjectError } from '../project.js';

export interface NewKey {
  readonly name: string;
  /** Null if the key has scopes instead. */
  readonly role: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: number | null;
}

interface KeyParts {
  readonly driver: Driver;
  readonly roles: Roles;
  readonly apiKeys: ApiKeys;
  readonly audit: AuditLog;
}

interface Keys {
  createKey(key: NewKey): Promise<MadeApiKey>;
  listKeys(): Promise<readonly ApiKeyRecord[]>;
  revokeKey(id: string): Promise<boolean>;
}

/** A user of the server's command line may give a key every right. */
const operatorRole = 'super_admin';

const pageSize = 500;

/** The API keys of a project, changed with an event in the audit log. */
export function createKeys({ driver, roles, apiKeys, audit }: KeyParts): Keys {
  return {
    async createKey(key) {
      checkRights(key, roles, apiKeys);
      return await driver.transaction(async (connection) => {
        const made = await apiKeys.create(connection, { ...key, createdBy: null });
        await audit.record(connection, event('apikey.created', made.record.id));
        return made;
      });
    },

    async listKeys() {
      const keys: ApiKeyRecord[] = [];
      for (let page = 1; ; page += 1) {
        const { records } = await apiKeys.list(driver, { createdBy: null, page, limit: pageSize });
        keys.push(...records);
        if (records.length < pageSize) return keys;
      }
    },

    revokeKey: (id) =>
      driver.transaction(async (connection) => {
        if (!(await apiKeys.revoke(connection, id))) return false;
        await audit.record(connection, event('apikey.revoked', id));
        return true;
      }),
  };
}

function checkRights({ role, scopes }: NewKey, roles: Roles, apiKeys: ApiKeys): void {
  if (role !== null && !roles.has(role)) {
    const nearest = nearestName(role, roles.names);
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    throw new ProjectError(
      `there is no role ${JSON.stringify(role)}; roles are ${roles.names.join(', ')}.${hint}`,
    );
  }
  if (scopes === null) return;
  try {
    apiKeys.checkScopes(scopes, operatorRole);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const details = error.details?.map(({ message }) => message).join(' ');
    throw new ProjectError(details || error.message, { cause: error });
  }
}

function event(type: AuditType, id: string): AuditEvent {
  const origin = { ip: null, userAgent: null, requestId: null };
  return { type, outcome: 'success', reason: `key ${id}, on the command line`, origin };
}
