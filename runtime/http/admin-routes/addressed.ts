import type {
  CollectionDescriptor,
  DocumentDescriptor,
  GlobalDescriptor,
} from '../../codegen/descriptors.js';
import { typeNamed } from '../../codegen/document-name.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../api.js';

/** Returns the collection in the path. */
export function collectionIn({ params }: ApiRequest, { contract }: Service): CollectionDescriptor {
  return bySlug(contract.collections, params['slug'] ?? '', 'collection');
}

/** Returns the global in the path. */
export function globalIn({ params }: ApiRequest, { contract }: Service): GlobalDescriptor {
  return bySlug(contract.globals, params['slug'] ?? '', 'global');
}

/** Returns the collection in the path, or the global: `globals.site`. */
export function documentsIn(request: ApiRequest, service: Service): DocumentDescriptor {
  const { kind, slug } = typeNamed(request.params['slug'] ?? '');
  return kind === 'global'
    ? bySlug(service.contract.globals, slug, kind)
    : bySlug(service.contract.collections, slug, kind);
}

function bySlug<T extends DocumentDescriptor>(
  documents: readonly T[],
  slug: string,
  noun: 'collection' | 'global',
): T {
  const found = documents.find((one) => one.slug === slug);
  if (found !== undefined) return found;
  throw new ServiceError(
    'NOT_FOUND',
    reason(noun === 'global' ? 'global.unknown' : 'collection.unknown', { slug: slug.slice(0, 100) }),
  );
}
