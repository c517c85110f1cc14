import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { RouteHandler } from '../api.js';
import { authOf, authorizeAnybody } from '../security/authorize.js';

/** A route that a config can disable; then it responds as if it did not exist. */
export function switched(feature: 'magicLink' | 'invites', handler: RouteHandler): RouteHandler {
  return async function ifSwitchedOn(request, service) {
    if (authOf(service).options[feature]) return handler(request, service);
    authorizeAnybody(request);
    throw new ServiceError('NOT_FOUND', reason('route.unknown', { path: request.path.slice(0, 200) }));
  };
}
