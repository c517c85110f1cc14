import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import { forgetCollection } from '../../../api/queries.js';
import { useRunningWork } from '../../../app/leave-guard.js';
import { useTrashed } from '../../../documents/trash/use-trashed.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/states.js';
import { listTexts } from '../texts.js';
import { type BulkAction, bulkAct } from './bulk-act.js';
import { BulkQuestion } from './bulk-question.js';
import {
  type BulkAct,
  type BulkItem,
  type BulkProgress,
  type BulkTargets,
  noProgress,
  runBulk,
  WorkChanged,
} from './bulk-run.js';
import { deleteMatching } from './delete-matching.js';
import { matchingItems } from './matching-items.js';
import { timeLeft } from './time-left.js';

interface BulkDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly action: BulkAction;
  readonly targets: BulkTargets;
  readonly onClose: (isFinished: boolean) => void;
}

type Phase = 'asking' | 'collecting' | 'running' | 'finished';

/** Asks for confirmation, then shows the progress, and the failures with their reasons. */
export function BulkDialog({ meta, action, targets, onClose }: BulkDialogProps): ReactNode {
  const t = useTexts(listTexts);
  const bulk = useBulk(meta, action, targets);
  useRunningWork(bulk.phase === 'collecting' || bulk.phase === 'running');
  const notifyTrashed = useTrashed(meta);
  const finish = (): void => {
    if (action === 'delete' && meta.trash !== undefined) notifyTrashed(bulk.finished());
    onClose(true);
  };
  // The report of a deletion that can be undone is the message that offers it, which a dialog would cover.
  const isReported = bulk.isSmooth && action === 'delete' && meta.trash !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once.
  useEffect(() => {
    if (isReported) finish();
  }, [isReported]);
  if (isReported) return null;
  if (bulk.phase === 'asking') {
    return (
      <BulkQuestion
        meta={meta}
        action={action}
        targets={targets}
        deletedBefore={bulk.deletedBefore}
        onCancel={() => onClose(false)}
        onConfirm={(agreed) => void bulk.start(agreed)}
      />
    );
  }
  const isFinished = bulk.phase === 'finished';
  return (
    <Dialog
      isOpen
      isFixed={!isFinished}
      title={action === 'delete' && meta.trash !== undefined ? t.moveToTrash : t[action]}
      onClose={finish}
      actions={
        isFinished ? (
          <Button variant="primary" onClick={finish}>
            {t.close}
          </Button>
        ) : (
          <Button onClick={bulk.stop}>{t.stop}</Button>
        )
      }
    >
      <BulkReport bulk={bulk} action={action} />
    </Dialog>
  );
}

interface Bulk {
  readonly phase: Phase;
  /** Null while the documents are still being read. */
  readonly total: number | null;
  readonly found: number;
  readonly progress: BulkProgress;
  readonly isStopped: boolean;
  /** Why reading the documents failed. */
  readonly problem: unknown;
  /**
   * How many documents were deleted before the filter matched others than the confirmed ones. The dialog then
   * asks again. Null where nothing has changed.
   */
  readonly deletedBefore: number | null;
  /** When the work began, in milliseconds as from `Date.now()`. */
  readonly begunAt: number;
  /** Takes the confirmed documents; null where they have not been read yet. */
  readonly start: (agreed: readonly BulkItem[] | null) => Promise<void>;
  readonly stop: () => void;
  /** The documents that are done. */
  readonly finished: () => readonly BulkItem[];
  /** Whether all of it is done. */
  readonly isSmooth: boolean;
}

