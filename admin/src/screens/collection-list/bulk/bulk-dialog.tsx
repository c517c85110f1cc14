import { type ReactNode, useEffect } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useRunningWork } from '../../../app/leave-guard.js';
import { useTrashed } from '../../../documents/trash/use-trashed.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { listTexts } from '../texts.js';
import { BulkQuestion } from './bulk-question.js';
import { BulkReport } from './bulk-report.js';
import type { BulkTargets } from './bulk-run.js';
import { useBulkWords } from './bulk-words.js';
import type { BulkWork } from './bulk-work.js';
import { useBulk } from './use-bulk.js';

interface BulkDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly work: BulkWork;
  readonly targets: BulkTargets;
  readonly onClose: (isFinished: boolean) => void;
}

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
      title={bulk.isUndo ? t.bulkUndo : wordsOf(work, undefined).label}
      onClose={finish}
      actions={
        isFinished ? (
          <>
            {bulk.progress.failures.length > 0 && !bulk.isUndo && (
              <Button icon="refresh" onClick={bulk.tryAgain}>
                {t.bulkTryAgain}
              </Button>
            )}
            {bulk.undoable > 0 && (
              <Button icon="undo" onClick={bulk.undo}>
                {bulk.undoable === bulk.finished().length ? t.bulkUndo : t.bulkUndoSome(bulk.undoable)}
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
      <BulkReport bulk={bulk} action={action} isToTrash={meta.trash !== undefined} />
    </Dialog>
  );
}
