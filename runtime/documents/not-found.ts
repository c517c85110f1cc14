import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';

/** The 404 for a document of the collection or global of this name: `posts`, `globals.site`. */
export function notFound(collection: string, id: string): ServiceError {
  return new ServiceError('NOT_FOUND', reason('document.unknown', { id: id.slice(0, 100), collection }));
}
