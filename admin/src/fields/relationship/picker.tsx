import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import type { Document, Where } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { documentTitle, titleFilter } from '../../documents/document-title.js';
import { type Reference, referenceKey } from '../../documents/reference.js';
import { contentOf } from '../../documents/stored-document.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Drawer } from '../../ui/drawer.js';
import { Icon } from '../../ui/icon.js';
import { SearchInput, Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { CreateDialog } from './create-dialog.js';
import { DroppedFiles } from './dropped-files.js';
import { type Chosen, conditionsOf, PickerFilters } from './picker-filters.js';
import { relationshipTexts } from './texts.js';
import { titleSelect } from './use-targets.js';

const pageSize = 20;
/** In milliseconds: long enough not to search for a text that is still being typed. */
const typingPause = 250;

interface PickerProps {
  readonly field: AdminFieldMeta;
  readonly chosen: readonly Reference[];
  readonly onClose: () => void;
  readonly onChange: (chosen: readonly Reference[]) => void;
}

/** Finds documents by title, one page at a time, for any number of documents. */
export function Picker({ field, chosen, onClose, onChange }: PickerProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const { collections } = useMeta();
  const targets = collections.filter(({ slug, can }) => field.to?.includes(slug) && can.read !== false);
  const [slug, setSlug] = useState(targets[0]?.slug ?? '');
  const [search, setSearch] = useState('');
  const [filters, setFilters] = useState<Chosen>({});
  const [isCreating, setIsCreating] = useState(false);
  const listId = useId();
  const meta = targets.find((target) => target.slug === slug);
  if (meta === undefined) return null;
  const isMany = field.hasMany === true;
  const isFull = isMany && chosen.length >= (field.maxRows ?? Infinity);
  const toggle = (id: string): void => {
    const picked: Reference = { collection: meta.slug, id };
    const key = referenceKey(picked);
    if (!isMany) onChange([picked]);
    else if (chosen.some((each) => referenceKey(each) === key)) {
      onChange(chosen.filter((each) => referenceKey(each) !== key));
    } else if (!isFull) onChange([...chosen, picked]);
  };
  return (
    <>
      {!isCreating && (
        <Drawer
          size="wide"
          onClose={onClose}
          title={t.pickTitle(field.label)}
          actions={
            <>
              {/* Users need a password or an invitation: they have their own screens. */}
              {meta.can.create !== false && meta.slug !== 'users' && (
                <Button icon="add" onClick={() => setIsCreating(true)}>
                  {t.create(meta.labels.singular)}
                </Button>
              )}
              {isMany && (
                <Button variant="primary" onClick={onClose}>
                  {t.done(chosen.length)}
                </Button>
              )}
            </>
          }
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move through the results, each of which is a button. */}
          <div className="picker" onKeyDown={walk}>
            {targets.length > 1 && (
              <Select
                aria-label={t.collection}
                value={slug}
                onChange={(event) => {
                  setSlug(event.currentTarget.value);
                  setFilters({});
                }}
              >
                {targets.map((target) => (
                  <option key={target.slug} value={target.slug}>
                    {target.labels.plural}
                  </option>
                ))}
              </Select>
            )}
            <SearchInput
              aria-label={t.search(meta.labels.plural)}
              aria-controls={listId}
              placeholder={t.search(meta.labels.plural)}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <PickerFilters meta={meta} chosen={filters} onChange={setFilters} />
            <DroppedFiles
              meta={meta}
              mimeTypes={field.mimeTypes}
              folder={filters['folder']}
              isMany={isMany}
              onStored={toggle}
            >
              <Results
                key={slug}
                id={listId}
                meta={meta}
                search={search}
                filters={filters}
                chosen={chosen}
                isMany={isMany}
                mimeTypes={field.mimeTypes}
                onToggle={toggle}
              />
            </DroppedFiles>
          </div>
        </Drawer>
      )}
      {isCreating && (
        <CreateDialog
          meta={meta}
          mimeTypes={field.mimeTypes}
          onClose={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false);
            toggle(id);
          }}
        />
      )}
    </>
  );
}

interface ResultsProps {
  readonly id: string;
  readonly meta: AdminCollectionMeta;
  readonly search: string;
  readonly filters: Chosen;
  readonly chosen: readonly Reference[];
  readonly isMany: boolean;
  /** Types of the files that may be chosen; all if undefined. */
  readonly mimeTypes: readonly string[] | undefined;
  readonly onToggle: (id: string) => void;
}

function Results(props: ResultsProps): ReactNode {
  const { id, meta, search, filters, chosen, isMany, mimeTypes, onToggle } = props;
  const t = useTexts(relationshipTexts);
  const api = useApi();
  const errorText = useErrorText();
  const sought = usePaused(search);
  const titled = titleFilter(meta, sought);
  const typed = mimeTypes === undefined ? null : { mimeType: { in: mimeTypes } };
  const narrowed = conditionsOf(meta, filters);
  const parts: readonly Where[] = [...[titled, typed].filter((part) => part !== null), ...narrowed];
  const pages = useInfiniteQuery({
    queryKey: ['collection', meta.slug, 'picker', sought, mimeTypes ?? null, filters],
    queryFn: ({ signal, pageParam }) =>
      api.collection(meta).find(
        {
          cursor: pageParam,
          limit: pageSize,
          select: titleSelect(meta),
          ...(parts.length > 0 && { where: { AND: parts } }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const documents = pages.data?.pages.flatMap(({ docs }) => docs) ?? [];
  if (pages.error !== null) return <Notice kind="danger">{errorText(pages.error)}</Notice>;
  return (
    <div id={id} className="picker-results" aria-busy={pages.isFetching} aria-live="polite">
      {pages.isPending && <p className="picker-state">{t.loading}</p>}
      {pages.isSuccess && documents.length === 0 && (
        <p className="picker-state">
          {sought.trim() === '' && narrowed.length === 0 ? t.empty(meta.labels.plural) : t.noMatch(sought)}
        </p>
      )}
      <ul className={meta.upload === undefined ? 'picker-list' : 'picker-list picker-grid'}>
        {documents.map((document) => (
          <li key={document.id}>
            <Result
              meta={meta}
              document={document}
              isMany={isMany}
              isChosen={chosen.some((each) => each.id === document.id && each.collection === meta.slug)}
              onToggle={() => onToggle(document.id)}
            />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          variant="ghost"
          size="small"
          isBusy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
    </div>
  );
}

interface ResultProps {
  readonly meta: AdminCollectionMeta;
  readonly document: Document;
  readonly isMany: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Result({ meta, document, isMany, isChosen, onToggle }: ResultProps): ReactNode {
  const title = documentTitle(meta, contentOf(document));
  return (
    <button
      type="button"
      className="picker-result"
      aria-pressed={isMany ? isChosen : undefined}
      onClick={onToggle}
    >
      <span className="picker-check">{isChosen && <Icon name="check" />}</span>
      {meta.upload !== undefined && <FileThumbnail document={document} pixels={160} />}
      <span className={title === null ? 'target-id' : 'target-title'}>{title ?? document.id}</span>
      {document._status === 'draft' && <StatusBadge status="draft" />}
    </button>
  );
}

/** Arrow keys move from the search into the results and through them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.target instanceof HTMLSelectElement) return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], .picker-result'),
  ];
  const here = stops.indexOf(event.target as HTMLElement);
  const next = stops[here + (event.key === 'ArrowDown' ? 1 : -1)];
  if (here < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Returns the text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
