import { healthRoutes as table } from '../../codegen/routes/service-routes.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Reply, RouteHandler, Routes } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { withHandlers } from '../routing/with-handlers.js';
import { authorizeAnybody } from '../security/authorize.js';

export interface Health {
  /**
   * Resolves if the service can serve requests, with what it cannot reach all the same. Rejects with the
   * reason otherwise.
   */
  check(): Promise<readonly string[]>;
}

const ok: Reply = Object.freeze({
  status: 200,
  headers: Object.freeze({ 'Cache-Control': 'no-store' }),
  body: '{"status":"ok"}',
});

/**
 * `/health/live`: the process responds. `/health/ready`: the store responds too, and the service is not
 * shutting down. Storages of files that do not respond are named: documents are served without them.
 */
export function healthRoutes(health: Health): Routes {
  const live: RouteHandler = async (request) => {
    authorizeAnybody(request);
    refuseParameters(request.search);
    return ok;
  };
  const ready: RouteHandler = async (request) => {
    authorizeAnybody(request);
    refuseParameters(request.search);
    const away = await health.check().catch((cause: unknown) => {
      throw cause instanceof ServiceError && cause.code === 'UNAVAILABLE' ? cause : notReady(cause);
    });
    return away.length === 0 ? ok : { ...ok, body: JSON.stringify({ status: 'ok', away }) };
  };
  return withHandlers(table, { getLiveness: live, getReadiness: ready });
}

function notReady(cause: unknown): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('store.notResponding'), { cause, retryAfter: 1 });
}
