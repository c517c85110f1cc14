import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';

/** Waits for `work` at most `milliseconds` (0: forever): a hook that never settles must not keep locks. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  if (milliseconds === 0) return work;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error that the HTTP layer uses for a slow request; the cause is for the log. */
function tookTooLong(milliseconds: number): ServiceError {
  const cause = new Error('Does a hook never settle, or wait for its own write?');
  return new ServiceError('UNAVAILABLE', reason('write.timeout', { milliseconds }), { retryAfter: 1, cause });
}
