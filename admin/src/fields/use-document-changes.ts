import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../templates/sdk/errors.js';
import { useApi } from '../api/api-context.js';
import type { Document } from '../api/documents.js';
import { forgetCollection } from '../api/queries.js';
import { createFormStore, type FormStore } from '../documents/form-store.js';
import { formValues } from '../documents/form-values.js';
import { mergeChanges } from '../documents/merge.js';
import { contentOf } from '../documents/stored-document.js';
import { patchBody } from '../documents/write-body.js';
import { type FormContextValue, useForm } from './form-context.js';
import type { Saving } from './save-buttons.js';
import { type FormProblem, useFormIssues } from './use-form-issues.js';

interface ChangedDocument {
  readonly meta: AdminCollectionMeta;
  readonly stored: Document;
  /** The fields that are changed; the others stay as they are. */
  readonly fields: readonly AdminFieldMeta[];
  /** Why nothing may be changed; null where it may. */
  readonly closed: string | null;
  /** Called when the document is stored, with whether only its draft was. */
  readonly onSaved: (draft: boolean) => void;
}

interface DocumentChanges {
  /** The document as it was last read. */
  readonly known: Document;
  readonly store: FormStore;
  readonly form: FormContextValue;
  readonly problem: FormProblem | null;
  readonly saving: Saving;
  /** Saves the draft, or publishes the changes. */
  readonly save: (draft: boolean) => void;
}

/** Changes a stored document in a dialog above the page of another one. */
export function useDocumentChanges({
  meta,
  stored,
  fields,
  closed,
  onSaved,
}: ChangedDocument): DocumentChanges {
  const api = useApi();
  const queries = useQueryClient();
  const { widgetFor } = useForm();
  const formId = useId();
  const { slug } = meta;
  const { id } = stored;
  const [known, setKnown] = useState(stored);
  const [store] = useState(() => createFormStore(formValues(fields, contentOf(stored))));
  const issues = useFormIssues(store, fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useMemo(
    (): FormContextValue => ({ kind: 'collection', store, formId, widgetFor, closed, slug, documentId: id }),
    [store, formId, widgetFor, closed, slug, id],
  );
  const saving = useMutation({
    mutationFn: async (draft: boolean) => {
      const { base, values } = store.state();
      const documents = api.collection(meta);
      const body = patchBody(fields, base, values);
      const condition = { ifMatch: known._revision };
      if (Object.keys(body).length > 0) await documents.update(id, body, { ...condition, draft });
      else if (!draft && known._status === 'draft') await documents.publish(id, {}, condition);
    },
    onSuccess: async (_answer, draft) => {
      await forgetCollection(queries, slug);
      onSaved(draft);
    },
    onError: async (error) => {
      setProblem(issues.show(error));
      if (!isSvcError(error) || error.code !== 'CONFLICT') return;
      // Another user has changed it: the next try is based on that, with what was typed here.
      const newest = await api.collection(meta).findById(id);
      const { base, values, unfinished } = store.state();
      const theirs = formValues(fields, contentOf(newest));
      store.reset(theirs, mergeChanges(fields, { base, mine: values, theirs }).values, unfinished);
      setKnown(newest);
    },
  });
  const save = (draft: boolean): void => {
    if (saving.isPending) return;
    setProblem(null);
    if (issues.check(meta.drafts && !draft)) saving.mutate(draft);
  };
  return { known, store, form, problem, saving, save };
}
