import { isJsonObject, type JsonObject } from '../../../runtime/util/json.js';
import type { Unfinished } from './form-store.js';

/** What a form keeps beside the page, so that a crash, a reload or an ended session loses no text. */
export interface KeptCopy {
  /** Of the document that was edited; 0 for one that is not created yet. */
  readonly revision: number;
  readonly base: JsonObject;
  readonly values: JsonObject;
  readonly unfinished: Readonly<Record<string, Unfinished>>;
  /** When it was kept, as ISO 8601. */
  readonly keptAt: string;
}

/** The part of `Storage` that is needed. */
export interface CopyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Under which name a document's copy is kept: of a person, since a browser may be shared. */
export function copyKey(user: string | null, document: string): string {
  return `svc:edit:${user ?? ''}:${document}`;
}

/** Keeps a copy. Answers false where the browser has no room for it or refuses storage: then there is none. */
export function keepCopy(storage: CopyStorage, key: string, copy: KeptCopy): boolean {
  try {
    storage.setItem(key, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** The copy that was kept; null where there is none that can be read. */
export function readCopy(storage: CopyStorage, key: string): KeptCopy | null {
  try {
    const copy: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isKeptCopy(copy) ? copy : null;
  } catch {
    return null;
  }
}

/** Forgets the copy. */
export function dropCopy(storage: CopyStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}

function isKeptCopy(value: unknown): value is KeptCopy {
  return (
    isJsonObject(value) &&
    typeof value['revision'] === 'number' &&
    typeof value['keptAt'] === 'string' &&
    isJsonObject(value['base']) &&
    isJsonObject(value['values']) &&
    isJsonObject(value['unfinished'])
  );
}
