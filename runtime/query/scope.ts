import type { CollectionDescriptor, ContractDescriptor, LimitsDescriptor } from '../codegen/descriptors.js';

/** What parsing a request needs besides the collection. Created once at startup. */
export interface QueryScope {
  readonly limits: LimitsDescriptor;
  readonly collections: ReadonlyMap<string, CollectionDescriptor>;
}

export function createQueryScope(contract: ContractDescriptor): QueryScope {
  const { limits, collections } = contract;
  return { limits, collections: new Map(collections.map((collection) => [collection.slug, collection])) };
}
