import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { Document } from '../../api/documents.js';
import { createFormStore, type FormStore, isDirty } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import { mergeChanges } from '../../documents/merge.js';
import { contentOf } from '../../documents/stored-document.js';
import { patchBody } from '../../documents/write-body.js';
import { type FormProblem, useFormFaults } from '../../fields/use-form-faults.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import type { DocumentSource } from './document-source.js';
import { type SaveKind, saveDocument } from './save-document.js';
import { editTexts } from './texts.js';
import { documentStateQuery, type PublicState } from './use-document-state.js';

/** Another one's change that the form does not know of. */
export interface Conflict {
  readonly document: Document;
  /** What was to be done; null where it was only noticed. */
  readonly kind: SaveKind | null;
}

export interface EditorHandle {
  readonly store: FormStore;
  /** What the form is based on. */
  readonly document: Document;
  readonly problem: FormProblem | null;
  readonly conflict: Conflict | null;
  /** What is being done now. */
  readonly running: string | null;
  readonly save: (kind: SaveKind) => void;
  /** Does something else to the document, and reads it anew; answers whether it was done. */
  readonly act: (
    name: string,
    change: (revision: number) => Promise<unknown>,
    done: string,
  ) => Promise<boolean>;
  readonly settle: (values: FormValues | null) => void;
  readonly showConflict: () => void;
  /** The newest document, where it is not the one that the form is based on. */
  readonly newer: Document | null;
}

type FormValues = ReturnType<typeof formValues>;

/** The state of a document that is edited: its form, its revision, and what goes wrong. */
export function useEditor(
  source: DocumentSource,
  stored: Document,
  publicState: PublicState | undefined,
): EditorHandle {
  const t = useTexts(editTexts);
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const { fields } = source.meta;
  const [store] = useState(() => createFormStore(formValues(fields, contentOf(stored))));
  const [document, setDocument] = useState(stored);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const faults = useFormFaults(store, fields);
  const known = useRef(document);
  known.current = document;

  /** The form goes on from a newer document; what was typed since `sent` stays. */
  const accept = (next: Document, sent: FormValues): void => {
    const theirs = formValues(fields, contentOf(next));
    const { values, unfinished } = store.state();
    const merged = mergeChanges(fields, { base: sent, mine: values, theirs });
    store.reset(theirs, merged.values, unfinished);
    known.current = next;
    setDocument(next);
    queries.setQueryData(documentStateQuery(source).queryKey, next);
  };
  const reread = async (sent: FormValues): Promise<void> => {
    accept(await source.read(), sent);
    await source.forget(queries);
  };
  const refused = async (error: unknown, kind: SaveKind | null): Promise<void> => {
    if (isSvcError(error) && error.code === 'CONFLICT' && error.currentRevision !== undefined) {
      setConflict({ document: await source.read(), kind });
    } else setProblem(faults.show(error));
  };

  const saving = useMutation({
    mutationFn: async (kind: SaveKind) => {
      const { base, values } = store.state();
      await saveDocument({
        ...{ source, kind, body: patchBody(fields, base, values), revision: known.current._revision },
        hasPending: (publicState?.pending.length ?? 0) > 0,
        isPublished: publicState?.published !== null,
      });
      await reread(values);
    },
    onSuccess: (_answer, kind) =>
      notify({
        kind: 'success',
        text: { save: t.saved, draft: t.savedDraft, publish: t.published, publishThese: t.published }[kind],
      }),
    onError: (error, kind) => refused(error, kind),
  });
  const acting = useMutation({
    mutationFn: async ({
      change,
    }: {
      readonly name: string;
      readonly change: (revision: number) => Promise<unknown>;
    }) => {
      const { values } = store.state();
      await change(known.current._revision);
      await reread(values);
    },
    onError: (error) => refused(error, null),
  });
  const save = (kind: SaveKind): void => {
    if (saving.isPending || acting.isPending) return;
    setProblem(null);
    if (faults.check(kind !== 'draft')) saving.mutate(kind);
  };

  // A newer document, from a look at the window or another screen: taken over where nothing was typed.
  useEffect(() => {
    if (stored._revision > known.current._revision && !isDirty(store.state()))
      accept(stored, store.state().values);
  });
  return {
    ...{ store, document, problem, conflict, save },
    running: saving.isPending ? saving.variables : acting.isPending ? acting.variables.name : null,
    act: async (name, change, done) => {
      setProblem(null);
      try {
        await acting.mutateAsync({ name, change });
      } catch {
        // Shown by onError.
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
      if (settled.kind !== null) save(settled.kind);
    },
    showConflict: () => setConflict({ document: stored, kind: null }),
    newer: stored._revision > document._revision ? stored : null,
  };
}
