/** Functions of the config that run in the browser: conditions, and the headings of rows. */
import { useSyncExternalStore } from 'react';
import { useMeta } from '../../api/meta-context.js';

type ConfigFunction = (...given: readonly unknown[]) => unknown;
export type Functions = Readonly<Record<string, ConfigFunction>>;

/** Null until the module is there; without it, everything is shown. */
let loaded: { readonly url: string; readonly functions: Functions | null } | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function load(url: string): void {
  loaded = { url, functions: null };
  const done = (functions: Functions): void => {
    loaded = { url, functions };
    for (const listener of listeners) listener();
  };
  import(/* @vite-ignore */ new URL(url, document.baseURI).href).then(
    (module: { readonly default: Functions }) => done(module.default),
    (error: unknown) => {
      console.error('The functions of the config could not be loaded.', error);
      done({});
    },
  );
}

/** The functions by id; null while they are loading. */
export function useConfigFunctions(): Functions | null {
  const url = useMeta().branding.functions;
  if (url !== undefined && loaded?.url !== url) load(url);
  const functions = useSyncExternalStore(subscribe, () => loaded?.functions ?? null);
  return url === undefined ? none : functions;
}

const none: Functions = {};

/** Calls a function of the config; `fallback` if there is none, or if it throws. */
export function called<T>(own: ConfigFunction | undefined, given: readonly unknown[], fallback: T): unknown {
  if (own === undefined) return fallback;
  try {
    return own(...given);
  } catch (error) {
    console.error('A function of the config has failed.', error);
    return fallback;
  }
}
