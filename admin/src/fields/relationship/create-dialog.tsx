import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { forgetCollection } from '../../api/queries.js';
import { createFormStore } from '../../documents/form-store.js';
import { initialValues } from '../../documents/form-values.js';
import { creationBody } from '../../documents/write-body.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorSummary } from '../error-summary.js';
import { FieldList } from '../field-view.js';
import { FormProvider, useForm } from '../form-context.js';
import { DeeperHeadings } from '../group-heading.js';
import { type FormProblem, useFormIssues } from '../use-form-issues.js';
import { relationshipTexts } from './texts.js';

interface CreateDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Creates a document for a relation without leaving the edited document. */
export function CreateDialog({ meta, onClose, onCreated }: CreateDialogProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { widgetFor } = useForm();
  const formId = useId();
  const store = useMemo(() => createFormStore(initialValues(meta.fields)), [meta]);
  const issues = useFormIssues(store, meta.fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useMemo(
    () => ({ store, formId, widgetFor, closed: null, slug: meta.slug, documentId: null }),
    [store, formId, widgetFor, meta],
  );
  const create = useMutation({
    mutationFn: (draft: boolean) =>
      api
        .collection(meta)
        .create(creationBody(meta.fields, store.state().values), draft ? { draft } : undefined),
    onSuccess: async ({ id }) => {
      await forgetCollection(queries, meta.slug);
      onCreated(id);
    },
    onError: (error) => setProblem(issues.show(error)),
  });
  const save = (draft: boolean): void => {
    setProblem(null);
    if (issues.check(!draft)) create.mutate(draft);
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t.create(meta.labels.singular)}
      actions={
        <>
          {meta.drafts && meta.readDrafts && (
            <Button isBusy={create.isPending && create.variables} onClick={() => save(true)}>
              {t.createDraft}
            </Button>
          )}
          <Button
            variant="primary"
            isBusy={create.isPending && !create.variables}
            onClick={() => save(false)}
          >
            {meta.drafts ? t.createPublished : t.createAndChoose}
          </Button>
        </>
      }
    >
      <FormProvider value={form}>
        <ErrorSummary problem={problem} />
        <DeeperHeadings>
          <FieldList fields={meta.fields} path={[]} />
        </DeeperHeadings>
      </FormProvider>
    </Dialog>
  );
}
