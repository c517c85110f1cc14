import type { CollectionDescriptor, GlobalDescriptor } from '../../codegen/descriptors.js';
import type { CollectionOperations, GlobalOperations } from '../../documents/operation.js';
import { ServiceError } from '../../errors/service-error.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Service } from '../api.js';

export function collectionOf(service: Service, descriptor: CollectionDescriptor): CollectionOperations {
  const found = service.operations.collections.get(descriptor.slug);
  if (!found) throw new Error(`There are no operations for the collection ${descriptor.slug}.`);
  return found;
}

export function globalOf(service: Service, descriptor: GlobalDescriptor): GlobalOperations {
  const found = service.operations.globals.get(descriptor.slug);
  if (!found) throw new Error(`There are no operations for the global ${descriptor.slug}.`);
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
