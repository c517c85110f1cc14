import { type ReactNode, useId } from 'react';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Notice } from '../../../ui/states.js';
import { listTexts } from '../texts.js';
import { PartlyUndone } from './bulk-undo.js';
import type { BulkAction } from './bulk-work.js';
import { timeLeft } from './time-left.js';
import type { Bulk } from './use-bulk.js';

interface BulkReportProps {
  readonly bulk: Bulk;
  readonly action: BulkAction;
  /** Whether deleted documents can be restored. */
  readonly isToTrash: boolean;
}

/** The progress of work on many documents, and what has failed, with the reasons. */
export function BulkReport({ bulk, action, isToTrash }: BulkReportProps): ReactNode {
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
    const finished = {
      publish: t.bulkPublished,
      unpublish: t.bulkUnpublished,
      delete: isToTrash ? t.bulkTrashed : t.bulkDeleted,
      edit: t.bulkEdited,
      schedule: t.bulkScheduled,
      duplicate: t.bulkDuplicated,
    }[action];
    return [
      bulk.isUndo ? t.bulkUndone(done) : finished(done),
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
                <span>{error instanceof PartlyUndone ? t.bulkUndonePartly : errorText(error)}</span>
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
