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
import { bulkAct } from './bulk-act.js';
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
import { useBulkWords } from './bulk-words.js';
import type { BulkAction, BulkWork } from './bulk-work.js';
import { deleteMatching } from './delete-matching.js';
import { timeLeft } from './time-left.js';

interface BulkDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly work: BulkWork;
  readonly targets: BulkTargets;
  readonly onClose: (isFinished: boolean) => void;
}

type Phase = 'asking' | 'running' | 'finished';

/** Asks for confirmation, then shows the progress, and the failures with their reasons. */
export function BulkDialog({ meta, work, targets, onClose }: BulkDialogProps): ReactNode {
  const t = useTexts(listTexts);
  const bulk = useBulk(meta, work, targets);
  const wordsOf = useBulkWords(meta);
  const { action } = work;
  useRunningWork(bulk.phase === 'running');
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
        work={work}
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
      title={wordsOf(work, undefined).label}
      onClose={finish}
      actions={
        isFinished ? (
          <>
            {bulk.progress.failures.length > 0 && (
              <Button icon="refresh" onClick={bulk.tryAgain}>
                {t.bulkTryAgain}
              </Button>
            )}
            <Button variant="primary" onClick={finish}>
              {t.close}
            </Button>
          </>
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
}

function useBulk(meta: AdminCollectionMeta, work: BulkWork, targets: BulkTargets): Bulk {
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
      await runBulk(items, noted(bulkAct(api, meta, work), done.current), options);
      return;
    }
    const { where } = targets.matching;
    const { totalDocs } = await api.collection(meta).find({ where, limit: 0, count: 'exact' });
    if (totalDocs !== items.length) throw new WorkChanged();
    await runBulk(items, noted(deleteMatching(api, meta, where, items), done.current), options);
  };
  const start = async (items: readonly BulkItem[]): Promise<void> => {
    controller.current = new AbortController();
    const running = controller.current.signal;
    const before = done.current.length;
    let hasChanged = false;
    setProgress(noProgress);
    setTotal(items.length);
    setBegunAt(Date.now());
    setPhase('running');
    try {
      await run(items, running, setProgress);
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
  const stop = (): void => {
    controller.current.abort();
    setIsStopped(true);
  };
  return {
    ...{ phase, total, progress, problem, deletedBefore, begunAt, start, tryAgain, stop },
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
  const { phase, total, progress, isStopped, problem } = bulk;
  const tried = progress.done + progress.unchanged + progress.failures.length;
  const left =
    phase === 'running' && !progress.isWaiting ? timeLeft({ begunAt: bulk.begunAt, tried, total }) : null;
  const report = (shown: number): string => {
    if (phase === 'running') {
      const running = t.bulkRunning(formats.number(shown), formats.number(total));
      return progress.isWaiting ? `${running} ${t.bulkWaiting}` : running;
    }
    const failed = progress.failures.length;
    const { done, unchanged } = progress;
    const idle = {
      publish: t.bulkNothingToPublish,
      unpublish: t.bulkNothingToUnpublish,
      delete: t.bulkNothingToDelete,
      edit: t.bulkNothingToEdit,
      schedule: t.bulkNothingToPublish,
      duplicate: t.bulkNothingToEdit,
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
      <progress className="progress" aria-label={t.progress} value={tried} max={Math.max(total, 1)} />
      {/* Screen readers announce each tenth of the work; they would read out every change. */}
      <p aria-hidden="true">
        {report(tried)} {left !== null && t.bulkLeft(left)}
      </p>
      <p role="status" className="visually-hidden">
        {report(lastTold(tried, total))}
      </p>
      {phase === 'running' && <p className="bulk-hint">{t.bulkStayHere}</p>}
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
