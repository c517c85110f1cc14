import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { Document } from '../../api/documents.js';
import { isPassingFailure } from '../../api/passing-failure.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { type FormStore, isDirty } from '../../documents/form-store.js';
import { patchBody } from '../../documents/write-body.js';
import type { LostSaves } from './lost-saves.js';

/** Seconds between two tries at most. */
const maxPause = 30;

/** Whether what is typed is saved; `off` before anything was typed. */
export type AutosaveState = 'off' | 'unsaved' | 'saving' | 'saved';

interface AutosaveOptions {
  readonly source: DocumentSource;
  readonly store: FormStore;
  /** Whether the requester may save drafts. */
  readonly isAllowed: boolean;
  /** Whether another request changes the document, or the user has to choose between two sides. */
  readonly isHeld: () => boolean;
  readonly revision: () => number;
  /** Bases the form on what was saved. What was typed since `sent` stays. */
  readonly accept: (saved: Document, sent: JsonObject) => void;
  /** Notes a save whose response may have been lost. */
  readonly onFailure: LostSaves['note'];
  /** Shows both sides of a conflict. */
  readonly onConflict: (error: unknown) => Promise<void>;
}

export interface AutosaveHandle {
  readonly state: AutosaveState;
  /** Resolves when no save is running. */
  readonly idle: () => Promise<void>;
}

/**
 * Saves the draft some seconds after the last change, one request at a time
 * (docs/spec/content-tools.md#preview-and-autosave). After a conflict it waits until the form is based on the
 * newer document. A save that fails because the service is out of reach is tried again, less and less often,
 * and when the browser is online again.
 */
export function useAutosave(options: AutosaveOptions): AutosaveHandle {
  const { source, store, isAllowed } = options;
  const seconds = isAllowed ? source.meta.autosave : undefined;
  const [state, setState] = useState<AutosaveState>('off');
  const running = useRef<Promise<void> | null>(null);
  const current = useRef(options);
  current.current = options;
  useEffect(() => {
    if (seconds === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** The revision that a conflict has refused. */
    let refused: number | null = null;
    /** Saves that have failed in a row. */
    let failures = 0;
    const later = (): void => {
      clearTimeout(timer);
      if (isDirty(store.state())) {
        setState((before) => (before === 'saving' ? before : 'unsaved'));
        timer = setTimeout(save, Math.min(seconds * 2 ** failures, Math.max(seconds, maxPause)) * 1000);
      } else setState((before) => (before === 'unsaved' ? 'off' : before));
    };
    const save = (): void => {
      const { isHeld, revision } = current.current;
      if (revision() === refused) return;
      if (running.current !== null || isHeld()) later();
      else
        running.current = send().finally(() => {
          running.current = null;
        });
    };
    const send = async (): Promise<void> => {
      const { source, accept, onConflict, onFailure, revision: known } = current.current;
      const revision = known();
      const { base, values } = store.state();
      const body = patchBody(source.meta.fields, base, values);
      if (Object.keys(body).length === 0) return;
      setState('saving');
      try {
        const saved = await source.autosave(body, { ifMatch: revision });
        failures = 0;
        setState('saved');
        accept(saved, values);
      } catch (error) {
        setState('unsaved');
        onFailure(error, { base, sent: values, revision: revision + 1 });
        if (isPassingFailure(error)) {
          failures += 1;
          later();
        }
        if (!isSvcError(error) || error.code !== 'CONFLICT') return;
        refused = revision;
        await onConflict(error);
      }
    };
    const online = (): void => {
      failures = 0;
      later();
    };
    const unsubscribe = store.subscribe(later);
    window.addEventListener('online', online);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', online);
      unsubscribe();
    };
  }, [seconds, store]);
  return { state, idle: async () => running.current ?? undefined };
}
