import type { AccessControl } from '../access/document-access.js';
import type { AuthServices } from '../auth/auth-services.js';
import type { Operations } from '../documents/operation.js';
import type { ScheduleRunner } from '../documents/schedule/run-schedule.js';
import { ServiceError } from '../errors/service-error.js';
import type { SystemSettings } from '../settings/system-settings.js';
import type { PoolState } from '../storage/driver.js';
import type { ReplicaReads } from './replica-reads.js';
import type { RequestGuard } from './request-guard.js';

/** An open store with everything on it. */
export interface OpenStore {
  readonly operations: Operations;
  /** Does what is planned for documents; null without drafts. */
  readonly schedule?: ScheduleRunner | null;
  /** Present with `auth` in the config. */
  readonly authentication?: Authentication;
  /** Decides on documents; present with `auth` in the config. */
  readonly access?: AccessControl | null;
  /** Connections to the database of documents; absent where there is no pool. */
  readonly pool?: (() => PoolState) | undefined;
  /** Absent where documents are read from the database alone. */
  readonly replicas?: ReplicaReads;
  /** Resolves while the store answers. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What a service with `auth` has beside its documents. */
export interface Authentication {
  readonly services: AuthServices;
  readonly settings: SystemSettings;
  readonly guard: RequestGuard;
}

/** Keeps the store of a service: opened once when it is first needed, again only when that failed. */
export interface StoreHolder {
  readonly isOpen: boolean;
  ready(): Promise<void>;
  get(): OpenStore;
  /** Null while the store is not open, and where there is no authentication. */
  readonly authentication: Authentication | null;
  close(): Promise<void>;
}

export function createStoreHolder(open: () => Promise<OpenStore>): StoreHolder {
  let store: OpenStore | null = null;
  let opening: Promise<void> | null = null;

  return {
    get isOpen() {
      return store !== null;
    },
    get authentication() {
      return store?.authentication ?? null;
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
