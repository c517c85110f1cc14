import type { MadeApiKey } from '../../../auth/api-keys/api-keys.js';
import type { ApiRequest, Reply } from '../../api.js';
import { noStore } from '../replies.js';
import { keyObject } from './key-object.js';

/** Returns 201 with a key and its text, which cannot be shown again. */
export function madeReply({ record, key }: MadeApiKey, request: ApiRequest): Reply {
  return {
    status: 201,
    headers: { ...noStore, Location: `${request.mount}/api/auth/api-keys/${record.id}` },
    body: JSON.stringify({ apiKey: keyObject(record), key }),
  };
}
