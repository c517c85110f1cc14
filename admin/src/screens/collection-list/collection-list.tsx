import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { useHasOwnActions } from '../../app/extension/use-own-actions.js';
import { useIsNarrow } from '../../browser/narrow.js';
import { coverField, pictureField } from '../../files/picture-field.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { useAnnounced } from '../../ui/toast.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { targetsOf, useSeen } from './bulk/bulk-targets.js';
import { ColumnChooser } from './column-chooser.js';
import { columnsOf, listFields, searchedPaths, selectOf } from './columns.js';
import { ExportDialog } from './export/export-dialog.js';
import { FilterChips } from './filter/filter-chips.js';
import { FilterPanel } from './filter/filter-panel.js';
import { conditionsIn, treeOf } from './filter/filter-tree.js';
import { useFolders } from './library/folders/use-folders.js';
import { FolderBar, LibraryActions, LibraryGrid, LibraryTools, Uploads } from './library/lazy-parts.js';
import { hasOpenFolder, suggestedLook, typesOfKind } from './library/library-facts.js';
import { countQuery, useListPage } from './list-data.js';
import { EmptyList } from './list-empty.js';
import { ListFooter } from './list-footer.js';
import { isEverywhere, nextSort, printListState, whereInFolder, wholeWhere } from './list-state.js';
import { ListTable } from './list-table.js';
import { ListToolbar } from './list-toolbar.js';
import { LookSwitch } from './look-switch.js';
import { RelatedPictures } from './related-pictures.js';
import { ScheduledProvider } from './scheduled-context.js';
import { useSelection } from './selection.js';
import { listTexts } from './texts.js';
import { useListPlace } from './use-list-place.js';
import { useListState } from './use-list-state.js';
import { useViews } from './views/use-views.js';
import { ViewBar, ViewMenu, type ViewTask, ViewTaskDialog } from './views/view-controls.js';
import type { ViewedList } from './views/view-state.js';

interface CollectionListProps {
  readonly meta: AdminCollectionMeta;
  /** Files to upload, chosen above the list. */
  readonly chosen: readonly File[];
}

