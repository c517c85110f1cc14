import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { Document } from '../../api/documents.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { type FormStore, isDirty } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import { type MergeResult, mergeChanges } from '../../documents/merge.js';
import { contentOf } from '../../documents/stored-document.js';
import { patchBody } from '../../documents/write-body.js';
import { type FormProblem, useFormIssues } from '../../fields/use-form-issues.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import { barTexts } from './bar/texts.js';
import { useLostSaves } from './lost-saves.js';
import { revisionAfter, type SaveKind, saveDocument } from './save-document.js';
import { editTexts } from './texts.js';
import { createStoreWith, forgetTyped, type TypedMeanwhile, typedMeanwhile } from './typed-meanwhile.js';
import { useAutosave } from './use-autosave.js';
import { documentStateQuery, type PublicState } from './use-document-state.js';

/** A change by another user that the form does not contain. */
export interface Conflict {
  readonly document: Document;
  /** The save that was refused; null where no save was. */
  readonly kind: SaveKind | null;
}

export interface EditorHandle {
  readonly store: FormStore;
  /** The document on which the form is based. */
  readonly document: Document;
  readonly problem: FormProblem | null;
  readonly conflict: Conflict | null;
  /** The name of the running action; null where none is running. */
  readonly running: string | null;
  /** Resolves to whether the document is saved. */
  readonly save: (kind: SaveKind) => Promise<boolean>;
  /**
   * Applies another change to the document, then reads it again. Unsaved input stays in the form. Resolves to
   * whether the change succeeded.
   */
  readonly act: (
    name: string,
    change: (revision: number) => Promise<unknown>,
    done: string,
    options?: ActOptions,
  ) => Promise<boolean>;
  readonly settle: (values: FormValues | null) => void;
  readonly showConflict: () => void;
  /** What the user typed while the document was created. The form already contains it. */
  readonly typed: TypedMeanwhile | null;
  /** The newest document, where the form is based on an older one. */
  readonly newer: Document | null;
  /** Whether a save is running, by the user or by itself. */
  readonly isSaving: boolean;
}

interface ActOptions {
  /** Whether `change` also saves the form. Default false. */
  readonly savesForm?: boolean;
}

type FormValues = ReturnType<typeof formValues>;

interface EditedDocument {
  readonly source: DocumentSource;
  readonly stored: Document;
  readonly publicState: PublicState | undefined;
  readonly mayUpdate: boolean;
}

function isConflict(error: unknown): boolean {
  return isSvcError(error) && error.code === 'CONFLICT' && error.currentRevision !== undefined;
}