function useBulk(meta: AdminCollectionMeta, action: BulkAction, targets: BulkTargets): Bulk {
  const api = useApi();
  const queries = useQueryClient();
  const [phase, setPhase] = useState<Phase>('asking');
  const [found, setFound] = useState(0);
  const [total, setTotal] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [progress, setProgress] = useState(noProgress);
  const [deletedBefore, setDeletedBefore] = useState<number | null>(null);
  const [begunAt, setBegunAt] = useState(0);
  const controller = useRef(new AbortController());
  const [isStopped, setIsStopped] = useState(false);
  const done = useRef<BulkItem[]>([]);
  const { signal } = controller.current;
  useEffect(() => {
    const current = controller.current;
    return () => current.abort();
  }, []);

  const work = async (
    items: readonly BulkItem[],
    running: AbortSignal,
    onProgress: (progress: BulkProgress) => void,
  ): Promise<void> => {
    const options = { signal: running, onProgress };
    const isByFilter = action === 'delete' && 'matching' in targets && meta.slug !== 'users';
    if (!isByFilter) {
      await runBulk(items, noted(bulkAct(api, meta, action), done.current), options);
      return;
    }
    const { where } = targets.matching;
    const { totalDocs } = await api.collection(meta).find({ where, limit: 0, count: 'exact' });
    if (totalDocs !== items.length) throw new WorkChanged();
    await runBulk(items, noted(deleteMatching(api, meta, where, items), done.current), options);
  };
  const start = async (agreed: readonly BulkItem[] | null): Promise<void> => {
    controller.current = new AbortController();
    const running = controller.current.signal;
    const before = done.current.length;
    let hasChanged = false;
    setPhase('collecting');
    setProgress(noProgress);
    try {
      const items = agreed ?? (await itemsOf(running));
      setTotal(items.length);
      setBegunAt(Date.now());
      setPhase('running');
      await work(items, running, setProgress);
    } catch (error) {
      hasChanged = error instanceof WorkChanged;
      if (!running.aborted && !hasChanged) setProblem(error);
    }
    await forgetCollection(queries, meta.slug);
    // Other users may add documents meanwhile: what the user has not confirmed is not deleted.
    if (hasChanged) setDeletedBefore((sum) => (sum ?? 0) + done.current.length - before);
    setPhase(hasChanged ? 'asking' : 'finished');
  };
  const itemsOf = async (signal: AbortSignal): Promise<readonly BulkItem[]> =>
    'items' in targets
      ? targets.items
      : matchingItems(api, meta, { ...targets.matching, signal, onFound: setFound });
  const stop = (): void => {
    controller.current.abort();
    setIsStopped(true);
  };
  return {
    ...{ phase, total, found, progress, problem, deletedBefore, begunAt, start, stop },
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
function noted(act: BulkAct, done: BulkItem[]): BulkAct {
  return async (items) => {
    const results = await act(items);
    results.forEach((result, index) => {
      const item = items[index];
      if ('outcome' in result && result.outcome === 'done' && item !== undefined) done.push(item);
    });
    return results;
  };
}

interface BulkReportProps {
  readonly bulk: Bulk;
  readonly action: BulkAction;
}

function BulkReport({ bulk, action }: BulkReportProps): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const failuresId = useId();
  const { phase, total, found, progress, isStopped, problem } = bulk;
  const tried = progress.done + progress.unchanged + progress.failures.length;
  const left =
    phase === 'running' && !progress.isWaiting
      ? timeLeft({ begunAt: bulk.begunAt, tried, total: total ?? 0 })
      : null;
  const report = (shown: number): string => {
    if (phase === 'collecting') return t.bulkCollecting(formats.number(found));
    if (phase === 'running') {
      const running = t.bulkRunning(formats.number(shown), formats.number(total ?? 0));
      return progress.isWaiting ? `${running} ${t.bulkWaiting}` : running;
    }
    const failed = progress.failures.length;
    const { done, unchanged } = progress;
    const idle = {
      publish: t.bulkNothingToPublish,
      unpublish: t.bulkNothingToUnpublish,
      delete: t.bulkNothingToDelete,
    }[action];
    return [
      t.bulkDone(done),
      unchanged > 0 && idle(unchanged),
      failed > 0 && t.bulkNotDone(failed),
      isStopped && t.bulkStopped,
    ]
      .filter(Boolean)
      .join(' ');
  };
  return (
    <>
      <progress
        className="progress"
        aria-label={t.progress}
        {...(total !== null && { value: tried, max: Math.max(total, 1) })}
      />
      {/* Screen readers announce each tenth of the work; they would read out every change. */}
      <p aria-hidden="true">
        {report(tried)} {left !== null && t.bulkLeft(left)}
      </p>
      <p role="status" className="visually-hidden">
        {report(lastTold(tried, total ?? 0))}
      </p>
      {(phase === 'collecting' || phase === 'running') && <p className="bulk-hint">{t.bulkStayHere}</p>}
      {problem !== null && <Notice kind="danger">{errorText(problem)}</Notice>}
      {progress.failures.length > 0 && (
        <div>
          <p id={failuresId}>{t.bulkFailed(progress.failures.length)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard too (WCAG 2.1.1). */}
          <ul className="bulk-failures" aria-labelledby={failuresId} tabIndex={0}>
            {progress.failures.slice(0, 100).map(({ item, error }) => (
              <li key={item.id}>
                <strong>{item.title || item.id}</strong>
                <span>{errorText(error)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Rounds progress down to a whole tenth of the work. */
function lastTold(tried: number, total: number): number {
  const step = Math.max(1, Math.ceil(total / 10));
  return tried - (tried % step);
}
