import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { useApi } from '../../api/api-context.js';
import { forgetCollection } from '../../api/queries.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import { paths } from '../../app/paths.js';
import { preloadPath } from '../../app/preload-path.js';
import { collectionSource } from '../../documents/document-source.js';
import { createFormStore, isDirty } from '../../documents/form-store.js';
import { initialValues } from '../../documents/form-values.js';
import { creationBody } from '../../documents/write-body.js';
import { ErrorSummary } from '../../fields/error-summary.js';
import { FieldList } from '../../fields/field-view.js';
import { type FormContextValue, FormProvider, useFormState, useNewForm } from '../../fields/form-context.js';
import { type FormProblem, useFormIssues } from '../../fields/use-form-issues.js';
import { widgetFor } from '../../fields/widget-for.js';
import { type NewFile, useNewFile } from '../../files/use-new-file.js';
import { useTexts } from '../../i18n/language.js';
import { Button, IconButton } from '../../ui/button.js';
import { DescriptionText } from '../../ui/description-text.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import { Skeleton } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { DocumentPage } from './bar/document-page.js';
import { listPath } from './bar/list-path.js';
import { SavedState } from './bar/saved-state.js';
import { barTexts } from './bar/texts.js';
import { arranged, BesideFields } from './beside-fields.js';
import { DraftFiles } from './draft-files.js';
import { KeptCopyNotice } from './kept-copy-notice.js';
import { editTexts } from './texts.js';
import { cursorIn, keepTyped } from './typed-meanwhile.js';
import { documentStateQuery, rightsQuery } from './use-document-state.js';
import { useFirstFocus } from './use-first-focus.js';
import { useShortcuts } from './use-shortcuts.js';
import './edit.css';

/** Loaded for documents with files only. */
const FileChooser = lazy(async () => ({
  default: (await import('../../files/file-chooser.js')).FileChooser,
}));

interface NewDocumentProps {
  readonly meta: AdminCollectionMeta;
  readonly initial: JsonObject;
  /** Shows an empty form after the document is saved. */
  readonly onAnother: () => void;
}

/** The form of a document that does not exist yet. */
export function NewDocument({ meta, initial, onAnother }: NewDocumentProps): ReactNode {
  const t = useTexts(editTexts);
  const bar = useTexts(barTexts);
  const formId = useId();
  const [store] = useState(() => createFormStore(initialValues(meta.fields), initial));
  const newFile = useNewFile(meta, store);
  const fields = useMemo(() => arranged(newFile.fields), [newFile.fields]);
  const form = useNewForm({ store, formId, widgetFor, slug: meta.slug });
  const { create, problem, running } = useCreation(meta, form, newFile);
  const isDraftable = meta.drafts && meta.readDrafts;
  const main = useFirstFocus();
  // The screen of the stored document, so that no key is pressed between the screens.
  useEffect(() => preloadPath(paths.document(meta.slug, 'id')), [meta.slug]);
  useShortcuts({ save: () => create(isDraftable), publish: () => create(false) });
  return (
    <FormProvider value={form}>
      <DocumentPage
        title={t.newTitle(meta.labels.singular)}
        list={{ label: meta.labels.plural, to: listPath(meta.slug) }}
        state={<SavedState isSaving={running !== null} isStored={false} hasMore={newFile.file !== null} />}
        actions={
          <>
            {isDraftable && (
              <Button isBusy={running === 'draft'} onClick={() => create(true)}>
                {t.saveDraft}
              </Button>
            )}
            <Button variant="primary" isBusy={running === 'publish'} onClick={() => create(false)}>
              {meta.drafts ? t.publish : t.create}
            </Button>
            <Menu trigger={<IconButton variant="secondary" icon="more" label={t.more} />}>
              <MenuItem icon="add" onSelect={() => create(isDraftable, onAnother)}>
                {bar.saveAndNew}
              </MenuItem>
            </Menu>
          </>
        }
        {...(meta.description !== undefined && { note: <DescriptionText text={meta.description} /> })}
      >
        <Guard hasFile={newFile.file !== null} />
        <div className="edit">
          <div className="edit-main" ref={main}>
            <KeptCopyNotice store={store} fields={meta.fields} name={`${meta.slug}/new`} revision={0} />
            <ErrorSummary problem={problem} />
            {meta.upload !== undefined && (
              <Suspense fallback={<Skeleton height="7rem" />}>
                <FileChooser upload={meta.upload} id={`${formId}-file`} {...newFile.chooser} />
              </Suspense>
            )}
            <DraftFiles fields={meta.fields} />
            <FieldList fields={fields.main} layout={meta.layout} path={[]} />
          </div>
          {fields.beside.length > 0 && (
            <aside className="edit-side" aria-label={t.side}>
              <BesideFields fields={fields.beside} />
            </aside>
          )}
        </div>
      </DocumentPage>
    </FormProvider>
  );
}

