import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document } from '../../api/documents.js';
import { useHasOwnActions } from '../../app/extension/use-own-actions.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import type { DocumentMeta, DocumentRights, DocumentSource } from '../../documents/document-source.js';
import { documentTitle } from '../../documents/document-title.js';
import { isDirty } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import { contentOf } from '../../documents/stored-document.js';
import { ErrorSummary } from '../../fields/error-summary.js';
import { FieldList } from '../../fields/field-view.js';
import { type FormContextValue, FormProvider, useFormState } from '../../fields/form-context.js';
import { widgetFor } from '../../fields/widget-for.js';
import { formFields } from '../../files/file-fields.js';
import { useTexts } from '../../i18n/language.js';
import { DescriptionText } from '../../ui/description-text.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { DocumentPage } from './bar/document-page.js';
import { EditorActions, hasActions } from './bar/editor-actions.js';
import { MeanwhileNotice } from './bar/meanwhile-notice.js';
import { NeighbourLinks } from './bar/neighbour-links.js';
import { Others } from './bar/others.js';
import { SavedState } from './bar/saved-state.js';
import { usePresence } from './bar/use-presence.js';
import { arranged, BesideFields } from './beside-fields.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EditorSide } from './editor-side.js';
import { HeadingStatus } from './heading-status.js';
import { KeptCopyNotice } from './kept-copy-notice.js';
import { PreviewActions } from './preview/preview-actions.js';
import { editTexts } from './texts.js';
import { putCursor } from './typed-meanwhile.js';
import { type PublicState, usePublicState, useSchedule } from './use-document-state.js';
import { type EditorHandle, useEditor } from './use-editor.js';
import { LastAuthor } from './version-author.js';
import './edit.css';

/** Loaded for documents with files only. */
const FileSection = lazy(async () => ({ default: (await import('./file/file-section.js')).FileSection }));

/** Loaded when an editor opens it. */
const LivePreview = lazy(async () => ({ default: (await import('./preview/live-preview.js')).LivePreview }));

/** Milliseconds in which an editor of rich text has come into the page. */
const cursorPatience = 1_000;

interface DocumentEditorProps {
  readonly source: DocumentSource;
  /** The document as last read. */
  readonly document: Document;
  readonly rights: DocumentRights;
  readonly crumbs: readonly { readonly label: string; readonly to: string }[];
}

