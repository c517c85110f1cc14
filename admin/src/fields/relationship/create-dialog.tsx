import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta, AdminUploadMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { forgetCollection } from '../../api/queries.js';
import { useAskBeforeClosing } from '../../app/ask-before-closing.js';
import { createFormStore, isDirty } from '../../documents/form-store.js';
import { initialValues } from '../../documents/form-values.js';
import { creationBody } from '../../documents/write-body.js';
import { useNewFile } from '../../files/use-new-file.js';
import { useTexts } from '../../i18n/language.js';
import { Drawer } from '../../ui/drawer.js';
import { Skeleton } from '../../ui/states.js';
import { ErrorSummary } from '../error-summary.js';
import { FieldList } from '../field-view.js';
import { FormProvider, useForm, useNewForm } from '../form-context.js';
import { DeeperHeadings } from '../group-heading.js';
import { SaveButtons } from '../save-buttons.js';
import { type FormProblem, useFormIssues } from '../use-form-issues.js';
import { relationshipTexts } from './texts.js';

/** Loaded for documents with files only. */
const FileChooser = lazy(async () => ({
  default: (await import('../../files/file-chooser.js')).FileChooser,
}));

interface CreateDialogProps {
  readonly meta: AdminCollectionMeta;
  /** Types of the files that may be chosen; all if undefined. */
  readonly mimeTypes: readonly string[] | undefined;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Creates a document for a relation without leaving the edited document. */
export function CreateDialog({ meta, mimeTypes, onClose, onCreated }: CreateDialogProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { widgetFor } = useForm();
  const formId = useId();
  const store = useMemo(() => createFormStore(initialValues(meta.fields)), [meta]);
  const newFile = useNewFile(meta, store);
  const issues = useFormIssues(store, meta.fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useNewForm({ store, formId, widgetFor, slug: meta.slug });
  const create = useMutation({
    mutationFn: (draft: boolean) => {
      const body = creationBody(meta.fields, store.state().values);
      return meta.upload === undefined
        ? api.collection(meta).create(body, draft ? { draft } : undefined)
        : newFile.send(api, body, draft);
    },
    onSuccess: async ({ id }) => {
      await forgetCollection(queries, meta.slug);
      onCreated(id);
    },
    onError: (error) => setProblem(issues.show(error)),
  });
  const canDraft = meta.drafts && meta.readDrafts;
  const save = (draft: boolean): void => {
    if (create.isPending || create.isSuccess) return;
    setProblem(null);
    // Both, so that all that is missing is shown.
    const isFileThere = newFile.check();
    if (issues.check(!draft) && isFileThere) create.mutate(draft);
  };
  const hasChanges = (): boolean => newFile.file !== null || isDirty(store.state());
  const { close, question } = useAskBeforeClosing(hasChanges, onClose);
  return (
    <>
      <Drawer
        size="wide"
        onClose={close}
        onSave={() => save(canDraft)}
        title={t.create(meta.labels.singular)}
        actions={
          <SaveButtons
            saving={create}
            onSave={save}
            draftText={canDraft ? t.createDraft : null}
            text={meta.drafts ? t.createPublished : t.createAndChoose}
          />
        }
      >
        <FormProvider value={form}>
          <ErrorSummary problem={problem} />
          {meta.upload !== undefined && (
            <Suspense fallback={<Skeleton height="7rem" />}>
              <FileChooser
                upload={narrowed(meta.upload, mimeTypes)}
                id={`${formId}-file`}
                {...newFile.chooser}
              />
            </Suspense>
          )}
          <DeeperHeadings>
            <FieldList fields={newFile.fields} layout={meta.layout} path={[]} />
          </DeeperHeadings>
        </FormProvider>
      </Drawer>
      {question}
    </>
  );
}

function narrowed(upload: AdminUploadMeta, mimeTypes: readonly string[] | undefined): AdminUploadMeta {
  return mimeTypes === undefined
    ? upload
    : { ...upload, mimeTypes: upload.mimeTypes.filter((type) => mimeTypes.includes(type)) };
}
