import type {
  CollectionDescriptor,
  DocumentDescriptor,
  GlobalDescriptor,
} from '../../codegen/descriptors.js';
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
  const { slug = '' } = request.params;
  if (!slug.startsWith('globals.')) return collectionIn(request, service);
  return bySlug(service.contract.globals, slug.slice('globals.'.length), 'global');
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
