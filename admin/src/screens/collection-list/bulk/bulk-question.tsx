import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useLabelOf } from '../../../api/meta-context.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { AlertDialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Input } from '../../../ui/inputs.js';
import { Notice, Skeleton } from '../../../ui/states.js';
import { listTexts } from '../texts.js';
import { useBulkItems } from './bulk-items.js';
import type { BulkItem, BulkTargets } from './bulk-run.js';
import { useBulkWords } from './bulk-words.js';
import { type BulkWork, maxDuplicates } from './bulk-work.js';
import { type DeletionPreview, useDeletionPreview } from './deletion-preview.js';
import { isDry, useDryRun } from './dry-run.js';
import { DryRunReport } from './dry-run-report.js';
import { UndoNote } from './undo-note.js';

/** A deletion of more documents asks the user to type their number, since a click alone is too easy. */
const maxWithoutTyping = 100;
const maxNamed = 10;

interface BulkQuestionProps {
  readonly meta: AdminCollectionMeta;
  readonly work: BulkWork;
  readonly targets: BulkTargets;
  /**
   * How many documents were deleted before new ones matched; null where the dialog asks for the first time.
   */
  readonly deletedBefore: number | null;
  readonly onCancel: () => void;
  readonly onConfirm: (agreed: readonly BulkItem[]) => void;
}

/** Asks before an action on many documents: shows which, how many, and the effects on them and on others. */
export function BulkQuestion(props: BulkQuestionProps): ReactNode {
  const { meta, work, targets, deletedBefore, onCancel, onConfirm } = props;
  const t = useTexts(listTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const wordsOf = useBulkWords(meta);
  const [typed, setTyped] = useState('');
  const isDeletion = work.action === 'delete';
  const found = useBulkItems(meta, targets);
  const { items } = found;
  const { preview, error } = useDeletionPreview(meta, found, isDeletion);
  const { dryRun, error: dryError } = useDryRun(meta, work, found);
  const count = items?.length;
  const words = wordsOf(work, count);
  const asksNumber = isDeletion && count !== undefined && count > maxWithoutTyping;
  const isTyped = !asksNumber || typed.replace(/\D/g, '') === String(count);
  const problem = found.error ?? error ?? dryError;
  const isLooking =
    count !== 0 &&
    problem === null &&
    (items === undefined || (isDeletion && preview === undefined) || (isDry(work) && dryRun === undefined));
  const isIdle = dryRun !== undefined && dryRun.changed.length === 0 && dryRun.tried === count;
  const isTooMany = work.action === 'duplicate' && (count ?? 0) > maxDuplicates;
  return (
    <AlertDialog
      isOpen
      title={words.title}
      description={words.text}
      action={words.label}
      isDanger={isDeletion}
      isBusy={isLooking}
      disabled={
        !count ||
        (isIdle && t.bulkIdle) ||
        (isTooMany && t.bulkTooManyCopies(maxDuplicates)) ||
        (!isTyped && t.bulkTypeFirst)
      }
      onCancel={onCancel}
      onConfirm={() => items !== undefined && onConfirm(items)}
    >
      {deletedBefore !== null && count !== undefined && (
        <Notice kind="warning">
          {deletedBefore === 0
            ? t.bulkChanged(count)
            : t.bulkChangedAfter(formats.number(deletedBefore), formats.number(count))}
        </Notice>
      )}
      {isLooking && (
        <>
          <p role="status">
            {items === undefined
              ? t.bulkCollecting(formats.number(found.found))
              : isDeletion
                ? t.bulkLooking
                : t.bulkTrying}
          </p>
          <Skeleton height="3rem" />
        </>
      )}
      {preview !== undefined && count !== undefined && (
        <Effects preview={preview} count={count} isToTrash={meta.trash !== undefined} />
      )}
      {dryRun !== undefined && count !== undefined && <DryRunReport dryRun={dryRun} count={count} />}
      {items !== undefined && <UndoNote meta={meta} work={work} items={items} />}
      {isTooMany && <Notice kind="warning">{t.bulkTooManyCopies(maxDuplicates)}</Notice>}
      {problem !== null && <Notice kind="warning">{errorText(problem)}</Notice>}
      {asksNumber && (
        <Field label={t.bulkTypeNumber(formats.number(count))}>
          {(control) => (
            <Input
              {...control}
              className="bulk-number"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </AlertDialog>
  );
}

interface EffectsProps {
  readonly preview: DeletionPreview;
  readonly count: number;
  readonly isToTrash: boolean;
}

function Effects({ preview, count, isToTrash }: EffectsProps): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const labelOf = useLabelOf();
  const { refused, deleted, cleared } = preview;
  const totals = (each: ReadonlyMap<string, number>): ReactNode => (
    <ul className="bulk-effects">
      {[...each].map(([slug, total]) => (
        <li key={slug}>{`${labelOf(slug)}: ${formats.number(total)}`}</li>
      ))}
    </ul>
  );
  return (
    <>
      {refused.length > 0 && (
        <Notice kind="danger">
          <p>{t.bulkRefused(refused.length)}</p>
          <ul className="bulk-effects">
            {refused.slice(0, maxNamed).map(({ id, title }) => (
              <li key={id}>{title || id}</li>
            ))}
            {refused.length > maxNamed && <li>{t.bulkRefusedMore(refused.length - maxNamed)}</li>}
          </ul>
        </Notice>
      )}
      {deleted.size > 0 && (
        <Notice kind="danger">
          <p>{isToTrash ? t.bulkAlongToTrash : t.bulkAlong}</p>
          {totals(deleted)}
        </Notice>
      )}
      {cleared.size > 0 && (
        <Notice kind="warning">
          <p>{t.bulkCleared}</p>
          {totals(cleared)}
        </Notice>
      )}
      {refused.length + deleted.size + cleared.size === 0 && <p>{t.bulkNoEffects(count)}</p>}
    </>
  );
}
