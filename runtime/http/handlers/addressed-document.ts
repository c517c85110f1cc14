import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import { globalId } from '../../documents/document-model.js';
import { notFound } from '../../documents/not-found.js';
import type {
  CollectionMany,
  CollectionOperations,
  DocumentOperations,
  DocumentReads,
  DocumentVersions,
} from '../../documents/operation.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Service } from '../api.js';

/** Operations by slug: all, or reads only. */
interface BySlug<InCollection, InGlobal> {
  readonly collections: ReadonlyMap<string, InCollection>;
  readonly globals: ReadonlyMap<string, InGlobal>;
}

export function collectionOf(
  { operations }: Service,
  descriptor: CollectionDescriptor,
): CollectionOperations {
  return collectionIn(operations, descriptor);
}

/** Returns the operations of a collection or global. */
export function documentsOf({ operations }: Service, descriptor: DocumentDescriptor): DocumentOperations {
  return documentsIn(operations, descriptor);
}

export function collectionIn<Collection>(
  { collections }: Pick<BySlug<Collection, unknown>, 'collections'>,
  { slug }: CollectionDescriptor,
): Collection {
  const found = collections.get(slug);
  if (found === undefined) throw new Error(`There are no operations for the collection ${slug}.`);
  return found;
}

export function documentsIn<Documents extends DocumentReads>(
  operations: BySlug<Documents, Documents>,
  descriptor: DocumentDescriptor,
): Documents {
  if (descriptor.kind === 'collection') return collectionIn(operations, descriptor);
  const found = operations.globals.get(descriptor.slug);
  if (found === undefined) throw new Error(`There are no operations for the global ${descriptor.slug}.`);
  return found;
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

/** The same for versions: their routes exist only where a history is kept. */
export function versionsOf(service: Service, descriptor: DocumentDescriptor): DocumentVersions {
  const { versions } = documentsOf(service, descriptor);
  if (versions !== undefined) return versions;
  throw new Error(`${descriptor.slug} has no versions.`);
}

/**
 * Returns the id in the path; that of a global needs none. A text that is not an id matches no document, and
 * never reaches the database.
 */
export function documentIdOf(request: ApiRequest, descriptor: DocumentDescriptor): string {
  if (descriptor.kind === 'global') return globalId;
  const { id = '' } = request.params;
  if (isDocumentId(id)) return id;
  throw notFound(descriptor.slug, id);
}
