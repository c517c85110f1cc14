import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import { forgetCollection } from '../../../api/queries.js';
import { bulkAct } from './bulk-act.js';
import {
  type BulkAct,
  type BulkItem,
  type BulkProgress,
  type BulkTargets,
  noProgress,
  runBulk,
  WorkChanged,
} from './bulk-run.js';
import { canUndo, maxUndoable, noting, type UndoEntry, undoing } from './bulk-undo.js';
import type { BulkWork } from './bulk-work.js';
import { deleteMatching } from './delete-matching.js';

type Phase = 'asking' | 'running' | 'finished';

/** Work on many documents, and how far it is. */
export interface Bulk {
  readonly phase: Phase;
  readonly total: number;
  readonly progress: BulkProgress;
  readonly isStopped: boolean;
  /** Why the work could not begin. */
  readonly problem: unknown;
  /**
   * How many documents were deleted before the filter matched others than the confirmed ones. The dialog then
   * asks again. Null where nothing has changed.
   */
  readonly deletedBefore: number | null;
  /** When the work began, in milliseconds as from `Date.now()`. */
  readonly begunAt: number;
  /** Takes the confirmed documents. */
  readonly start: (agreed: readonly BulkItem[]) => Promise<void>;
  /** Does the work again with the documents that have failed. */
  readonly tryAgain: () => void;
  readonly stop: () => void;
  /** The documents that are done. */
  readonly finished: () => readonly BulkItem[];
  /** Whether all of it is done. */
  readonly isSmooth: boolean;
  /** Whether it is the undoing of the work that is running, or finished. */
  readonly isUndo: boolean;
  /** Number of documents for which the finished work can be undone. */
  readonly undoable: number;
  readonly undo: () => void;
}

/** Does some work with many documents, after they were confirmed. */
export function useBulk(meta: AdminCollectionMeta, work: BulkWork, targets: BulkTargets): Bulk {
  const api = useApi();
  const queries = useQueryClient();
  const [phase, setPhase] = useState<Phase>('asking');
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);
  const [progress, setProgress] = useState(noProgress);
  const [deletedBefore, setDeletedBefore] = useState<number | null>(null);
  const [begunAt, setBegunAt] = useState(0);
  const controller = useRef(new AbortController());
  const [isStopped, setIsStopped] = useState(false);
  const done = useRef<BulkItem[]>([]);
  const isAgain = useRef(false);
  const noted = useRef<UndoEntry[]>([]);
  const [isUndo, setIsUndo] = useState(false);
  const { signal } = controller.current;
  useEffect(() => {
    const current = controller.current;
    return () => current.abort();
  }, []);

  const run = async (
    items: readonly BulkItem[],
    running: AbortSignal,
    onProgress: (progress: BulkProgress) => void,
  ): Promise<void> => {
    const options = { signal: running, onProgress };
    const isByFilter =
      work.action === 'delete' &&
      'matching' in targets &&
      // A filter of many documents takes no words.
      targets.matching.search === undefined &&
      meta.slug !== 'users' &&
      !isAgain.current;
    if (!isByFilter) {
      const act = bulkAct(api, meta, work);
      const isNoted = canUndo(meta, work) && items.length <= maxUndoable;
      const whole = isNoted ? noting(act, noted.current, { api, meta, work }) : act;
      await runBulk(items, counted(whole, done.current), options);
      return;
    }
    const { where } = targets.matching;
    const { totalDocs } = await api.collection(meta).find({ where, limit: 0, count: 'exact' });
    if (totalDocs !== items.length) throw new WorkChanged();
    await runBulk(items, counted(deleteMatching(api, meta, where, items), done.current), options);
  };
  const start = async (items: readonly BulkItem[], runOn: typeof run = run): Promise<void> => {
    controller.current = new AbortController();
    const running = controller.current.signal;
    const before = done.current.length;
    let hasChanged = false;
    setProgress(noProgress);
    setTotal(items.length);
    setBegunAt(Date.now());
    setPhase('running');
    try {
      await runOn(items, running, setProgress);
    } catch (error) {
      hasChanged = error instanceof WorkChanged;
      if (!running.aborted && !hasChanged) setProblem(error);
    }
    await forgetCollection(queries, meta.slug);
    // Other users may add documents meanwhile: what the user has not confirmed is not deleted.
    if (hasChanged) setDeletedBefore((sum) => (sum ?? 0) + done.current.length - before);
    setPhase(hasChanged ? 'asking' : 'finished');
  };
  const tryAgain = (): void => {
    isAgain.current = true;
    setIsStopped(false);
    void start(progress.failures.map(({ item }) => item));
  };
  const undo = (): void => {
    const entries = noted.current;
    noted.current = [];
    setIsUndo(true);
    setIsStopped(false);
    void start(
      entries.map(({ item }) => item),
      async (items, running, onProgress) => {
        await runBulk(items, undoing(api, meta, entries), { signal: running, onProgress });
      },
    );
  };
  const stop = (): void => {
    controller.current.abort();
    setIsStopped(true);
  };
  return {
    ...{ phase, total, progress, problem, deletedBefore, begunAt, tryAgain, undo, stop },
    start: (agreed) => start(agreed),
    isUndo,
    undoable: phase === 'finished' ? noted.current.length : 0,
    isStopped: isStopped || signal.aborted,
    finished: () => done.current,
    isSmooth:
      phase === 'finished' &&
      !isStopped &&
      problem === null &&
      progress.failures.length === 0 &&
      done.current.length > 0,
  };
}

/** Notes the documents that an act is done with. */
function counted(act: BulkAct, done: BulkItem[]): BulkAct {
  return async (items) => {
    const results = await act(items);
    results.forEach((result, index) => {
      const item = items[index];
      if ('outcome' in result && result.outcome === 'done' && item !== undefined) done.push(item);
    });
    return results;
  };
}
