import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { useApi } from '../../api/api-context.js';
import { forgetCollection } from '../../api/queries.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { createFormStore, isDirty } from '../../documents/form-store.js';
import { initialValues } from '../../documents/form-values.js';
import { creationBody } from '../../documents/write-body.js';
import { ErrorSummary } from '../../fields/error-summary.js';
import { FieldList } from '../../fields/field-view.js';
import { type FormContextValue, FormProvider, useFormState } from '../../fields/form-context.js';
import { type FormProblem, useFormFaults } from '../../fields/use-form-faults.js';
import { widgetFor } from '../../fields/widget-for.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { DescriptionText } from '../../ui/description-text.js';
import { useNotifier } from '../../ui/toast.js';
import { KeptCopyNotice } from './kept-copy-notice.js';
import { editTexts } from './texts.js';
import { useSaveShortcut } from './use-save-shortcut.js';
import './edit.css';

interface NewDocumentProps {
  readonly meta: AdminCollectionMeta;
  readonly initial: JsonObject;
}

/** The form of a document that is not there yet. */
export function NewDocument({ meta, initial }: NewDocumentProps): ReactNode {
  const t = useTexts(editTexts);
  const formId = useId();
  const [store] = useState(() => createFormStore(initialValues(meta.fields), initial));
  const form = useMemo(
    (): FormContextValue => ({
      ...{ store, formId, widgetFor, slug: meta.slug },
      closed: null,
      documentId: null,
    }),
    [store, formId, meta],
  );
  const { create, problem, running } = useCreation(meta, form);
  const isDraftable = meta.drafts && meta.readDrafts;
  useSaveShortcut(() => create(isDraftable));
  return (
    <FormProvider value={form}>
      <Page
        title={t.newTitle(meta.labels.singular)}
        crumbs={[{ label: meta.labels.plural, to: paths.collection(meta.slug) }]}
        {...(meta.description !== undefined && { note: <DescriptionText text={meta.description} /> })}
      >
        <Guard />
        <div className="edit">
          <div className="edit-main">
            <KeptCopyNotice
              store={store}
              name={`${meta.slug}/new`}
              revision={0}
              onRestore={(found) => store.reset(store.state().base, found.values, found.unfinished)}
            />
            <ErrorSummary problem={problem} />
            <FieldList fields={meta.fields} path={[]} />
          </div>
          <aside className="edit-side" aria-label={t.side}>
            <div className="edit-actions">
              {isDraftable && (
                <Button isBusy={running === 'draft'} onClick={() => create(true)}>
                  {t.saveDraft}
                </Button>
              )}
              <Button variant="primary" isBusy={running === 'publish'} onClick={() => create(false)}>
                {meta.drafts ? t.publish : t.create}
              </Button>
            </div>
          </aside>
        </div>
      </Page>
    </FormProvider>
  );
}

interface Creation {
  readonly create: (draft: boolean) => void;
  readonly problem: FormProblem | null;
  readonly running: 'draft' | 'publish' | null;
}

function useCreation(meta: AdminCollectionMeta, { store }: FormContextValue): Creation {
  const t = useTexts(editTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const [, navigate] = useLocation();
  const faults = useFormFaults(store, meta.fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const creating = useMutation({
    mutationFn: (draft: boolean) =>
      api
        .collection(meta)
        .create(creationBody(meta.fields, store.state().values), draft ? { draft } : undefined),
    onSuccess: ({ id }, draft) => {
      const { values } = store.state();
      store.reset(values);
      notify({ kind: 'success', text: draft ? t.savedDraft : meta.drafts ? t.published : t.saved });
      void forgetCollection(queries, meta.slug);
      setCreatedId(id);
    },
    onError: (error) => setProblem(faults.show(error)),
  });
  // Once the form is no longer changed, nothing asks before the screen is left.
  useEffect(() => {
    if (createdId !== null) navigate(paths.document(meta.slug, createdId), { replace: true });
  }, [createdId, meta.slug, navigate]);
  return {
    problem,
    running: creating.isPending ? (creating.variables ? 'draft' : 'publish') : null,
    create: (draft) => {
      if (creating.isPending || createdId !== null) return;
      setProblem(null);
      if (faults.check(!draft)) creating.mutate(draft);
    },
  };
}

/** Only this part is drawn anew when the form becomes changed. */
function Guard(): ReactNode {
  useUnsavedChanges(useFormState(isDirty));
  return null;
}
