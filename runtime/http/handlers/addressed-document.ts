import type { CollectionDescriptor, GlobalDescriptor } from '../../codegen/descriptors.js';
import type { CollectionOperations, GlobalOperations } from '../../documents/operation.js';
import { ServiceError } from '../../errors/service-error.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Service } from '../api.js';

export function collectionOf(service: Service, descriptor: CollectionDescriptor): CollectionOperations {
  return collectionIn(service.operations, descriptor);
}

export function globalOf(service: Service, descriptor: GlobalDescriptor): GlobalOperations {
  return globalIn(service.operations, descriptor);
}

/** A collection among operations of any kind: all, or reads only. */
export function collectionIn<Reads>(
  { collections }: { readonly collections: ReadonlyMap<string, Reads> },
  { slug }: CollectionDescriptor,
): Reads {
  const found = collections.get(slug);
  if (!found) throw new Error(`There are no operations for the collection ${slug}.`);
  return found;
}

/** A global among operations of any kind. */
export function globalIn<Reads>(
  { globals }: { readonly globals: ReadonlyMap<string, Reads> },
  { slug }: GlobalDescriptor,
): Reads {
  const found = globals.get(slug);
  if (!found) throw new Error(`There are no operations for the global ${slug}.`);
  return found;
}

/** The id in the path. What is no id is the id of no document, and never reaches the database. */
export function documentIdOf(request: ApiRequest, descriptor: CollectionDescriptor): string {
  const { id = '' } = request.params;
  if (isDocumentId(id)) return id;
  throw new ServiceError(
    'NOT_FOUND',
    `There is no document ${JSON.stringify(id.slice(0, 100))} in ${descriptor.slug}.`,
  );
}
