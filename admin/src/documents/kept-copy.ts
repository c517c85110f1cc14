import { isJsonObject, type JsonObject } from '../../../runtime/util/json.js';
import type { Unfinished } from './form-store.js';

/**
 * A copy of a form's values in the browser's storage, so that no input is lost by a crash, a reload or an
 * ended session.
 */
export interface KeptCopy {
  /** Revision of the edited document; 0 for one that is not created yet. */
  readonly revision: number;
  readonly base: JsonObject;
  readonly values: JsonObject;
  readonly unfinished: Readonly<Record<string, Unfinished>>;
  /** Time of the copy, as ISO 8601. */
  readonly keptAt: string;
  /** The copy before it, if the user has neither restored nor dropped that one. */
  readonly earlier?: KeptCopy;
}

/** The part of `Storage` that is needed. */
export interface CopyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Returns the storage key of a document's copy. It contains the user, since a browser may be shared. */
export function copyKey(user: string | null, document: string): string {
  return `svc:edit:${user ?? ''}:${document}`;
}

/** Stores a copy. Returns false if the browser has no room or refuses storage: then no copy exists. */
export function keepCopy(storage: CopyStorage, key: string, copy: KeptCopy): boolean {
  try {
    storage.setItem(key, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** Returns the stored copy; null if there is none that can be read. */
export function readCopy(storage: CopyStorage, key: string): KeptCopy | null {
  try {
    const copy: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isKeptCopy(copy) ? copy : null;
  } catch {
    return null;
  }
}

/** Removes the copy. */
export function dropCopy(storage: CopyStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

function isKeptCopy(value: unknown): value is KeptCopy {
  return (
    isJsonObject(value) &&
    typeof value['revision'] === 'number' &&
    typeof value['keptAt'] === 'string' &&
    isJsonObject(value['base']) &&
    isJsonObject(value['values']) &&
    isJsonObject(value['unfinished']) &&
    (value['earlier'] === undefined || isKeptCopy(value['earlier']))
  );
}
