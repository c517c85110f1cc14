import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ServedRequest } from '../served-request.js';

/** The requests without a response yet. */
export interface InFlight {
  readonly size: number;
  add(request: ServedRequest): void;
  /** Returns false if the request had its response already. */
  delete(request: ServedRequest): boolean;
  /** Resolves when no request is in flight. */
  idle(): Promise<void>;
  /** Stops the timer. */
  close(): void;
}

const sweepEvery = 1000;
const receivingTime = 2000;

/**
 * Keeps the requests without a response and times out those that take longer than `timeout` milliseconds (0:
 * no limit). One sweep a second instead of a timer for each request: the hot path pays for a Set entry only.
 */
export function createInFlight(
  timeout: number,
  giveUp: (request: ServedRequest, error: ServiceError) => void,
): InFlight {
  const requests = new Set<ServedRequest>();
  const waiting: (() => void)[] = [];
  let sweeper: NodeJS.Timeout | null = null;

  function sweep(): void {
    const now = performance.now();
    for (const request of requests) {
      // Node refuses a body that does not arrive, unless the service takes files: then it is done here.
      const allowed = request.receiving ? timeout + receivingTime : timeout;
      if (now - request.timedFrom <= allowed) continue;
      giveUp(request, request.receiving ? arrivedTooSlowly() : tookTooLong(timeout));
    }
  }

  return {
    get size() {
      return requests.size;
    },
    add(request) {
      requests.add(request);
      if (timeout > 0) sweeper ??= setInterval(sweep, Math.min(sweepEvery, timeout)).unref();
    },
    delete(request) {
      const deleted = requests.delete(request);
      if (requests.size === 0) for (const resolve of waiting.splice(0)) resolve();
      return deleted;
    },
    idle: () => (requests.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close() {
      if (sweeper) clearInterval(sweeper);
      sweeper = null;
    },
  };
}

function arrivedTooSlowly(): ServiceError {
  return new ServiceError('REQUEST_TIMEOUT', reason('request.tooSlow'));
}

function tookTooLong(timeout: number): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('request.timeout', { milliseconds: timeout }), {
    retryAfter: 1,
  });
}
