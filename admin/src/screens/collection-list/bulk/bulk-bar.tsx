import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import type { ListCount } from '../list-data.js';
import type { Selection } from '../selection.js';
import { listTexts } from '../texts.js';
import type { BulkAction } from './bulk-act.js';
import { BulkDialog } from './bulk-dialog.js';
import type { BulkTargets } from './bulk-run.js';

interface BulkBarProps {
  readonly meta: AdminCollectionMeta;
  readonly selection: Selection;
  readonly targets: BulkTargets;
  readonly count: ListCount | undefined;
  /** The whole page is selected, and there are further pages. */
  readonly canSelectMore: boolean;
  /** More actions of the collection. */
  readonly children?: ReactNode;
}

/**
 * Actions for the selected documents. The bar is above the pagination, which leads to more rows to select.
 * When it appears, the scrolling table gets shorter and no row moves.
 */
export function BulkBar(props: BulkBarProps): ReactNode {
  const { meta, selection, targets, count, canSelectMore, children } = props;
  const t = useTexts(listTexts);
  const [action, setAction] = useState<BulkAction | null>(null);
  const chosen = !selection.isAllMatching
    ? t.selected(selection.ids.size)
    : count === undefined
      ? t.allMatching
      : count.isExact
        ? t.selected(count.count)
        : t.selectedAbout(count.count);
  const isOpen = !selection.isEmpty || selection.isAllMatching;
  const { drafts, can } = meta;
  return (
    <>
      {isOpen && (
        <section className="bulk-bar" aria-label={chosen}>
          <span className="bulk-count">{chosen}</span>
          {canSelectMore && !selection.isAllMatching && (
            <Button size="small" variant="ghost" onClick={selection.selectAllMatching}>
              {count?.isExact ? t.selectMatching(count.count) : t.selectAllMatching}
            </Button>
          )}
          <span className="bulk-space" />
          {children}
          {drafts && can.update !== false && (
            <>
              <Button size="small" onClick={() => setAction('publish')}>
                {t.publish}
              </Button>
              <Button size="small" onClick={() => setAction('unpublish')}>
                {t.unpublish}
              </Button>
            </>
          )}
          {can.delete !== false && (
            <Button size="small" variant="danger-quiet" icon="trash" onClick={() => setAction('delete')}>
              {meta.trash === undefined ? t.delete : t.moveToTrash}
            </Button>
          )}
          <IconButton size="small" icon="close" label={t.clearSelection} onClick={selection.clear} />
        </section>
      )}
      {action && (
        <BulkDialog
          meta={meta}
          action={action}
          targets={targets}
          onClose={(isFinished) => {
            setAction(null);
            if (isFinished) selection.clear();
          }}
        />
      )}
    </>
  );
}
