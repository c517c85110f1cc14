import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { type FormStore, isDirty } from '../../documents/form-store.js';
import { copyKey, dropCopy, type KeptCopy, keepCopy, readCopy } from '../../documents/kept-copy.js';
import { isSame } from '../../documents/same.js';

/** Between the last key and the copy. */
const typingPause = 400;

interface KeptCopyHandle {
  /** What was kept before, and is not what is stored. */
  readonly found: KeptCopy | null;
  /** Forgets it. */
  readonly dismiss: () => void;
}

/** Keeps what is typed in this tab, so that neither a reload nor a crash nor an ended session loses it. */
export function useKeptCopy(store: FormStore, name: string, revision: number): KeptCopyHandle {
  const user = useAuthMeta()?.user.id ?? null;
  const key = copyKey(user, name);
  const newest = useRef(revision);
  newest.current = revision;
  const [found, setFound] = useState<KeptCopy | null>(() =>
    worthKeeping(readCopy(sessionStorage, key), store.state().base),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      const state = store.state();
      const { base, values, unfinished } = state;
      if (isDirty(state)) {
        const keptAt = new Date().toISOString();
        keepCopy(sessionStorage, key, { revision: newest.current, base, values, unfinished, keptAt });
      } else dropCopy(sessionStorage, key);
    };
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
      // Also when the screen is left, on purpose or because it failed: whoever comes back is asked.
      now();
    };
  }, [store, key]);
  const dismiss = (): void => {
    setFound(null);
    if (!isDirty(store.state())) dropCopy(sessionStorage, key);
  };
  return { found, dismiss };
}

/** A copy that says nothing new is none. */
function worthKeeping(copy: KeptCopy | null, stored: JsonObject): KeptCopy | null {
  if (copy === null) return null;
  const isTold = isSame(copy.values, stored) && Object.keys(copy.unfinished).length === 0;
  return isTold ? null : copy;
}
