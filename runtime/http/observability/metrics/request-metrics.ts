import type { Route } from '../../routing/routing-table.js';
import type { ServedRequest } from '../../served-request.js';
import type { MetricFamily, MetricSample } from './metric-family.js';

/** Counts the requests of this process. */
export interface RequestMetrics {
  /** Called when the response is being sent, or its client has left (status 499, as in the log). */
  answered(request: ServedRequest, status: number): void;
  families(): readonly MetricFamily[];
}

interface Series {
  readonly method: string;
  readonly route: string;
  readonly statuses: Map<number, number>;
  /** Number of requests up to each bound and above the one before; the last bucket is above all bounds. */
  readonly buckets: Float64Array;
  seconds: number;
}

/** Seconds. Reads of one document take half a millisecond; above 10 s a request is practically lost. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A client may send any method; each would be a series of its own. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'PUT',
  'DELETE',
  'OPTIONS',
]);

/**
 * Not prom-client 15, measured: 0.8 microseconds for a request against 0.1, and 40 ms and 10 MB at each
 * start. With several workers it adds their values up, while each is shown here (`worker-metrics.ts`).
 */
export function createRequestMetrics(): RequestMetrics {
  const byRoute = new Map<Route | null, Map<string, Series>>();

  function seriesOf(route: Route | null, method: string): Series {
    let methods = byRoute.get(route);
    if (methods === undefined) {
      methods = new Map();
      byRoute.set(route, methods);
    }
    const known = methods.get(method);
    if (known !== undefined) return known;
    const series: Series = {
      method,
      // No pattern is a word without a slash, so `unknown` is unambiguous.
      route: route?.pattern ?? 'unknown',
      statuses: new Map(),
      buckets: new Float64Array(bounds.length + 1),
      seconds: 0,
    };
    methods.set(method, series);
    return series;
  }

  return {
    answered(request, status) {
      const { method } = request.exchange;
      const series = seriesOf(request.route, knownMethods.has(method) ? method : 'other');
      const seconds = (performance.now() - request.started) / 1000;
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.seconds += seconds;
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
    },
    families() {
      const all = [...byRoute.values()].flatMap((methods) => [...methods.values()]);
      return [
        {
          name: 'svc_http_requests_total',
          type: 'counter',
          help: 'Requests that were answered.',
          samples: all.flatMap(countSamples),
        },
        {
          name: 'svc_http_request_duration_seconds',
          type: 'histogram',
          help: 'From the head of a request to its answer.',
          samples: all.flatMap(durationSamples),
        },
      ];
    },
  };
}

function countSamples({ method, route, statuses }: Series): readonly MetricSample[] {
  return [...statuses].map(([status, value]) => ({
    labels: { method, route, status: String(status) },
    value,
  }));
}

function durationSamples({ method, route, buckets, seconds }: Series): readonly MetricSample[] {
  let count = 0;
  const cumulative = [...buckets].map((value, index): MetricSample => {
    count += value;
    return {
      suffix: '_bucket',
      labels: { method, route, le: String(bounds[index] ?? '+Inf') },
      value: count,
    };
  });
  const labels = { method, route };
  return [
    ...cumulative,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ];
}