interface Creation {
  /** @param next - where to go once it is saved; default: to the document. */
  readonly create: (draft: boolean, next?: () => void) => void;
  readonly problem: FormProblem | null;
  readonly running: 'draft' | 'publish' | null;
}

function useCreation(
  meta: AdminCollectionMeta,
  { store, formId }: FormContextValue,
  newFile: NewFile,
): Creation {
  const t = useTexts(editTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const [, navigate] = useLocation();
  const issues = useFormIssues(store, meta.fields);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [created, setCreated] = useState<Created | null>(null);
  const creating = useMutation({
    mutationFn: async ({ draft, next }: CreationStep) => {
      const { values: sent } = store.state();
      const body = creationBody(meta.fields, sent);
      const options = draft ? { draft } : undefined;
      const document =
        meta.upload === undefined
          ? await api.collection(meta).create(body, options)
          : await newFile.send(api, body, draft);
      const source = collectionSource(api, meta, document.id);
      // Cached so that the next screen shows the document at once and no keystroke is lost between the
      // screens. A requester without read access gets a response that is not a whole document.
      if (next === undefined && meta.can.read === true) {
        await queries.prefetchQuery(rightsQuery(source));
        queries.setQueryData(documentStateQuery(source).queryKey, document);
      }
      return { sent, source };
    },
    onSuccess: ({ sent, source }, { draft, next }) => {
      const state = store.state();
      const { values, unfinished } = state;
      const cursor = cursorIn(formId);
      notify({ kind: 'success', text: draft ? t.savedDraft : meta.drafts ? t.published : t.saved });
      void forgetCollection(queries, meta.slug);
      if (next === undefined && (cursor !== null || isDirty({ ...state, base: sent })))
        keepTyped(queries, source, { sent, values, unfinished, cursor });
      // At once: a key that is pressed before the next screen is there would be lost.
      flushSync(() => {
        store.reset(values);
        newFile.forget();
        setCreated({ id: source.id, next });
      });
    },
    onError: (error) => setProblem(issues.show(error)),
  });
  // The form is clean by now, so that leaving the screen does not ask about unsaved changes.
  useEffect(() => {
    if (created === null) return;
    if (created.next === undefined) navigate(paths.document(meta.slug, created.id), { replace: true });
    else created.next();
  }, [created, meta.slug, navigate]);
  return {
    problem,
    running: creating.isPending ? (creating.variables.draft ? 'draft' : 'publish') : null,
    create: (draft, next) => {
      if (creating.isPending || created !== null) return;
      setProblem(null);
      // Both, so that all that is missing is shown.
      const isFileThere = newFile.check();
      if (issues.check(!draft) && isFileThere) creating.mutate({ draft, next });
    },
  };
}

interface CreationStep {
  readonly draft: boolean;
  readonly next: (() => void) | undefined;
}

interface Created {
  readonly id: string;
  readonly next: (() => void) | undefined;
}

/** A component of its own, so that only this part renders again when the form becomes dirty. */
function Guard({ hasFile }: { readonly hasFile: boolean }): ReactNode {
  const isChanged = useFormState(isDirty);
  useUnsavedChanges(isChanged || hasFile);
  return null;
}
