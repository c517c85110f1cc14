import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { valueAt } from '../../../documents/path.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { listTexts } from '../texts.js';
import type { BulkEdit, BulkWork } from './bulk-work.js';
import { changedLeaves } from './edit-body.js';
import { type ChangeMode, modeOfValue } from './field-change.js';

interface BulkWords {
  /** The question. */
  readonly title: string;
  readonly text: string;
  /** Of the button that begins the work, and the title of its report. */
  readonly label: string;
}

/** Returns a function that puts work on a number of documents into words. */
export function useBulkWords(
  meta: AdminCollectionMeta,
): (work: BulkWork, count: number | undefined) => BulkWords {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const { trash, drafts, fields, labels } = meta;
  const editText = ({ data, isDraft }: BulkEdit): string => {
    const leaves = changedLeaves(fields, data);
    const changed = (mode: ChangeMode, text: (names: string) => string): string => {
      const own = leaves.filter(({ field, path }) => modeOfValue(field, valueAt(data, path)) === mode);
      return own.length === 0 ? '' : text(formats.list(own.map(({ labels: names }) => names.join(' › '))));
    };
    return [
      changed('set', t.bulkEditText),
      changed('add', t.bulkEditAdds),
      changed('remove', t.bulkEditRemoves),
      changed('increase', t.bulkEditIncreases),
      drafts && (isDraft ? t.bulkEditDraft : t.bulkEditLive),
    ]
      .filter(Boolean)
      .join(' ');
  };
  return (work, count) => {
    const number = count === undefined ? '…' : formats.number(count);
    const label = count === 1 ? labels.singular : labels.plural;
    switch (work.action) {
      case 'publish':
        return { title: t.bulkPublishTitle(number, label), text: t.bulkPublishText, label: t.publish };
      case 'unpublish':
        return { title: t.bulkUnpublishTitle(number, label), text: t.bulkUnpublishText, label: t.unpublish };
      case 'delete':
        return trash === undefined
          ? { title: t.bulkDeleteTitle(number, label), text: t.bulkDeleteText, label: t.delete }
          : {
              ...{ title: t.bulkTrashTitle(number, label), label: t.moveToTrash },
              text: t.bulkTrashText(trash.days),
            };
      case 'edit':
        return { title: t.bulkEditTitle(number, label), text: editText(work), label: t.edit };
      case 'schedule':
        return {
          ...{ title: t.bulkScheduleTitle(number, label), label: t.schedule },
          text: t.bulkScheduleText(formats.longDateTime(work.publishAt)),
        };
      case 'duplicate':
        return {
          ...{ title: t.bulkDuplicateTitle(number, label), label: t.duplicate },
          text: drafts ? t.bulkDuplicateDrafts : t.bulkDuplicateText,
        };
    }
  };
}
