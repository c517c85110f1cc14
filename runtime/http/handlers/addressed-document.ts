import type { CollectionDescriptor, GlobalDescriptor } from '../../codegen/descriptors.js';
import type { CollectionMany, CollectionOperations, GlobalOperations } from '../../documents/operation.js';
import { ServiceError } from '../../errors/service-error.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Service } from '../api.js';

export function collectionOf(service: Service, descriptor: CollectionDescriptor): CollectionOperations {
  return collectionIn(service.operations, descriptor);
}

/**
 * Returns the bulk operations of a collection. Their routes exist only where bulk writes are allowed; a
 * missing operation is a bug of this package.
 */
export function manyOf(service: Service, descriptor: CollectionDescriptor): CollectionMany {
  const { many } = collectionOf(service, descriptor);
  if (many !== undefined) return many;
  throw new Error(`Many documents of ${descriptor.slug} cannot be written at once.`);
}

export function globalOf(service: Service, descriptor: GlobalDescriptor): GlobalOperations {
  return globalIn(service.operations, descriptor);
}

/** Returns a collection's operations: all, or reads only. */
export function collectionIn<Reads>(
  { collections }: { readonly collections: ReadonlyMap<string, Reads> },
  { slug }: CollectionDescriptor,
): Reads {
  const found = collections.get(slug);
  if (!found) throw new Error(`There are no operations for the collection ${slug}.`);
  return found;
}

/** Returns a global's operations. */
export function globalIn<Reads>(
  { globals }: { readonly globals: ReadonlyMap<string, Reads> },
  { slug }: GlobalDescriptor,
): Reads {
  const found = globals.get(slug);
  if (!found) throw new Error(`There are no operations for the global ${slug}.`);
  return found;
}

/**
 * Returns the id in the path. A text that is not an id matches no document, and never reaches the database.
 */
export function documentIdOf(request: ApiRequest, descriptor: CollectionDescriptor): string {
  const { id = '' } = request.params;
  if (isDocumentId(id)) return id;
  throw new ServiceError(
    'NOT_FOUND',
    `There is no document ${JSON.stringify(id.slice(0, 100))} in ${descriptor.slug}.`,
  );
}
