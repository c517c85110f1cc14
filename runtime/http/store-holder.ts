import type { Operations } from '../documents/operation.js';
import { ServiceError } from '../errors/service-error.js';

/** An open store with everything on it. */
export interface OpenStore {
  readonly operations: Operations;
  /** Resolves while the store answers. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps the store of a service: opened once when it is first needed, again only when that failed. */
export interface StoreHolder {
  readonly isOpen: boolean;
  ready(): Promise<void>;
  get(): OpenStore;
  close(): Promise<void>;
}

export function createStoreHolder(open: () => Promise<OpenStore>): StoreHolder {
  let store: OpenStore | null = null;
  let opening: Promise<void> | null = null;

  return {
    get isOpen() {
      return store !== null;
    },
    ready() {
      opening ??= open().then(
        (opened) => {
          store = opened;
        },
        (error: unknown) => {
          opening = null;
          throw error;
        },
      );
      return opening;
    },
    get() {
      if (!store) throw new ServiceError('UNAVAILABLE', 'The store is not open.', { retryAfter: 1 });
      return store;
    },
    async close() {
      await opening?.catch(() => undefined);
      const closing = store;
      store = null;
      await closing?.close();
    },
  };
}
