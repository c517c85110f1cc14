import { createHash } from 'node:crypto';
import { isJsonObject, withSortedKeys } from '../util/json.js';
import type { CollectionDescriptor, ContractDescriptor, GlobalDescriptor } from './descriptors.js';

/**
 * The contract hash identifies the API, independent of the order of collections and object keys. The order of
 * fields counts, since documents are returned in it.
 */
export function contractHash(
  contract: Pick<ContractDescriptor, 'name' | 'collections' | 'globals' | 'routes' | 'auth'>,
): string {
  const { name, auth, routes } = contract;
  // Absent where the contract has none: JSON leaves out what is undefined.
  const content = {
    name,
    auth,
    routes,
    collections: bySlug(contract.collections),
    globals: bySlug(contract.globals),
  };
  return createHash('sha256').update(stableJson(content)).digest('hex').slice(0, 32);
}

function bySlug<T extends CollectionDescriptor | GlobalDescriptor>(documents: readonly T[]): readonly T[] {
  return [...documents].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** JSON with sorted keys. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (isJsonObject(item) ? withSortedKeys(item) : item));
}
