import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta, AdminUploadMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { AdminDocumentAccess } from '../../../../runtime/codegen/admin-replies.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { segment } from '../../../../templates/sdk/methods.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { documentQuery, forgetCollection } from '../../api/queries.js';
import { useAskBeforeClosing } from '../../app/ask-before-closing.js';
import { documentTitle } from '../../documents/document-title.js';
import { createFormStore, isDirty } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import { mergeChanges } from '../../documents/merge.js';
import { contentOf } from '../../documents/stored-document.js';
import { patchBody } from '../../documents/write-body.js';
import { kindOfType } from '../../files/file-kind.js';
import { Preview } from '../../files/preview.js';
import { servedUrl, storedFile } from '../../files/stored-file.js';
import { fileTexts } from '../../files/texts.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { ErrorSummary } from '../error-summary.js';
import { FieldList } from '../field-view.js';
import { type FormContextValue, FormProvider, useForm } from '../form-context.js';
import { type FormProblem, useFormIssues } from '../use-form-issues.js';
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

/** Whether the requester may change the document; undefined while it is unknown. */
function useMayUpdate({ slug, can }: AdminCollectionMeta, id: string): boolean | undefined {
  const api = useApi();
  const { data, isError } = useQuery({
    queryKey: ['collection', slug, 'rights', id],
    queryFn: ({ signal }) =>
      api.call<AdminDocumentAccess>('GET', `admin/access/${slug}/${segment(id)}`, undefined, { signal }),
    enabled: can.update === 'row',
  });
  if (can.update !== 'row') return can.update;
  return isError ? false : data?.update;
}

/** What the dialog changes; the rest of the document is changed on its own page. */
const changedHere: ReadonlySet<string> = new Set(['filename', 'alt', 'focalX', 'focalY']);

interface FileFormProps extends Pick<FileDialogProps, 'meta' | 'opener' | 'onClose'> {
  readonly stored: Document;
}

function FileForm({ meta, stored, opener, onClose }: FileFormProps): ReactNode {
  const t = useTexts(fileTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const { widgetFor } = useForm();
  const formId = useId();
  const [known, setKnown] = useState(stored);
  const file = storedFile(known);
  const { url, width, height } = file;
  const isImage = kindOfType(file.mimeType) === 'image';
  const fields = useMemo(
    () => meta.fields.filter(({ name }) => changedHere.has(name) && (name !== 'alt' || isImage)),
    [meta, isImage],
  );
  const shown = fields.filter(({ name }) => name === 'filename' || name === 'alt');
  const [store] = useState(() => createFormStore(formValues(fields, contentOf(stored))));
  const issues = useFormIssues(store, fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useMemo(
    (): FormContextValue => ({
      kind: 'collection',
      store,
      formId,
      widgetFor,
      closed: null,
      slug: meta.slug,
      documentId: stored.id,
    }),
    [store, formId, widgetFor, meta, stored.id],
  );
  const saving = useMutation({
    mutationFn: async (draft: boolean) => {
      const { base, values } = store.state();
      const documents = api.collection(meta);
      const body = patchBody(fields, base, values);
      const condition = { ifMatch: known._revision };
      if (Object.keys(body).length > 0) await documents.update(stored.id, body, { ...condition, draft });
      else if (!draft && known._status === 'draft') await documents.publish(stored.id, {}, condition);
    },
    onSuccess: async (_answer, draft) => {
      await forgetCollection(queries, meta.slug);
      notify({ kind: 'success', text: draft ? t.detailsInDraft : t.detailsSaved });
      onClose();
    },
    onError: async (error) => {
      setProblem(issues.show(error));
      if (!isSvcError(error) || error.code !== 'CONFLICT') return;
      // Another user has changed it: the next try is based on that, with what was typed here.
      const newest = await api.collection(meta).findById(stored.id);
      const { base, values, unfinished } = store.state();
      const theirs = formValues(fields, contentOf(newest));
      store.reset(theirs, mergeChanges(fields, { base, mine: values, theirs }).values, unfinished);
      setKnown(newest);
    },
  });
  const save = (draft: boolean): void => {
    setProblem(null);
    if (issues.check(meta.drafts && !draft)) saving.mutate(draft);
  };
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
          <>
            {meta.drafts && meta.readDrafts && (
              <Button isBusy={saving.isPending && saving.variables} onClick={() => save(true)}>
                {t.detailsDraft}
              </Button>
            )}
            <Button
              variant="primary"
              isBusy={saving.isPending && !saving.variables}
              onClick={() => save(false)}
            >
              {meta.drafts ? t.detailsPublish : t.detailsSave}
            </Button>
          </>
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
