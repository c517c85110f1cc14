import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import { useLabelOf } from '../../../api/meta-context.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { AlertDialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Input } from '../../../ui/inputs.js';
import { Notice, Skeleton } from '../../../ui/states.js';
import { listTexts } from '../texts.js';
import type { BulkAction } from './bulk-act.js';
import type { BulkItem, BulkTargets } from './bulk-run.js';
import { type DeletionPreview, useDeletionPreview } from './deletion-preview.js';

/** A deletion of more documents asks the user to type their number, since a click alone is too easy. */
const maxWithoutTyping = 100;
const maxNamed = 10;

interface BulkQuestionProps {
  readonly meta: AdminCollectionMeta;
  readonly action: BulkAction;
  readonly targets: BulkTargets;
  /**
   * How many documents were deleted before new ones matched; null where the dialog asks for the first time.
   */
  readonly deletedBefore: number | null;
  readonly onCancel: () => void;
  /** Called with the confirmed documents; null where they were not read for the question. */
  readonly onConfirm: (agreed: readonly BulkItem[] | null) => void;
}

/** Asks before an action on many documents: shows which, how many, and the effects on other documents. */
export function BulkQuestion(props: BulkQuestionProps): ReactNode {
  const { meta, action, targets, deletedBefore, onCancel, onConfirm } = props;
  const t = useTexts(listTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const isDeletion = action === 'delete';
  const counted = useExactCount(meta, targets, !isDeletion);
  const { items, found, preview, error } = useDeletionPreview(meta, targets, isDeletion);
  const count = isDeletion ? items?.length : counted.count;
  const label = count === 1 ? meta.labels.singular : meta.labels.plural;
  const words = {
    publish: { title: t.bulkPublishTitle, text: t.bulkPublishText, label: t.publish },
    unpublish: { title: t.bulkUnpublishTitle, text: t.bulkUnpublishText, label: t.unpublish },
    delete:
      meta.trash === undefined
        ? { title: t.bulkDeleteTitle, text: t.bulkDeleteText, label: t.delete }
        : { title: t.bulkTrashTitle, text: t.bulkTrashText(meta.trash.days), label: t.moveToTrash },
  }[action];
  const asksNumber = isDeletion && count !== undefined && count > maxWithoutTyping;
  const isTyped = !asksNumber || typed.replace(/\D/g, '') === String(count);
  const isLooking = isDeletion && preview === undefined && count !== 0 && error === null;
  const problem = counted.error ?? error;
  return (
    <AlertDialog
      isOpen
      title={words.title(count === undefined ? '…' : formats.number(count), label)}
      description={words.text}
      action={words.label}
      isDanger={isDeletion}
      isBusy={isLooking || (count === undefined && problem === null)}
      disabled={!count || (!isTyped && t.bulkTypeFirst)}
      onCancel={onCancel}
      onConfirm={() => onConfirm(items ?? null)}
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
          <p role="status">{items === undefined ? t.bulkCollecting(formats.number(found)) : t.bulkLooking}</p>
          <Skeleton height="3rem" />
        </>
      )}
      {preview !== undefined && count !== undefined && (
        <Effects preview={preview} count={count} isToTrash={meta.trash !== undefined} />
      )}
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

interface Counted {
  readonly count: number | undefined;
  readonly error: unknown;
}

/** Counts exactly: a list may show an estimate, but a confirmation needs the true number. */
function useExactCount(meta: AdminCollectionMeta, targets: BulkTargets, isWanted: boolean): Counted {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['collection', meta.slug, 'count-exact', targets],
    queryFn: async ({ signal }) => {
      if ('items' in targets) return targets.items.length;
      const query = { ...targets.matching, limit: 0, count: 'exact' } as const;
      return (await api.collection(meta).find(query, { signal })).totalDocs;
    },
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  });
  return { count: 'items' in targets ? targets.items.length : data, error };
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
