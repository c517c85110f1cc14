import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { listTexts } from '../texts.js';
import type { BulkItem } from './bulk-run.js';
import { canUndo, isUndoable, maxUndoable } from './bulk-undo.js';
import type { BulkWork } from './bulk-work.js';

interface UndoNoteProps {
  readonly meta: AdminCollectionMeta;
  readonly work: BulkWork;
  readonly items: readonly BulkItem[];
}

/** Tells before the work what of it can be undone. A deletion has texts of its own. */
export function UndoNote({ meta, work, items }: UndoNoteProps): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  if (work.action === 'delete' || items.length === 0) return null;
  return <p className="bulk-hint">{text()}</p>;

  function text(): string {
    if (work.action === 'schedule') return t.bulkUndoSchedule;
    if (work.action === 'duplicate') return t.bulkUndoCopies;
    if (!canUndo(meta, work)) return t.bulkUndoNever;
    if (items.length > maxUndoable) return t.bulkUndoTooMany(formats.number(maxUndoable));
    const lost = items.filter((item) => !isUndoable(work, item)).length;
    if (lost === 0) return t.bulkUndoAll;
    const why = work.action === 'publish' ? t.bulkUndoReplaced(lost) : t.bulkUndoMerged(lost);
    return [why, meta.versions && t.bulkUndoHistory].filter(Boolean).join(' ');
  }
}
