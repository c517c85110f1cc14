import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';

/** The 404 for a document. */
export function notFound(slug: string, id: string): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    reason('document.unknown', { id: id.slice(0, 100), collection: slug }),
  );
}
