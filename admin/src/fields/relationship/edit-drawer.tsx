import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { documentQuery, forgetCollection } from '../../api/queries.js';
import { paths } from '../../app/paths.js';
import { documentTitle } from '../../documents/document-title.js';
import { createFormStore } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import { mergeChanges } from '../../documents/merge.js';
import { contentOf } from '../../documents/stored-document.js';
import { patchBody } from '../../documents/write-body.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Drawer } from '../../ui/drawer.js';
import { Icon } from '../../ui/icon.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { ErrorSummary } from '../error-summary.js';
import { FieldList } from '../field-view.js';
import { type FormContextValue, FormProvider, useForm } from '../form-context.js';
import { DeeperHeadings } from '../group-heading.js';
import { type FormProblem, useFormIssues } from '../use-form-issues.js';
import { relationshipTexts } from './texts.js';
import { useMayUpdate } from './use-may-update.js';

interface EditDrawerProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes a document that a field refers to, beside the form; without the right to, it is only shown. */
export function EditDrawer({ meta, id, onClose }: EditDrawerProps): ReactNode {
  const api = useApi();
  const errorText = useErrorText();
  const document = useQuery(documentQuery(api, meta, id));
  const mayUpdate = useMayUpdate(meta, id);
  if (document.data !== undefined && mayUpdate !== undefined) {
    return <EditForm meta={meta} stored={document.data} mayUpdate={mayUpdate} onClose={onClose} />;
  }
  return (
    <Drawer size="wide" title={meta.labels.singular} onClose={onClose}>
      {document.isError ? (
        <Notice kind="danger">{errorText(document.error)}</Notice>
      ) : (
        <Skeleton height="16rem" />
      )}
    </Drawer>
  );
}

interface EditFormProps extends Pick<EditDrawerProps, 'meta' | 'onClose'> {
  readonly stored: Document;
  readonly mayUpdate: boolean;
}

function EditForm({ meta, stored, mayUpdate, onClose }: EditFormProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const { widgetFor } = useForm();
  const formId = useId();
  const { fields, slug } = meta;
  const [known, setKnown] = useState(stored);
  const [store] = useState(() => createFormStore(formValues(fields, contentOf(stored))));
  const issues = useFormIssues(store, fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const closed = mayUpdate ? null : t.mayNotEdit;
  const form = useMemo(
    (): FormContextValue => ({
      kind: 'collection',
      store,
      formId,
      widgetFor,
      closed,
      slug,
      documentId: stored.id,
    }),
    [store, formId, widgetFor, closed, slug, stored.id],
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
      await forgetCollection(queries, slug);
      notify({ kind: 'success', text: draft ? t.savedDraft : meta.drafts ? t.published : t.saved });
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
  const canDraft = meta.drafts && meta.readDrafts;
  const save = (draft: boolean): void => {
    if (saving.isPending) return;
    setProblem(null);
    if (issues.check(meta.drafts && !draft)) saving.mutate(draft);
  };
  const title = documentTitle(meta, contentOf(known)) ?? stored.id;
  return (
    <Drawer
      size="wide"
      title={title}
      onClose={onClose}
      {...(mayUpdate && { onSave: () => save(canDraft) })}
      actions={
        <>
          <a
            className={buttonClass({ variant: 'ghost' })}
            href={`/admin${paths.document(slug, stored.id)}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external" />
            <span className="button-text">{t.openPage}</span>
          </a>
          {mayUpdate && canDraft && (
            <Button isBusy={saving.isPending && saving.variables} onClick={() => save(true)}>
              {t.saveDraft}
            </Button>
          )}
          {mayUpdate && (
            <Button
              variant="primary"
              isBusy={saving.isPending && !saving.variables}
              onClick={() => save(false)}
            >
              {meta.drafts ? t.publish : t.save}
            </Button>
          )}
        </>
      }
    >
      <FormProvider value={form}>
        <ErrorSummary problem={problem} />
        {closed !== null && <Notice>{closed}</Notice>}
        <DeeperHeadings>
          <FieldList fields={fields} layout={meta.layout} path={[]} />
        </DeeperHeadings>
      </FormProvider>
    </Drawer>
  );
}
