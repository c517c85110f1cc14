import { type Reason, reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';

/** Says that there is no such document in the collection or global of this name: `posts`, `globals.site`. */
export function unknownDocument(collection: string, id: string): Reason {
  return reason('document.unknown', { id: id.slice(0, 100), collection });
}

/** The 404 for a document of the collection or global of this name. */
export function notFound(collection: string, id: string): ServiceError {
  return new ServiceError('NOT_FOUND', unknownDocument(collection, id));
}
