import { useEffect, useState } from 'react';

/** A part of the application whose code is loaded when it is first needed. */
export interface Loadable<T> {
  /** Loads it, once; a failed load is retried on the next call. */
  readonly load: () => Promise<T>;
  /** Returns it, if it is loaded. */
  readonly loaded: () => T | undefined;
}

export function loadable<T>(load: () => Promise<T>): Loadable<T> {
  let value: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    load() {
      loading ??= load().then(
        (loaded) => {
          value = loaded;
          return loaded;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    loaded: () => value,
  };
}

/**
 * Loads a part and returns it, or undefined until it is there; throws the failure of a load while rendering.
 * Not `lazy`: once React has shown a fallback, it waits 300 ms before it replaces it, even if the part is
 * there at once.
 */
export function useLoaded<T>({ load, loaded }: Loadable<T>): T | undefined {
  // In an object, since a setter would call a component.
  const [{ value }, setValue] = useState(() => ({ value: loaded() }));
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    if (value !== undefined) return;
    let isGone = false;
    load().then(
      (own) => {
        if (!isGone) setValue({ value: own });
      },
      (error: unknown) => {
        if (!isGone) setFailure({ error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [load, value]);
  if (failure !== null) throw failure.error;
  return value;
}