/** The state of the editor: its form, the revision on which it is based, and errors. */
export function useEditor({ source, stored, publicState, mayUpdate }: EditedDocument): EditorHandle {
  const t = useTexts(editTexts);
  const bar = useTexts(barTexts);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const { fields } = source.meta;
  const [typed] = useState(() => typedMeanwhile(queries, source));
  const [store] = useState(() => createStoreWith(fields, formValues(fields, contentOf(stored)), typed));
  const [document, setDocument] = useState(stored);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isBehind = stored._revision > document._revision;
  const issues = useFormIssues(store, fields);
  const lost = useLostSaves(fields);
  const known = useRef(document);
  known.current = document;

  /** Bases the form on a newer document. What was typed since `sent` stays. */
  const accept = (next: Document, sent: FormValues): void => {
    const theirs = formValues(fields, contentOf(next));
    const { values, unfinished } = store.state();
    const merged = mergeChanges(fields, { base: sent, mine: values, theirs });
    store.reset(theirs, merged.values, unfinished);
    known.current = next;
    lost.forget();
    setDocument(next);
    queries.setQueryData(documentStateQuery(source).queryKey, next);
  };
  /** The fields that both sides have changed since `base`. */
  const touches = (newer: Document, base: FormValues): MergeResult['conflicts'] => {
    const { values: mine } = store.state();
    return mergeChanges(fields, { base, mine, theirs: formValues(fields, contentOf(newer)) }).conflicts;
  };
  const reread = async (sent: FormValues): Promise<void> => {
    accept(await source.read(), sent);
    await source.forget(queries);
  };
  /** Bases the form on a document that a lost save of this form has made. Returns whether it did. */
  const acceptOwn = (newer: Document): boolean => {
    const sent = lost.sentIn(newer);
    // Another user may have saved the same, and more than that.
    if (sent === null || touches(newer, sent).length > 0) return false;
    accept(newer, sent);
    return true;
  };
  const refused = async (
    error: unknown,
    kind: SaveKind | null,
    by: 'user' | 'itself' = 'user',
  ): Promise<void> => {
    if (isConflict(error)) {
      const newer = await source.read();
      // A question that has one answer must not interrupt a user who types.
      if (acceptOwn(newer)) return;
      if (by === 'itself' && touches(newer, store.state().base).length === 0)
        accept(newer, store.state().base);
      else setConflict({ document: newer, kind });
    } else if (isSvcError(error) && error.code === 'NOT_FOUND') {
      setProblem({ message: t.goneMeanwhile, others: [] });
    } else setProblem(issues.show(error));
  };

  const send = async (kind: SaveKind): Promise<void> => {
    const { base, values } = store.state();
    const { _revision: revision, _pending } = known.current;
    const options = {
      ...{ source, kind, body: patchBody(fields, base, values), revision },
      hasPending: _pending === true || (publicState?.pending.length ?? 0) > 0,
      isPublished: publicState?.published !== null,
    };
    try {
      await saveDocument(options);
      await reread(values);
    } catch (error) {
      lost.note(error, { base, sent: values, revision: revisionAfter(options) });
      throw error;
    }
  };
  const saving = useMutation({
    mutationFn: async (kind: SaveKind) => {
      await autosave.idle();
      const wasDraft = known.current._status === 'draft';
      try {
        await send(kind);
      } catch (error) {
        // In a conflict with a save of its own, whose response was lost, it goes on from there.
        if (!isConflict(error) || !acceptOwn(await source.read())) throw error;
        await send(kind);
      }
      return wasDraft && known.current._status === 'published';
    },
    onSuccess: (isNewlyPublic, kind) =>
      notify({
        kind: 'success',
        text: { save: t.saved, draft: t.savedDraft, publish: t.published, publishThese: t.published }[kind],
        ...(isNewlyPublic && { action: { label: bar.undo, onSelect: () => void unpublish() } }),
      }),
    onError: (error, kind) => refused(error, kind),
  });
  const acting = useMutation({
    mutationFn: async ({
      change,
      savesForm,
    }: ActOptions & {
      readonly name: string;
      readonly change: (revision: number) => Promise<unknown>;
    }) => {
      await autosave.idle();
      const { base, values } = store.state();
      await change(known.current._revision);
      await reread(savesForm === true ? values : base);
    },
    onError: (error) => refused(error, null),
  });
  const maySaveDrafts = mayUpdate && source.meta.readDrafts;
  const savesItself = maySaveDrafts && source.meta.autosave !== undefined;
  const autosave = useAutosave({
    ...{ source, store, accept },
    isAllowed: maySaveDrafts,
    isHeld: () => saving.isPending || acting.isPending || conflict !== null || isBehind,
    revision: () => known.current._revision,
    onConflict: (error) => refused(error, null, 'itself'),
    onFailure: lost.note,
  });
  const isSaving = saving.isPending || autosave.state === 'saving';
  const save = async (kind: SaveKind): Promise<boolean> => {
    if (saving.isPending || acting.isPending) return false;
    setProblem(null);
    if (!issues.check(kind !== 'draft')) return false;
    try {
      await saving.mutateAsync(kind);
      return true;
    } catch {
      // `onError` shows the error.
      return false;
    }
  };
  /** Undoes a first publication. The screen may be left by then, so a failure is a message of its own. */
  const unpublish = async (): Promise<void> => {
    try {
      await acting.mutateAsync({
        name: 'unpublish',
        change: (revision) => source.unpublish({ ifMatch: revision }),
      });
      notify({ kind: 'success', text: t.unpublished });
    } catch (error) {
      notify({ kind: 'error', text: errorText(error) });
    }
  };

  useEffect(() => forgetTyped(queries, source), [queries, source]);
  // A newer document, read on focus or by another screen, is shown at once where the form is clean, or saves
  // by itself and has changes elsewhere only.
  useEffect(() => {
    if (stored._revision <= known.current._revision) return;
    const { base, values } = store.state();
    if (!isDirty(store.state())) accept(stored, values);
    else if (acceptOwn(stored)) setProblem(null);
    else if (savesItself && !isSaving && touches(stored, base).length === 0) accept(stored, base);
  });
  return {
    ...{ store, document, problem, conflict, save, typed },
    running: saving.isPending ? saving.variables : acting.isPending ? acting.variables.name : null,
    act: async (name, change, done, options) => {
      setProblem(null);
      try {
        await acting.mutateAsync({ name, change, ...options });
      } catch {
        // `onError` shows the error.
        return false;
      }
      notify({ kind: 'success', text: done });
      return true;
    },
    settle: (values) => {
      const settled = conflict;
      setConflict(null);
      if (values === null || settled === null) return;
      const theirs = formValues(fields, contentOf(settled.document));
      store.reset(theirs, values, store.state().unfinished);
      known.current = settled.document;
      setDocument(settled.document);
      if (settled.kind !== null) void save(settled.kind);
    },
    showConflict: () => setConflict({ document: stored, kind: null }),
    newer: isBehind ? stored : null,
    isSaving,
  };
}
