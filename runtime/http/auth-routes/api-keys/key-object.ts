import type { ApiKeyRecord, MadeApiKey } from '../../../auth/api-keys/api-keys.js';
import type { ApiRequest, Reply } from '../../api.js';
import { noStore } from '../replies.js';

/** A key as in responses: never its text, never its hash. Times are ISO 8601. */
export interface ApiKeyObject {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly role: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly disabled: boolean;
}

/** Built by name, so that no other field of the store can leak. */
export function keyObject(record: ApiKeyRecord): ApiKeyObject {
  const { id, name, prefix, role, scopes, createdBy, disabled } = record;
  return {
    ...{ id, name, prefix, role, scopes },
    expiresAt: timestamp(record.expiresAt),
    lastUsedAt: timestamp(record.lastUsedAt),
    createdAt: new Date(record.createdAt).toISOString(),
    ...{ createdBy, disabled },
  };
}

function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Returns 201 with a key and its text, which cannot be shown again. */
export function madeReply({ record, key }: MadeApiKey, request: ApiRequest): Reply {
  return {
    status: 201,
    headers: { ...noStore, Location: `${request.mount}/api/auth/api-keys/${record.id}` },
    body: JSON.stringify({ apiKey: keyObject(record), key }),
  };
}
