import { metricsRoutes } from '../../../codegen/routes/service-routes.js';
import type { RouteHandler, Routes } from '../../api.js';
import { processFaultFamilies } from '../../process/process-faults.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import type { StoreHolder } from '../../routing/store-holder.js';
import { withHandlers } from '../../routing/with-handlers.js';
import { authorizeAnybody } from '../../security/authorize.js';
import type { ServedRequest } from '../../served-request.js';
import type { InFlight } from '../../transport/in-flight.js';
import { type MetricFamily, merged, metricsText, metricsType, single } from './metric-family.js';
import { createProcessMetrics } from './process-metrics.js';
import { createRequestMetrics } from './request-metrics.js';
import {
  createStoreMetrics,
  longReadFamilies,
  partFamilies,
  poolFamilies,
  replicaFamilies,
  responseCacheFamilies,
} from './store-metrics.js';
import { joinWorkers } from './worker-metrics.js';

/** The metrics of a service, if enabled. */
export interface ServiceMetrics {
  answered(request: ServedRequest, status: number): void;
  /** `GET /metrics` */
  readonly routes: Routes;
  close(): void;
}

export interface ServiceMetricsOptions {
  readonly store: StoreHolder;
  readonly inFlight: () => InFlight;
}

/**
 * `GET /metrics`, for Prometheus. It requires no credential and has no rate limit: only the internal network
 * may reach it, and it has to respond while the session store is down.
 */
export function createServiceMetrics({ store, inFlight }: ServiceMetricsOptions): ServiceMetrics {
  const requests = createRequestMetrics();
  const own = createProcessMetrics();
  const shared = createStoreMetrics(store);
  const workers = joinWorkers(ofThisProcess);

  function ofThisProcess(): readonly MetricFamily[] {
    return [
      ...requests.families(),
      single('svc_http_requests_in_flight', 'gauge', {
        help: 'Requests without an answer.',
        // The scrape itself counts: it is in flight while this is read.
        value: inFlight().size,
      }),
      ...own.families(),
      ...processFaultFamilies(),
      ...poolFamilies(store),
      ...longReadFamilies(store),
      ...responseCacheFamilies(store),
      ...replicaFamilies(store),
      ...partFamilies(store),
    ];
  }

  const read: RouteHandler = async (request) => {
    authorizeAnybody(request);
    refuseParameters(request.search);
    const [processes, stores] = await Promise.all([workers.families(), shared()]);
    return {
      status: 200,
      headers: { 'Content-Type': metricsType, 'Cache-Control': 'no-store' },
      body: metricsText(merged([...processes, ...stores])),
    };
  };

  return {
    answered: requests.answered,
    routes: withHandlers(metricsRoutes, { getMetrics: read }),
    close() {
      own.close();
      workers.close();
    },
  };
}
