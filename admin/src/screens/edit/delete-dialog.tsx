import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../app/paths.js';
import type { DocumentMeta, DocumentSource } from '../../documents/document-source.js';
import { documentTitle } from '../../documents/document-title.js';
import { contentOf } from '../../documents/stored-document.js';
import { type Trashed, useTrashed } from '../../documents/trash/use-trashed.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { AlertDialog } from '../../ui/dialog.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { DeletionEffects } from './deletion-effects.js';
import { GoingOffline } from './going-offline.js';
import { editTexts } from './texts.js';
import type { EditorHandle } from './use-editor.js';

interface DeleteDialogProps {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly onClose: () => void;
}

/** Asks before a document is deleted, or explains that other documents prevent its deletion. */
export function DeleteDialog({ source, editor, onClose }: DeleteDialogProps): ReactNode {
  const t = useTexts(editTexts);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const { meta } = source;
  const trash = meta.kind === 'collection' ? meta.trash : undefined;
  const notifyRemoved = useRemoved(meta);
  const { document, store } = editor;
  const title =
    meta.kind === 'collection' ? (documentTitle(meta, contentOf(document)) ?? document.id) : meta.label;
  const effects = useQuery({
    queryKey: [...source.queryKey, 'references', document._revision],
    queryFn: ({ signal }) => source.references(signal),
    staleTime: 0,
  });
  const lost = {
    none: t.deleteText,
    drafts: t.deleteTextDrafts,
    history: t.deleteTextHistory,
    both: t.deleteTextBoth,
  }[meta.drafts ? (meta.versions ? 'both' : 'drafts') : meta.versions ? 'history' : 'none'];
  const isForbidden = effects.data?.deletable === false;
  // The form is clean by now, so that leaving the screen does not ask about unsaved changes.
  useEffect(() => {
    if (!isGone) return;
    navigate(paths.collection(meta.slug), { replace: true });
    queries.removeQueries({ queryKey: source.queryKey });
    void source.forget(queries);
  }, [isGone, navigate, queries, source, meta.slug]);
  const remove = async (): Promise<void> => {
    setIsBusy(true);
    setError(null);
    try {
      await source.remove?.({ ifMatch: document._revision });
      store.reset(store.state().base);
      notifyRemoved({ id: document.id, title });
      setIsGone(true);
    } catch (cause) {
      setError(cause);
      setIsBusy(false);
    }
  };
  return (
    <AlertDialog
      isOpen
      isDanger
      title={trash === undefined ? t.deleteTitle(title) : t.trashTitle(title)}
      description={trash === undefined ? lost : t.trashText(trash.days)}
      action={trash === undefined ? t.delete : t.moveToTrash}
      isBusy={isBusy || effects.isPending}
      disabled={isForbidden && t.deleteForbidden}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      {effects.isPending && <Skeleton height="3rem" />}
      {effects.data && <DeletionEffects effects={effects.data} isToTrash={trash !== undefined} />}
      {trash !== undefined && effects.data?.deletable === true && (
        <GoingOffline source={source} document={document} effects={effects.data} />
      )}
      {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
    </AlertDialog>
  );
}

/** Says that a document is deleted; where there is a trash, with a button that brings it back. */
function useRemoved(meta: DocumentMeta): (document: Trashed) => void {
  const t = useTexts(editTexts);
  const { notify } = useNotifier();
  const notifyTrashed = useTrashed(meta);
  return (document) => {
    if (meta.kind === 'collection' && meta.trash !== undefined) notifyTrashed([document]);
    else notify({ kind: 'success', text: t.deleted(document.title) });
  };
}