/** Edits a stored document: its fields, its actions, conflicts and unsaved copies. */
export function DocumentEditor(props: DocumentEditorProps): ReactNode {
  const { source, rights, crumbs } = props;
  const { meta } = source;
  const t = useTexts(editTexts);
  const formId = useId();
  const publicState = usePublicState(source, props.document);
  const editor = useEditor({ source, stored: props.document, publicState, mayUpdate: rights.update });
  const [live, setLive] = useState<string | null>(null);
  const { store, document } = editor;
  const form = useMemo(
    (): FormContextValue => ({
      ...{ store, formId, widgetFor, kind: meta.kind, slug: meta.slug },
      closed: rights.update ? null : t.mayNotUpdate,
      documentId: meta.kind === 'collection' ? source.id : null,
    }),
    [store, formId, meta, rights.update, source.id, t],
  );
  const fields = useArrangedFields(meta);
  // A user who was typing while the document was created continues at the same position.
  const cursor = useRef(editor.typed?.cursor ?? null);
  const restore = (): void => {
    if (cursor.current !== null && putCursor(formId, cursor.current)) cursor.current = null;
  };
  useLayoutEffect(restore);
  // A rich text puts its editor into the page a moment later.
  useEffect(restore);
  useEffect(() => {
    // An input that comes later, with another tab of the form, must not take the focus.
    const timer = setTimeout(() => {
      cursor.current = null;
    }, cursorPatience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <FormProvider value={form}>
      <TitledPage
        {...{ source, editor, rights, publicState, crumbs }}
        preview={
          source.preview !== null && (
            <PreviewActions address={source.preview} isLive={live !== null} onLive={setLive} />
          )
        }
      >
        <div className={live === null ? 'edit' : 'edit edit-with-live'}>
          <div className="edit-main">
            {!rights.update && <Notice>{t.mayNotUpdate}</Notice>}
            <KeptCopyNotice
              store={store}
              fields={meta.fields}
              name={source.name}
              revision={document._revision}
            />
            <ErrorSummary problem={editor.problem} />
            {meta.kind === 'collection' && meta.upload !== undefined && (
              <Suspense fallback={<Skeleton height="12rem" />}>
                <FileSection
                  meta={meta}
                  source={source}
                  upload={meta.upload}
                  editor={editor}
                  rights={rights}
                />
              </Suspense>
            )}
            <FieldList fields={fields.main} layout={meta.layout} path={[]} />
          </div>
          <EditorSide source={source} editor={editor} rights={rights} publicState={publicState}>
            <BesideFields fields={fields.beside} />
          </EditorSide>
          {live !== null && (
            <Suspense fallback={<Skeleton height="20rem" />}>
              <LivePreview url={live} source={source} editor={editor} />
            </Suspense>
          )}
        </div>
        {editor.conflict !== null && (
          <ConflictDialog
            fields={meta.fields}
            upload={meta.kind === 'collection' ? meta.upload : undefined}
            sides={{
              base: store.state().base,
              mine: store.state().values,
              theirs: formValues(meta.fields, contentOf(editor.conflict.document)),
            }}
            words={{
              ...{ title: t.conflictTitle, text: t.conflictText, none: t.conflictNone },
              ...{ later: t.conflictLater, taken: t.conflictTaken },
              ...{ mine: t.mine, theirs: t.theirs, allMine: t.allMine, allTheirs: t.allTheirs },
              action: editor.conflict.kind === null ? t.conflictTake : t.conflictSave,
            }}
            author={<LastAuthor source={source} />}
            onClose={() => editor.settle(null)}
            onSettle={editor.settle}
          />
        )}
      </TitledPage>
    </FormProvider>
  );
}

/** The fields below and beside each other; of a file, its description is beside it. */
function useArrangedFields(meta: DocumentMeta): ReturnType<typeof arranged> {
  return useMemo(() => arranged(ownFields(meta)), [meta]);
}

/** The fields below the file, beside which its description is. */
function ownFields(meta: DocumentMeta): readonly AdminFieldMeta[] {
  if (meta.kind === 'global' || meta.upload === undefined) return meta.fields;
  return formFields(meta).filter(({ name }) => name !== 'alt');
}

interface TitledPageProps {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly rights: DocumentRights;
  readonly publicState: PublicState | undefined;
  readonly crumbs: DocumentEditorProps['crumbs'];
  /** Buttons that show the page of the document. */
  readonly preview: ReactNode;
  readonly children: ReactNode;
}

/** A page whose heading follows the title while the user types it. */
function TitledPage(props: TitledPageProps): ReactNode {
  const { source, editor, rights, publicState, crumbs, preview, children } = props;
  const { meta } = source;
  const { document } = editor;
  const isChanged = useFormState(isDirty);
  const t = useTexts(editTexts);
  useUnsavedChanges(isChanged);
  const schedule = useSchedule(source, document, rights);
  const hasOwn = useHasOwnActions(meta.kind === 'collection' ? meta.slug : null, 'document');
  const presence = usePresence(source, { isEditing: isChanged, revision: document._revision });
  const title = useFormState(({ values }) => titleOf(meta, { ...values, id: source.id }));
  return (
    <DocumentPage
      title={title ?? t.untitled(meta.kind === 'global' ? meta.label : meta.labels.singular)}
      list={crumbs[0] ?? null}
      state={
        <>
          <HeadingStatus {...{ meta, document, publicState, schedule }} />
          {rights.update && <SavedState isSaving={editor.isSaving} isStored={document._revision > 0} />}
          <Others others={presence?.others ?? []} />
        </>
      }
      neighbours={meta.kind === 'collection' && <NeighbourLinks meta={meta} id={source.id} />}
      {...((hasActions(source, rights) || hasOwn || source.preview !== null) && {
        actions: (
          <EditorActions {...{ source, editor, rights, publicState, schedule }}>{preview}</EditorActions>
        ),
      })}
      {...(meta.description !== undefined &&
        meta.kind === 'global' && { note: <DescriptionText text={meta.description} /> })}
    >
      <MeanwhileNotice editor={editor} presence={presence} />
      {children}
    </DocumentPage>
  );
}

function titleOf(meta: DocumentMeta, values: Parameters<typeof documentTitle>[1]): string | null {
  return meta.kind === 'global' ? meta.label : documentTitle(meta, values);
}
