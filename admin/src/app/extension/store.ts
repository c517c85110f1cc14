/** What the project adds to the dashboard: loaded once, beside the first screen. */
import { useSyncExternalStore } from 'react';
import type { AdminClient, AdminExtension } from '../../../../runtime/extension/extension-types.js';

export interface LoadedExtension {
  readonly extension: AdminExtension;
  /** The generated client of the project. */
  readonly client: AdminClient;
}

export type ExtensionState =
  | { readonly is: 'none' | 'loading' }
  | { readonly is: 'failed'; readonly reason: string }
  | ({ readonly is: 'ready' } & LoadedExtension);

let state: ExtensionState = { is: 'none' };
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setExtension(next: ExtensionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function extensionState(): ExtensionState {
  return state;
}

export function useExtensionState(): ExtensionState {
  return useSyncExternalStore(subscribe, extensionState);
}

const empty: AdminExtension = {};

/** What the extension adds; nothing while it is not loaded. */
export function useExtension(): AdminExtension {
  const now = useExtensionState();
  return now.is === 'ready' ? now.extension : empty;
}
