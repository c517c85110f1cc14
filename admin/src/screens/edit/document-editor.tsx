import { type ReactNode, useId, useMemo } from 'react';
import type { Document } from '../../api/documents.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import { Page } from '../../app/page.js';
import { documentTitle } from '../../documents/document-title.js';
import { isDirty } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import type { KeptCopy } from '../../documents/kept-copy.js';
import { mergeChanges } from '../../documents/merge.js';
import { contentOf } from '../../documents/stored-document.js';
import { ErrorSummary } from '../../fields/error-summary.js';
import { FieldList } from '../../fields/field-view.js';
import { type FormContextValue, FormProvider, useFormState } from '../../fields/form-context.js';
import { widgetFor } from '../../fields/widget-for.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { DescriptionText } from '../../ui/description-text.js';
import { Notice } from '../../ui/states.js';
import { ConflictDialog } from './conflict-dialog.js';
import type { DocumentMeta, DocumentRights, DocumentSource } from './document-source.js';
import { EditorSide } from './editor-side.js';
import { KeptCopyNotice } from './kept-copy-notice.js';
import { StatusBadge } from './status-badge.js';
import { editTexts } from './texts.js';
import { usePublicState } from './use-document-state.js';
import { useEditor } from './use-editor.js';
import { useSaveShortcut } from './use-save-shortcut.js';
import './edit.css';

interface DocumentEditorProps {
  readonly source: DocumentSource;
  /** As it was last read. */
  readonly document: Document;
  readonly rights: DocumentRights;
  readonly crumbs: readonly { readonly label: string; readonly to: string }[];
}

/** A stored document: its fields, what can be done with it, and everything that can get in the way. */
export function DocumentEditor(props: DocumentEditorProps): ReactNode {
  const { source, rights, crumbs } = props;
  const { meta } = source;
  const t = useTexts(editTexts);
  const formId = useId();
  const publicState = usePublicState(source, props.document);
  const editor = useEditor(source, props.document, publicState);
  const { store, document } = editor;
  const form = useMemo(
    (): FormContextValue => ({
      ...{ store, formId, widgetFor, slug: meta.slug },
      closed: rights.update ? null : t.mayNotUpdate,
      documentId: meta.kind === 'collection' ? source.id : null,
    }),
    [store, formId, meta, rights.update, source.id, t],
  );
  const isDraftable = meta.drafts && meta.readDrafts;
  useSaveShortcut(() => {
    if (rights.update) editor.save(isDraftable ? 'draft' : meta.drafts ? 'publish' : 'save');
  });
  const restoreCopy = (found: KeptCopy): void => {
    const { base, values } = store.state();
    // What others have saved since then stays; where both changed a field, the kept text is shown.
    const merged = mergeChanges(meta.fields, { base: found.base, mine: found.values, theirs: values });
    store.reset(base, merged.values, found.unfinished);
  };
  return (
    <FormProvider value={form}>
      <TitledPage source={source} document={document} crumbs={crumbs}>
        <div className="edit">
          <div className="edit-main">
            {!rights.update && <Notice>{t.mayNotUpdate}</Notice>}
            <KeptCopyNotice
              store={store}
              name={source.name}
              revision={document._revision}
              onRestore={restoreCopy}
            />
            {editor.newer !== null && (
              <Notice kind="warning">
                {t.changedMeanwhile}{' '}
                <Button size="small" onClick={editor.showConflict}>
                  {t.compare}
                </Button>
              </Notice>
            )}
            <ErrorSummary problem={editor.problem} />
            <FieldList fields={meta.fields} path={[]} />
          </div>
          <EditorSide source={source} editor={editor} rights={rights} publicState={publicState} />
        </div>
        {editor.conflict !== null && (
          <ConflictDialog
            fields={meta.fields}
            sides={{
              base: store.state().base,
              mine: store.state().values,
              theirs: formValues(meta.fields, contentOf(editor.conflict.document)),
            }}
            isSaving={editor.conflict.kind !== null}
            onClose={() => editor.settle(null)}
            onSettle={editor.settle}
          />
        )}
      </TitledPage>
    </FormProvider>
  );
}

interface TitledPageProps {
  readonly source: DocumentSource;
  readonly document: Document;
  readonly crumbs: DocumentEditorProps['crumbs'];
  readonly children: ReactNode;
}

/** The heading follows the title while it is typed. */
function TitledPage({ source, document, crumbs, children }: TitledPageProps): ReactNode {
  const { meta } = source;
  const isChanged = useFormState(isDirty);
  const t = useTexts(editTexts);
  useUnsavedChanges(isChanged);
  const title = useFormState(({ values }) => titleOf(meta, { ...values, id: source.id }));
  return (
    <Page
      title={title ?? t.untitled(meta.kind === 'global' ? meta.label : meta.labels.singular)}
      mark={<StatusBadge meta={meta} document={document} isChanged={isChanged} />}
      crumbs={crumbs}
      {...(meta.description !== undefined &&
        meta.kind === 'global' && { note: <DescriptionText text={meta.description} /> })}
    >
      {children}
    </Page>
  );
}

function titleOf(meta: DocumentMeta, values: Parameters<typeof documentTitle>[1]): string | null {
  return meta.kind === 'global' ? meta.label : documentTitle(meta, values);
}
