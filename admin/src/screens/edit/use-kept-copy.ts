import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { type FormStore, isDirty } from '../../documents/form-store.js';
import { copyKey, dropCopy, type KeptCopy, keepCopy, readCopy } from '../../documents/kept-copy.js';
import { isSame } from '../../documents/same.js';

/** Milliseconds between the last keystroke and the copy. */
const typingPause = 400;

interface KeptCopyHandle {
  /** An earlier copy that differs from the stored document. */
  readonly found: KeptCopy | null;
  /** Called when the user has decided about `found`. The next one is an earlier copy, or null. */
  readonly settle: (next: KeptCopy | null) => void;
}

/**
 * Keeps a copy of unsaved input in the storage of this tab, so that it survives a reload, a crash or the end
 * of the session. An earlier copy is kept as well until the user decides about it.
 */
export function useKeptCopy(store: FormStore, name: string, revision: number): KeptCopyHandle {
  const user = useAuthMeta()?.user.id ?? null;
  const key = copyKey(user, name);
  const newest = useRef(revision);
  newest.current = revision;
  const [found, setFound] = useState<KeptCopy | null>(() =>
    worthKeeping(readCopy(sessionStorage, key), store.state().base),
  );
  const undecided = useRef(found);
  const keep = useRef(() => {
    const state = store.state();
    const { base, values, unfinished } = state;
    const earlier = undecided.current;
    if (isDirty(state)) {
      const keptAt = new Date().toISOString();
      const copy = { revision: newest.current, base, values, unfinished, keptAt };
      keepCopy(sessionStorage, key, earlier === null ? copy : { ...copy, earlier });
    } else if (earlier !== null) keepCopy(sessionStorage, key, earlier);
    else dropCopy(sessionStorage, key);
  }).current;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(keep, typingPause);
    };
    const now = (): void => {
      if (timer !== undefined) keep();
    };
    const unsubscribe = store.subscribe(later);
    window.addEventListener('pagehide', now);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', now);
      // Also kept when the screen closes, on purpose or because of an error. A user who returns is asked.
      now();
    };
  }, [store, keep]);
  const settle = (next: KeptCopy | null): void => {
    undecided.current = next;
    setFound(next);
    keep();
  };
  return { found, settle };
}

/** Returns the copy without the parts that equal the stored document; null where nothing is left. */
function worthKeeping(copy: KeptCopy | null, stored: JsonObject): KeptCopy | null {
  if (copy === null) return null;
  const isTold = isSame(copy.values, stored) && Object.keys(copy.unfinished).length === 0;
  const earlier = worthKeeping(copy.earlier ?? null, stored);
  if (isTold) return earlier;
  const { earlier: _decided, ...own } = copy;
  return earlier === null ? own : { ...own, earlier };
}
