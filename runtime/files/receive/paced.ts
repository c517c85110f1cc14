import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';

/** What a body has to send (docs/spec/uploads.md#limits-and-faults): 1 KiB/s over 30 s. */
export interface Pace {
  /** Milliseconds of waiting in which so many bytes have to arrive. */
  readonly window: number;
  readonly minBytes: number;
}

const slowest: Pace = { window: 30_000, minBytes: 30 * 1024 };

/**
 * The parts of a body, as long as they arrive fast enough. Only the time counts for which the server waits
 * for bytes.
 *
 * @throws ServiceError REQUEST_TIMEOUT
 */
export async function* paced(
  parts: AsyncIterable<Uint8Array>,
  { window, minBytes }: Pace = slowest,
): AsyncGenerator<Uint8Array> {
  const source = parts[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<Uint8Array>> | null = null;
  let waited = 0;
  let arrived = 0;
  try {
    for (;;) {
      const began = performance.now();
      coming ??= source.next();
      const next = await within(coming, window - waited);
      waited += performance.now() - began;
      arrived += next?.done === false ? next.value.byteLength : 0;
      if (next === null || waited >= window) {
        if (arrived < minBytes && next?.done !== true) {
          throw new ServiceError('REQUEST_TIMEOUT', reason('body.tooSlow'));
        }
        [waited, arrived] = [0, 0];
      }
      if (next === null) continue;
      if (next.done === true) return;
      coming = null;
      yield next.value;
    }
  } finally {
    // One that is waiting for bytes ends when they come, or with its connection.
    void source.return?.();
  }
}

/** The value of a promise; null if it takes longer. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
