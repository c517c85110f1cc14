import { isSvcError } from '../../../../../templates/sdk/errors.js';

/** One of the documents that something is done with. */
export interface BulkItem {
  readonly id: string;
  readonly title: string;
}

export interface BulkFailure {
  readonly item: BulkItem;
  readonly error: unknown;
}

export interface BulkProgress {
  readonly done: number;
  readonly failures: readonly BulkFailure[];
  /** The service has asked for a pause. */
  readonly isWaiting: boolean;
}

interface BulkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
  /** Waits, unless it is stopped. Given from outside for tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** So many at once: a service that is shared with others still answers them. */
const atOnce = 4;

/**
 * Does something with each of many documents. One that fails stops none of the others; a service that asks for a pause gets it. Ends early
 * when it is stopped: what was done stays done.
 */
export async function runBulk(
  items: readonly BulkItem[],
  act: (item: BulkItem) => Promise<unknown>,
  { signal, onProgress, pause = wait }: BulkOptions,
): Promise<BulkProgress> {
  let progress: BulkProgress = { done: 0, failures: [], isWaiting: false };
  const report = (change: Partial<BulkProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const attempt = async (item: BulkItem): Promise<void> => {
    try {
      await act(item);
      report({ done: progress.done + 1, isWaiting: false });
    } catch (error) {
      if (signal.aborted) return;
      if (!isSvcError(error) || error.code !== 'RATE_LIMITED') {
        report({ failures: [...progress.failures, { item, error }] });
        return;
      }
      report({ isWaiting: true });
      await pause((error.retryAfter ?? 1) * 1000, signal);
      if (!signal.aborted) await attempt(item);
    }
  };
  const queue = items[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const item of queue) {
      if (signal.aborted) return;
      await attempt(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return progress;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
