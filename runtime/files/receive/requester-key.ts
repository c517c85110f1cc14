import { createHash } from 'node:crypto';
import type { Requester } from '../../access/requester.js';
import type { ApiRequest } from '../../http/api.js';
import { addressKey } from '../../util/address-key.js';

/** The requester as an upload names its owner. */
export function ownerOf(requester: Requester): string {
  if (requester.kind === 'user') return `user:${requester.user.id}`;
  return requester.kind === 'apiKey' ? `key:${requester.key.id}` : '';
}

/** By what uploads and images are counted: users and keys by themselves, others by their address. */
export function requesterKey(owner: string, address: string | null): string {
  if (owner !== '' || address === null) return owner;
  return `address:${createHash('sha256').update(addressKey(address)).digest('base64url')}`;
}

/** By what the work of a request is counted; empty where neither an account nor an address is known. */
export async function requesterKeyOf(request: ApiRequest): Promise<string> {
  return requesterKey(ownerOf(await request.requester()), request.origin.countedAs);
}
