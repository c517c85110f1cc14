import type { Stores } from './reading.js';
import type { MockFile } from './request.js';
import type { Data } from './schema.js';
import type { Store } from './store.js';

/** What the routes of a collection or global use. */
export interface Target {
  readonly stores: Stores;
  readonly name: string;
  readonly store: Store;
  /** Keeps a file, and returns the fields of it. */
  keep(file: MockFile, id: string): Data;
  newId(): string;
  /** The id of the user who is logged in. */
  readonly userId: string | null;
}
