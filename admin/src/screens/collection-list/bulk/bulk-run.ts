import { isSvcError } from '../../../../../templates/sdk/errors.js';
import type { Document, Where } from '../../../api/documents.js';
import { titleOf } from '../../../documents/listed-value.js';

/** One of the documents of a bulk action. */
export interface BulkItem {
  readonly id: string;
  readonly title: string;
  /** The revision when the document was listed. */
  readonly revision: number;
  /** Whether published content had changes that were not published. */
  readonly isPending?: boolean;
}

/** Some documents, or all that match a filter. */
export type BulkTargets = { readonly items: readonly BulkItem[] } | { readonly matching: Matching };

/** What a list finds. */
export interface Matching {
  readonly where: Where | undefined;
  /** Words; undefined where nothing is searched. */
  readonly search: string | undefined;
}

/** Converts a listed document to an item of a bulk action. */
export function bulkItem(document: Document, useAsTitle: string): BulkItem {
  return {
    ...{ id: document.id, title: titleOf(document, useAsTitle), revision: document._revision },
    ...(document._pending === true && { isPending: true }),
  };
}

/** `unchanged`: nothing had to be written. */
export type BulkOutcome = 'done' | 'unchanged';

export interface BulkFailure {
  readonly item: BulkItem;
  readonly error: unknown;
}

export interface BulkProgress {
  readonly done: number;
  readonly unchanged: number;
  readonly failures: readonly BulkFailure[];
  /** Waiting, since the service has limited the rate. */
  readonly isWaiting: boolean;
}

interface BulkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
  /** Waits, or ends early when the signal aborts. Replaced in tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const noProgress: BulkProgress = { done: 0, unchanged: 0, failures: [], isWaiting: false };

/** The result for one document. */
export type BulkResult =
  | {
      readonly outcome: BulkOutcome;
      /** The revision after the work, if it is told. */
      readonly revision?: number;
    }
  | { readonly error: unknown };

/**
 * Applies an action to some documents and returns their results, in the same order. Throws where none was
 * tried.
 */
export type BulkAct = (items: readonly BulkItem[]) => Promise<readonly BulkResult[]>;

/**
 * Thrown by an act that finds documents that the user has not confirmed. The act has then changed none of its
 * documents, and the run ends.
 */
export class WorkChanged extends Error {}

/** Documents in one request: few enough that other requests are served in between and the progress moves. */
const inOneRequest = 50;

/**
 * Applies an action to many documents, in batches. A failure does not stop the others. After a rate limit it
 * waits as long as the service asks. Ends early when the signal aborts; finished work stays.
 *
 * @throws WorkChanged where `act` throws it.
 */
export async function runBulk(
  items: readonly BulkItem[],
  act: BulkAct,
  { signal, onProgress, pause = wait }: BulkOptions,
): Promise<BulkProgress> {
  let progress = noProgress;
  const report = (change: Partial<BulkProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const attempt = async (some: readonly BulkItem[]): Promise<readonly BulkResult[]> => {
    try {
      return await act(some);
    } catch (error) {
      if (signal.aborted) return [];
      if (error instanceof WorkChanged) throw error;
      if (!isSvcError(error) || error.code !== 'RATE_LIMITED') return some.map(() => ({ error }));
      report({ isWaiting: true });
      await pause((error.retryAfter ?? 1) * 1000, signal);
      return signal.aborted ? [] : attempt(some);
    }
  };
  for (let begin = 0; begin < items.length && !signal.aborted; begin += inOneRequest) {
    const some = items.slice(begin, begin + inOneRequest);
    report({ ...withResults(progress, some, await attempt(some)), isWaiting: false });
  }
  return progress;
}

function withResults(
  { done, unchanged, failures }: BulkProgress,
  items: readonly BulkItem[],
  results: readonly BulkResult[],
): Omit<BulkProgress, 'isWaiting'> {
  const count = (outcome: BulkOutcome): number =>
    results.filter((result) => 'outcome' in result && result.outcome === outcome).length;
  const failed = results.flatMap((result, index) =>
    'error' in result ? [{ item: items[index] as BulkItem, error: result.error }] : [],
  );
  return {
    done: done + count('done'),
    unchanged: unchanged + count('unchanged'),
    failures: [...failures, ...failed],
  };
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
