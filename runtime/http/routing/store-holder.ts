import type { AccessControl } from '../../access/document-access.js';
import type { AuthServices } from '../../auth/auth-services.js';
import type { Operations } from '../../documents/operation.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { SystemSettings } from '../../settings/system-settings.js';
import type { LongReadStates, PoolState } from '../../storage/driver.js';
import type { KeptResponse, ReplicaRouter, ServicePart } from '../api.js';
import type { ResponseCache } from '../response-cache/response-cache.js';
import type { RequestGuard } from '../security/request-guard.js';

/** An open store and the services that use it. */
export interface OpenStore {
  readonly operations: Operations;
  /** What capabilities add, by their names. */
  readonly parts?: ReadonlyMap<string, ServicePart>;
  /** Present with `auth` in the config. */
  readonly authentication?: Authentication;
  /** Decides access to documents; present with `auth` in the config. */
  readonly access?: AccessControl | null;
  /** State of the connection pool of documents; absent without a pool. */
  readonly pool?: (() => PoolState) | undefined;
  /** State of long reads of documents. */
  readonly longReads?: () => LongReadStates;
  /** Keeps responses to reads of documents; absent where none are kept. */
  readonly responses?: ResponseCache<KeptResponse>;
  /** Absent without replicas. */
  readonly replicas?: ReplicaRouter;
  /** Resolves if the store responds. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The services that `auth` adds. */
export interface Authentication {
  readonly services: AuthServices;
  readonly settings: SystemSettings;
  readonly guard: RequestGuard;
}

/** Holds the store of a service: opened once when first needed, again only after a failure. */
export interface StoreHolder {
  readonly isOpen: boolean;
  ready(): Promise<void>;
  get(): OpenStore;
  /** Null until the store is open, and without authentication. */
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
      if (!store) throw new ServiceError('UNAVAILABLE', reason('store.notOpen'), { retryAfter: 1 });
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
