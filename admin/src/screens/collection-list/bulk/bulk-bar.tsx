import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useOwnActions } from '../../../app/extension/use-own-actions.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import type { ListCount } from '../list-data.js';
import type { Selection } from '../selection.js';
import { listTexts } from '../texts.js';
import { BulkDialog } from './bulk-dialog.js';
import type { BulkTargets } from './bulk-run.js';
import type { BulkWork } from './bulk-work.js';
import { editableLeaves } from './editable-leaves.js';
import { useTargetDocuments } from './target-documents.js';

const EditMany = lazy(async () => ({ default: (await import('./edit-many.js')).EditMany }));
const ScheduleMany = lazy(async () => ({ default: (await import('./schedule-many.js')).ScheduleMany }));

interface BulkBarProps {
  readonly meta: AdminCollectionMeta;
  readonly selection: Selection;
  readonly targets: BulkTargets;
  readonly count: ListCount | undefined;
  /** The whole page is selected, and there are further pages. */
  readonly canSelectMore: boolean;
  /** Exports the selected documents. */
  readonly onExport: () => void;
  /** More actions of the collection. */
  readonly children?: ReactNode;
}

/**
 * Actions for the selected documents. The bar is above the pagination, which leads to more rows to select.
 * When it appears, the scrolling table gets shorter and no row moves.
 */
export function BulkBar(props: BulkBarProps): ReactNode {
  const { meta, selection, targets, count, canSelectMore, onExport, children } = props;
  const t = useTexts(listTexts);
  const [work, setWork] = useState<BulkWork | null>(null);
  const [asked, setAsked] = useState<'edit' | 'schedule' | null>(null);
  const chosen = !selection.isAllMatching
    ? t.selected(selection.ids.size)
    : count === undefined
      ? t.allMatching
      : count.isExact
        ? t.selected(count.count)
        : t.selectedAbout(count.count);
  const begin = (next: BulkWork): void => {
    setAsked(null);
    setWork(next);
  };
  const own = useOwnActions(meta.slug, 'selection', useTargetDocuments(meta, targets));
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
              <Button size="small" onClick={() => setWork({ action: 'publish' })}>
                {t.publish}
              </Button>
              <Button size="small" onClick={() => setWork({ action: 'unpublish' })}>
                {t.unpublish}
              </Button>
            </>
          )}
          {own.items.map(({ action, label, isRunning }) => (
            <Button
              key={action.name}
              size="small"
              icon={action.icon ?? 'document'}
              isBusy={isRunning}
              onClick={() => own.start(action, label)}
            >
              {label}
            </Button>
          ))}
          {canEditMany(meta) && (
            <Button size="small" icon="edit" onClick={() => setAsked('edit')}>
              {t.editMany}
            </Button>
          )}
          <Menu trigger={<IconButton size="small" variant="secondary" icon="more" label={t.moreActions} />}>
            {drafts && can.update !== false && (
              <MenuItem icon="clock" onSelect={() => setAsked('schedule')}>
                {t.scheduleMany}
              </MenuItem>
            )}
            {can.create !== false && meta.upload === undefined && meta.slug !== 'users' && (
              <MenuItem icon="copy" onSelect={() => setWork({ action: 'duplicate' })}>
                {t.duplicate}
              </MenuItem>
            )}
            <MenuItem icon="download" onSelect={onExport}>
              {t.exportSelected}
            </MenuItem>
          </Menu>
          {can.delete !== false && (
            <Button
              size="small"
              variant="danger-quiet"
              icon="trash"
              onClick={() => setWork({ action: 'delete' })}
            >
              {meta.trash === undefined ? t.delete : t.moveToTrash}
            </Button>
          )}
          <IconButton size="small" icon="close" label={t.clearSelection} onClick={selection.clear} />
        </section>
      )}
      {own.question}
      {asked !== null && (
        <Suspense>
          {asked === 'edit' ? (
            <EditMany meta={meta} chosen={chosen} onClose={() => setAsked(null)} onChosen={begin} />
          ) : (
            <ScheduleMany chosen={chosen} onClose={() => setAsked(null)} onChosen={begin} />
          )}
        </Suspense>
      )}
      {work !== null && (
        <BulkDialog
          meta={meta}
          work={work}
          targets={targets}
          onClose={(isFinished) => {
            setWork(null);
            if (isFinished) selection.clear();
          }}
        />
      )}
    </>
  );
}

/** Whether there are fields that many documents can get at once. */
function canEditMany({ slug, can, fields }: AdminCollectionMeta): boolean {
  return slug !== 'users' && can.update !== false && editableLeaves(fields).length > 0;
}
