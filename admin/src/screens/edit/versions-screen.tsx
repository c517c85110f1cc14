import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { AdminVersionNotes } from '../../../../runtime/codegen/admin-replies.js';
import { useApi } from '../../api/api-context.js';
import type { Document, Version } from '../../api/documents.js';
import { useCollectionMeta, useGlobalMeta } from '../../api/meta-context.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import type { ScreenProps } from '../../app/route.js';
import { collectionSource, type DocumentSource, globalSource } from '../../documents/document-source.js';
import { documentTitle } from '../../documents/document-title.js';
import { formValues } from '../../documents/form-values.js';
import { isSame } from '../../documents/same.js';
import { contentOf } from '../../documents/stored-document.js';
import { comparedFields } from '../../files/file-change.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { AlertDialog } from '../../ui/dialog.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState, ErrorState, LoadingScreen, Notice } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { useNotifier } from '../../ui/toast.js';
import { DocumentDiff } from './diff/document-diff.js';
import { editTexts } from './texts.js';
import { documentStateQuery, rightsQuery } from './use-document-state.js';
import { useVersionNotes } from './use-version-notes.js';
import { VersionAuthor } from './version-author.js';
import { VersionNotes } from './version-notes.js';
import './versions.css';

export function VersionsScreen({ params }: ScreenProps<'slug' | 'id'>): ReactNode {
  const api = useApi();
  const meta = useCollectionMeta(params.slug);
  if (meta === undefined || !meta.versions) return <NotFoundScreen />;
  return <History source={collectionSource(api, meta, params.id)} />;
}

export function GlobalVersionsScreen({ params }: ScreenProps<'slug'>): ReactNode {
  const api = useApi();
  const meta = useGlobalMeta(params.slug);
  if (meta === undefined || !meta.versions) return <NotFoundScreen />;
  return <History source={globalSource(api, meta)} />;
}

/** Lists the stored versions, shows their differences, and restores one. */
function History({ source }: { readonly source: DocumentSource }): ReactNode {
  const t = useTexts(editTexts);
  const { meta } = source;
  const [page, setPage] = useState(1);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const document = useQuery(documentStateQuery(source));
  const rights = useQuery(rightsQuery(source));
  const versions = useQuery({
    queryKey: [...source.queryKey, 'versions', page],
    queryFn: ({ signal }) => source.versions(page, signal),
    placeholderData: keepPreviousData,
  });
  const notes = useVersionNotes(source, page);
  const error = document.error ?? versions.error ?? rights.error;
  if (error !== null) {
    const retry = (): void => void Promise.all([document.refetch(), versions.refetch(), rights.refetch()]);
    return <ErrorState error={error} onRetry={retry} />;
  }
  if (document.data === undefined || versions.data === undefined || rights.data === undefined)
    return <LoadingScreen />;
  const title =
    meta.kind === 'global' ? meta.label : (documentTitle(meta, contentOf(document.data)) ?? source.id);
  const { docs, totalPages = 1, hasNextPage } = versions.data;
  const labelOf = (id: string): string | undefined =>
    notes?.labels.find(({ version }) => version === id)?.label;
  const chosen = docs.find(({ id }) => id === chosenId) ?? docs[0];
  const crumbs = [
    ...(meta.kind === 'collection' ? [{ label: meta.labels.plural, to: paths.collection(meta.slug) }] : []),
    { label: title, to: source.path },
  ];
  return (
    <Page title={t.historyTitle} crumbs={crumbs}>
      {chosen === undefined ? (
        <EmptyState icon="history" title={t.historyNone} text={t.historyNoneText} />
      ) : (
        <div className="versions">
          <nav className="versions-list" aria-label={t.historyTitle}>
            <ol>
              {docs.map((version) => (
                <li key={version.id}>
                  <VersionButton
                    version={version}
                    label={labelOf(version.id)}
                    isChosen={version.id === chosen.id}
                    onChoose={() => setChosenId(version.id)}
                  />
                </li>
              ))}
            </ol>
            {totalPages > 1 && (
              <Pagination
                page={page}
                pages={totalPages}
                hasNext={hasNextPage}
                onPage={(next) => {
                  setChosenId(null);
                  setPage(next);
                }}
              />
            )}
          </nav>
          <ChosenVersion
            key={chosen.id}
            source={source}
            version={chosen}
            notes={notes}
            previous={docs[docs.indexOf(chosen) + 1]}
            document={document.data}
            mayRestore={rights.data.update}
          />
        </div>
      )}
    </Page>
  );
}