/** The content of the screen below its heading. */
export function CollectionList({ meta, chosen }: CollectionListProps): ReactNode {
  const t = useTexts(listTexts);
  const api = useApi();
  const { collections } = useMeta();
  const control = useListState();
  const { state, change, open } = control;
  const views = useViews(meta.slug, control);
  const [viewTask, setViewTask] = useState<ViewTask | null>(null);
  const [isFilterOpen, setIsFilterOpen] = useState(false);
  const [exported, setExported] = useState<'list' | 'selection' | null>(null);
  const fields = useMemo(() => listFields(meta, t), [meta, t]);
  const columns = useMemo(() => columnsOf(meta, fields, state.columns), [meta, fields, state.columns]);
  const words = meta.search !== undefined ? state.search.trim() || undefined : undefined;
  const searched = meta.search !== undefined ? [] : searchedPaths(meta, columns);
  const folders = useFolders(meta);
  const found = wholeWhere(state, searched, typesOfKind(meta, state.kind));
  const where = folders === null || isEverywhere(state) ? found : whereInFolder(found, state);
  const canMove = folders !== null && meta.can.update !== false && hasOpenFolder(meta);
  const look = state.look ?? (meta.upload === undefined ? 'table' : suggestedLook(meta.upload));
  const isNarrow = useIsNarrow();
  const sort = state.sort ?? (words === undefined ? meta.defaultSort : undefined);
  const targetOf = (slug: string): AdminCollectionMeta | undefined =>
    collections.find((each) => each.slug === slug);
  const isCards = isNarrow || look === 'grid';
  const hasCovers = look === 'grid' && meta.upload === undefined;
  const picture = meta.upload !== undefined ? undefined : (hasCovers ? coverField : pictureField)(meta);
  const select = selectOf(columns, meta, { targetOf, isSearched: words !== undefined, picture });
  const onSort = (path: string): void => change({ sort: nextSort(path, state.sort ?? meta.defaultSort) });

  const unused = state.unused && meta.upload !== undefined ? true : undefined;
  const list = useListPage(meta, {
    where,
    search: words,
    unused,
    sort,
    select,
    page: state.page,
    limit: state.limit,
  });
  const count = useQuery(countQuery(api, meta, { where, search: words, unused }));
  const isHeld = views?.isOpening === true;
  const docs = isHeld ? [] : (list.data?.docs ?? []);
  const ids = docs.map(({ id }) => id);
  const place = printListState(state);
  useListPlace(
    meta.slug,
    place,
    list.data === undefined || list.isPlaceholderData || isHeld
      ? null
      : {
          ...{ search: place, where, words, sort, unused, limit: state.limit, page: state.page },
          ...{ ids, hasNext: list.data.hasNextPage },
        },
  );
  const selection = useSelection(JSON.stringify([meta.slug, where, words, unused]));
  const seen = useSeen(docs, meta.useAsTitle);
  // For users of screen readers, who do not see the list change.
  useAnnounced(count.data?.isExact && !list.isFetching && !isHeld ? t.count(count.data.count) : null);

  const isFiltered = found !== undefined || words !== undefined || unused === true;
  const isEmpty = list.data !== undefined && docs.length === 0 && !isHeld;
  const clear = (): void => change({ where: null, search: '', kind: null, unused: false });
  const hasOwn = useHasOwnActions(meta.slug, 'selection');
  const canSelect =
    hasOwn ||
    meta.upload !== undefined ||
    meta.can.delete !== false ||
    (meta.drafts && meta.can.update !== false);
  const tree = treeOf(state.where, fields);
  const shown: ViewedList = {
    where: found,
    words,
    sort: state.sort,
    columns: state.columns,
    limit: state.limit,
  };
  const viewProps = views && { slug: meta.slug, views, shown, onTask: setViewTask };
  return (
    <div className="list-page">
      {viewProps !== null && viewProps.views.all.length > 0 && <ViewBar {...viewProps} />}
      <ListToolbar
        label={meta.labels.plural}
        search={meta.search !== undefined || searched.length > 0 ? state.search : null}
        onSearch={(search) => change({ search }, { quiet: true })}
        conditions={tree === null ? 1 : conditionsIn(tree).length}
        isFilterOpen={isFilterOpen}
        onFilter={() => setIsFilterOpen(!isFilterOpen)}
      >
        {meta.upload === undefined && (
          <LookSwitch look={look} onChange={(next) => change({ look: next, page: state.page })} />
        )}
        {meta.upload !== undefined && (
          <Suspense>
            <LibraryTools
              upload={meta.upload}
              canFindUnused={meta.can.update !== false}
              {...{ state, look }}
              onChange={change}
            />
          </Suspense>
        )}
        <ColumnChooser
          fields={fields}
          columns={columns}
          isChosen={state.columns !== null}
          onChange={(next) => change({ columns: next, page: state.page }, { quiet: true })}
        />
        {viewProps !== null && <ViewMenu {...viewProps} />}
        <Button icon="download" variant="ghost" className="list-tool" onClick={() => setExported('list')}>
          {t.export}
        </Button>
      </ListToolbar>
      <div id="list-filter" hidden={!isFilterOpen}>
        {isFilterOpen && (
          <FilterPanel
            fields={fields}
            where={state.where}
            onChange={(next) => change({ where: next }, { quiet: true })}
          />
        )}
      </div>
      {!isFilterOpen && (
        <FilterChips fields={fields} where={state.where} onChange={(next) => change({ where: next })} />
      )}
      {folders !== null && (
        <Suspense>
          <FolderBar
            {...{ meta, folders, canMove }}
            folder={state.folder}
            isEverywhere={isEverywhere(state)}
            onOpen={(folder) => change({ folder, search: '', where: null, kind: null, unused: false })}
            onMoved={selection.clear}
          />
        </Suspense>
      )}
      {meta.upload !== undefined && meta.can.create !== false && (
        <Suspense>
          <Uploads
            meta={meta}
            upload={meta.upload}
            chosen={chosen}
            folder={folders === null ? null : state.folder}
          />
        </Suspense>
      )}
      <ScheduledProvider meta={meta} ids={ids}>
        {isWordless(list.error) ? (
          <EmptyState icon="search" title={t.noWordsTitle} text={t.noWordsText} />
        ) : list.isError && list.data === undefined ? (
          <ErrorState error={list.error} title={t.loadFailed} onRetry={() => void list.refetch()} />
        ) : isEmpty ? (
          <EmptyList
            meta={meta}
            isFiltered={isFiltered}
            isFolder={folders !== null && state.folder !== null}
            page={state.page}
            onClear={clear}
            onFirst={() => change({ page: 1 })}
          />
        ) : look === 'grid' && meta.upload !== undefined ? (
          <Suspense>
            <LibraryGrid
              meta={meta}
              docs={docs}
              selection={canSelect ? selection : null}
              canMove={canMove}
              isStale={list.isPlaceholderData}
            />
          </Suspense>
        ) : (
          <RelatedPictures columns={columns} docs={docs}>
            <ListTable
              meta={meta}
              columns={columns}
              docs={docs}
              sort={sort ?? ''}
              onSort={onSort}
              selection={canSelect ? selection : null}
              loadingRows={list.data === undefined || isHeld ? Math.min(state.limit, 12) : 0}
              isStale={list.isPlaceholderData}
              isCards={isCards}
              hasCovers={hasCovers}
              picture={picture}
            />
          </RelatedPictures>
        )}
      </ScheduledProvider>
      {canSelect && (
        <BulkBar
          meta={meta}
          selection={selection}
          targets={targetsOf(selection, { where, search: words }, seen)}
          count={count.data}
          canSelectMore={
            // A bulk action finds its documents by their fields, which do not tell what refers to them.
            unused === undefined &&
            docs.every(({ id }) => selection.has(id)) &&
            (list.data?.hasNextPage === true || state.page > 1)
          }
          onExport={() => setExported('selection')}
        >
          {meta.upload !== undefined && (
            <Suspense>
              <LibraryActions
                meta={meta}
                folders={canMove ? folders : null}
                targets={targetsOf(selection, { where, search: words }, seen)}
                onMoved={selection.clear}
              />
            </Suspense>
          )}
        </BulkBar>
      )}
      <ListFooter
        state={state}
        count={count.data}
        hasNext={list.data?.hasNextPage ?? false}
        onPage={(page) => change({ page })}
        onLimit={(limit) => change({ limit })}
      />
      {exported !== null && (
        <ExportDialog
          meta={meta}
          where={where}
          search={words}
          unused={unused}
          ids={exported === 'list' || selection.isAllMatching ? null : [...selection.ids]}
          sort={sort}
          columns={columns}
          fields={fields}
          onClose={() => setExported(null)}
        />
      )}
      {viewProps !== null && (
        <ViewTaskDialog {...viewProps} task={viewTask} onOpen={open} onClose={() => setViewTask(null)} />
      )}
    </div>
  );
}

/** Whether the service finds no words in a search, or too many. */
function isWordless(error: unknown): boolean {
  return isSvcError(error) && error.details?.some(({ path }) => path === 'search') === true;
}
