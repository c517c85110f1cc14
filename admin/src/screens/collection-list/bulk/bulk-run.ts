import { isSvcError } from '../../../../../templates/sdk/errors.js';
import type { Document } from '../../../api/documents.js';
import { titleOf } from '../value-at.js';

/** One of the documents that something is done with. */
export interface BulkItem {
  readonly id: string;
  readonly title: string;
  /** As it was listed. */
  readonly revision: number;
}

/** A listed document, as something to work on. */
export function bulkItem(document: Document, useAsTitle: string): BulkItem {
  return { id: document.id, title: titleOf(document, useAsTitle), revision: document._revision };
}

/** `unchanged`: there was nothing to do, and nothing was written. */
export type BulkOutcome = 'done' | 'unchanged';

export interface BulkFailure {
  readonly item: BulkItem;
  readonly error: unknown;
}

export interface BulkProgress {
  readonly done: number;
  readonly unchanged: number;
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

export const noProgress: BulkProgress = { done: 0, unchanged: 0, failures: [], isWaiting: false };

/** So many at once: a service that is shared with others still answers them. */
const atOnce = 4;

/**
 * Does something with each of many documents. One that fails stops none of the others; a service that asks for a pause gets it. Ends early
 * when it is stopped: what was done stays done.
 */
export async function runBulk(
  items: readonly BulkItem[],
  act: (item: BulkItem) => Promise<BulkOutcome>,
  { signal, onProgress, pause = wait }: BulkOptions,
): Promise<BulkProgress> {
  let progress = noProgress;
  const report = (change: Partial<BulkProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const attempt = async (item: BulkItem): Promise<void> => {
    try {
      const outcome = await act(item);
      report({ [outcome]: progress[outcome] + 1, isWaiting: false });
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
