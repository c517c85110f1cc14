import { lazy, type ReactNode, Suspense } from 'react';
import { useAction } from '../../../accounts/use-action.js';
import { useApi } from '../../../api/api-context.js';
import { useRoleLabel } from '../../../app/use-role-label.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { useCopy } from '../../../ui/copy-button.js';
import { AlertDialog } from '../../../ui/dialog.js';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.js';
import { viewsTexts } from './texts.js';
import type { Views } from './use-views.js';
import { addressOf, isChanged, queryOf, type ViewedList } from './view-state.js';
import { ViewTabs } from './view-tabs.js';
import { type SavedView, viewsKeyOf } from './views-query.js';
import './views.css';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.js')).ViewDialog }));

/** A view that is edited or deleted, or the list that becomes one. */
export type ViewTask = 'create' | { readonly edited: SavedView } | { readonly deleted: SavedView };

interface ViewControlsProps {
  readonly slug: string;
  readonly views: Views;
  readonly shown: ViewedList;
  readonly onTask: (task: ViewTask) => void;
}

/** The tabs of the views; where the list differs from its view, with the way to save it. */
export function ViewBar({ slug, views, shown, onTask }: ViewControlsProps): ReactNode {
  const t = useTexts(viewsTexts);
  const { save, isBusy } = useViewChange(slug);
  const { current } = views;
  const differs = isChanged(current?.query ?? {}, shown);
  return (
    <ViewTabs views={views}>
      {differs && (
        <>
          {current?.isOwn && (
            <Button
              size="small"
              isBusy={isBusy}
              onClick={() => save({ view: current, change: { query: queryOf(shown) } })}
            >
              {t.save}
            </Button>
          )}
          <Button size="small" variant="ghost" onClick={() => onTask('create')}>
            {t.saveAs}
          </Button>
        </>
      )}
    </ViewTabs>
  );
}

/** The menu of the view that is shown. */
export function ViewMenu({ slug, views, shown, onTask }: ViewControlsProps): ReactNode {
  const t = useTexts(viewsTexts);
  const copy = useCopy();
  const { save } = useViewChange(slug);
  const { current } = views;
  const own = current?.isOwn ? current : null;
  return (
    <Menu
      trigger={
        <Button icon="bookmark" variant="ghost" className="list-tool">
          {t.views}
        </Button>
      }
    >
      {own !== null && isChanged(own.query, shown) && (
        <MenuItem icon="check" onSelect={() => save({ view: own, change: { query: queryOf(shown) } })}>
          {t.save}
        </MenuItem>
      )}
      <MenuItem icon="add" onSelect={() => onTask('create')}>
        {own === null ? t.saveView : t.saveAs}
      </MenuItem>
      {own !== null && (
        <>
          <MenuItem icon="edit" onSelect={() => onTask({ edited: own })}>
            {t.edit}
          </MenuItem>
          <MenuItem icon="star" onSelect={() => save({ view: own, change: { isDefault: !own.isDefault } })}>
            {own.isDefault ? t.noDefault : t.makeDefault}
          </MenuItem>
          <MenuItem icon="trash" isDanger onSelect={() => onTask({ deleted: own })}>
            {t.delete}
          </MenuItem>
        </>
      )}
      <MenuLine />
      <MenuItem icon="link" onSelect={() => void copy(location.href)}>
        {t.copyLink}
      </MenuItem>
    </Menu>
  );
}

interface ViewTaskProps extends Omit<ViewControlsProps, 'onTask'> {
  readonly task: ViewTask | null;
  readonly onOpen: (search: string) => void;
  readonly onClose: () => void;
}

/** The dialog of a task. */
export function ViewTaskDialog({ slug, views, shown, task, onOpen, onClose }: ViewTaskProps): ReactNode {
  if (task === null) return null;
  if (task !== 'create' && 'deleted' in task)
    return (
      <DeleteView
        slug={slug}
        view={task.deleted}
        onClose={onClose}
        onDone={() => onOpen(views.plainAddress)}
      />
    );
  return (
    <Suspense>
      <ViewDialog
        slug={slug}
        view={task === 'create' ? null : task.edited}
        query={queryOf(shown)}
        onClose={onClose}
        onSaved={(view) => {
          if (task === 'create') onOpen(addressOf(view));
        }}
      />
    </Suspense>
  );
}

interface DeleteViewProps {
  readonly slug: string;
  readonly view: SavedView;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function DeleteView({ slug, view, onDone, onClose }: DeleteViewProps): ReactNode {
  const t = useTexts(viewsTexts);
  const api = useApi();
  const formats = useFormats();
  const roleLabel = useRoleLabel();
  const remove = useAction({
    call: () => api.call('DELETE', `svc/views/${view.id}`),
    done: t.deleted(view.name),
    forget: [viewsKeyOf(slug)],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <AlertDialog
      isOpen
      isDanger
      title={t.deleteTitle(view.name)}
      description={
        view.roles.length === 0 ? t.deleteText : t.deleteShared(formats.list(view.roles.map(roleLabel)))
      }
      action={t.delete.replace(' …', '')}
      isBusy={remove.isBusy}
      onConfirm={() => remove.run()}
      onCancel={onClose}
    />
  );
}

interface ViewChange {
  readonly view: SavedView;
  readonly change: Partial<Pick<SavedView, 'query' | 'isDefault'>>;
}

function useViewChange(slug: string): {
  readonly save: (change: ViewChange) => void;
  readonly isBusy: boolean;
} {
  const t = useTexts(viewsTexts);
  const api = useApi();
  const { run, isBusy } = useAction<ViewChange>({
    call: ({ view, change }) => api.call('PATCH', `svc/views/${view.id}`, change),
    done: (_answer, { view }) => t.saved(view.name),
    forget: [viewsKeyOf(slug)],
  });
  return { save: run, isBusy };
}