interface VersionButtonProps {
  readonly version: Version;
  readonly label: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function VersionButton({ version, label, isChosen, onChoose }: VersionButtonProps): ReactNode {
  return (
    <button type="button" className="version" aria-current={isChosen || undefined} onClick={onChoose}>
      <span className="version-time">
        <DateTime value={version.createdAt} style="seconds" />
      </span>
      {label !== undefined && <span className="version-label">{label}</span>}
      <span className="version-more">
        <StatusBadge status={version.status} />
        <VersionAuthor version={version} />
      </span>
    </button>
  );
}

interface ChosenVersionProps {
  readonly source: DocumentSource;
  readonly version: Version;
  /** Undefined where there are none. */
  readonly notes: AdminVersionNotes | undefined;
  /** The preceding version, where it is on the same page. */
  readonly previous: Version | undefined;
  readonly document: Document;
  readonly mayRestore: boolean;
}

type Against = 'now' | 'previous';

function ChosenVersion(props: ChosenVersionProps): ReactNode {
  const { source, version, notes, previous, document, mayRestore } = props;
  const t = useTexts(editTexts);
  const { fields } = source.meta;
  const own = contentOf(version.document);
  const isCurrent = isSame(formValues(fields, own), formValues(fields, contentOf(document)));
  // The current version equals the current state, so it is compared with the preceding version.
  const [against, setAgainst] = useState<Against>(() =>
    previous !== undefined && isCurrent ? 'previous' : 'now',
  );
  const [isAsking, setIsAsking] = useState(false);
  const other = against === 'previous' ? previous?.document : document;
  return (
    <section className="panel versions-diff" aria-labelledby="version-title">
      <div className="panel-body">
        <div className="versions-head">
          <h2 id="version-title">
            <DateTime value={version.createdAt} style="seconds" />
          </h2>
          {mayRestore && (
            <Button
              variant="primary"
              icon="undo"
              disabled={isCurrent && t.restoreNothing}
              onClick={() => setIsAsking(true)}
            >
              {t.restore}
            </Button>
          )}
        </div>
        <fieldset className="versions-against">
          <legend className="visually-hidden">{t.compareWith}</legend>
          {(['now', 'previous'] as const).map((each) => (
            <label key={each} className="versions-choice">
              <input
                type="radio"
                name="against"
                checked={against === each}
                disabled={each === 'previous' && previous === undefined}
                onChange={() => setAgainst(each)}
              />
              {each === 'now' ? t.compareNow : t.comparePrevious}
            </label>
          ))}
        </fieldset>
        <p className="diff-legend">{against === 'now' ? t.legendNow : t.legendPrevious}</p>
        {other !== undefined && (
          <DocumentDiff
            {...comparedFields(source.meta, contentOf(other), own)}
            before={contentOf(other)}
            after={own}
          />
        )}
        {notes !== undefined && <VersionNotes source={source} version={version.id} notes={notes} />}
      </div>
      {isAsking && (
        <RestoreDialog
          source={source}
          version={version}
          document={document}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

interface RestoreDialogProps {
  readonly source: DocumentSource;
  readonly version: Version;
  readonly document: Document;
  readonly onClose: () => void;
}

function RestoreDialog({ source, version, document, onClose }: RestoreDialogProps): ReactNode {
  const t = useTexts(editTexts);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const restore = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await source.restore(version.id, { ifMatch: document._revision });
      await source.forget(queries);
      notify({ kind: 'success', text: source.meta.drafts ? t.restoredDraft : t.restored });
      navigate(source.path);
    } catch (cause) {
      setError(cause);
      setIsBusy(false);
    }
  };
  return (
    <AlertDialog
      isOpen
      title={t.restoreTitle}
      description={source.meta.drafts ? t.restoreDraftText : t.restoreText}
      action={t.restore}
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => void restore()}
    >
      {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
    </AlertDialog>
  );
}
