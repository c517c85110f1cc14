import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { AdminCollectionMeta, AdminUploadMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { documentQuery } from '../../api/queries.js';
import { useAskBeforeClosing } from '../../app/ask-before-closing.js';
import { documentTitle } from '../../documents/document-title.js';
import { isDirty } from '../../documents/form-store.js';
import { contentOf } from '../../documents/stored-document.js';
import { kindOfType } from '../../files/file-kind.js';
import { Preview } from '../../files/preview.js';
import { servedUrl, storedFile } from '../../files/stored-file.js';
import { fileTexts } from '../../files/texts.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { ErrorSummary } from '../error-summary.js';
import { FieldList } from '../field-view.js';
import { FormProvider } from '../form-context.js';
import { SaveButtons } from '../save-buttons.js';
import { useDocumentChanges } from '../use-document-changes.js';
import { useMayUpdate } from '../use-may-update.js';
import { FocalPoint } from './focal-point.js';

interface FileDialogProps {
  readonly meta: AdminCollectionMeta & { readonly upload: AdminUploadMeta };
  readonly id: string;
  /** The button that opened it. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Changes what is known of a file, without leaving the document that refers to it. */
export function FileDialog({ meta, id, opener, onClose }: FileDialogProps): ReactNode {
  const t = useTexts(fileTexts);
  const api = useApi();
  const errorText = useErrorText();
  const document = useQuery(documentQuery(api, meta, id));
  const mayUpdate = useMayUpdate(meta, id);
  if (document.data !== undefined && mayUpdate === true) {
    return <FileForm meta={meta} stored={document.data} opener={opener} onClose={onClose} />;
  }
  return (
    <Dialog isOpen isWide opener={opener} onClose={onClose} title={t.editDetails}>
      {document.isError ? (
        <Notice kind="danger">{errorText(document.error)}</Notice>
      ) : mayUpdate === false ? (
        <Notice>{t.mayNotEdit}</Notice>
      ) : (
        <Skeleton height="16rem" />
      )}
    </Dialog>
  );
}

/** What the dialog changes; the rest of the document is changed on its own page. */
const changedHere: ReadonlySet<string> = new Set(['filename', 'alt', 'focalX', 'focalY']);

interface FileFormProps extends Pick<FileDialogProps, 'meta' | 'opener' | 'onClose'> {
  readonly stored: Document;
}

function FileForm({ meta, stored, opener, onClose }: FileFormProps): ReactNode {
  const t = useTexts(fileTexts);
  const { notify } = useNotifier();
  const isImage = kindOfType(storedFile(stored).mimeType) === 'image';
  const fields = useMemo(
    () => meta.fields.filter(({ name }) => changedHere.has(name) && (name !== 'alt' || isImage)),
    [meta, isImage],
  );
  const shown = fields.filter(({ name }) => name === 'filename' || name === 'alt');
  const { known, store, form, problem, saving, save } = useDocumentChanges({
    ...{ meta, stored, fields, closed: null },
    onSaved(draft) {
      notify({ kind: 'success', text: draft ? t.detailsInDraft : t.detailsSaved });
      onClose();
    },
  });
  const file = storedFile(known);
  const { url, width, height } = file;
  const { close, question } = useAskBeforeClosing(() => isDirty(store.state()), onClose);
  const canFocus = fields.some(({ name, canUpdate }) => name === 'focalX' && canUpdate) && url !== null;
  return (
    <>
      <Dialog
        isOpen
        isWide
        opener={opener}
        onClose={close}
        title={t.editDetailsOf(documentTitle(meta, contentOf(known)) ?? file.filename)}
        actions={
          <SaveButtons
            saving={saving}
            onSave={save}
            draftText={meta.drafts && meta.readDrafts ? t.detailsDraft : null}
            text={meta.drafts ? t.detailsPublish : t.detailsSave}
          />
        }
      >
        <FormProvider value={form}>
          <ErrorSummary problem={problem} />
          {canFocus && width !== null && height !== null ? (
            <FocalPoint upload={meta.upload} file={{ ...file, width, height }} />
          ) : (
            <Preview file={file} served={url === null ? null : servedUrl(url, meta.slug, stored.id)} />
          )}
          <FieldList fields={shown} path={[]} />
        </FormProvider>
      </Dialog>
      {question}
    </>
  );
}
