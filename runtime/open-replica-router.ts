import type { AccessControl } from './access/document-access.js';
import { anonymous } from './access/requester.js';
import type { ContractDescriptor } from './codegen/descriptors.js';
import type { DatabaseConfig } from './config/database-config.js';
import { replicasOf } from './config/database-options.js';
import type { DatabaseOperations } from './documents/operation.js';
import type { ReplicaRouter } from './http/api.js';
import { createReplicaRouter } from './http/routing/replica-router.js';
import { databaseAt } from './storage/dialects/index.js';
import { openRecentWriters } from './storage/dialects/recent-writers.js';
import type { Driver } from './storage/driver.js';

export interface ReplicaRouterParts {
  readonly database: DatabaseConfig;
  /**
   * Open, with all tables that this server needs: what a replica must have replayed is known from here on.
   */
  readonly driver: Driver;
  readonly operations: DatabaseOperations;
  readonly contract: ContractDescriptor;
  /** Null where there is no authentication. */
  readonly access: AccessControl | null;
  /** Milliseconds that one statement may take; 0: as long as the driver's default. */
  readonly statementTimeout: number;
  /** Max milliseconds of a long read. */
  readonly longReadTimeout: number;
  readonly note: (level: 'info' | 'warn', message: string) => void;
  readonly logError: (fields: object, message: string) => void;
  /** What tests set instead of waiting. */
  readonly bounds?: ReplicaBounds;
}

/**
 * Milliseconds that a replica may be behind, that a write is remembered, and that a replica may be silent.
 */
export interface ReplicaBounds {
  readonly maxLag: number;
  readonly remembered: number;
  readonly timeout: number;
}

/** What chooses replicas for reads, and the resources to close afterwards. */
export interface OpenReplicaRouter {
  readonly router: ReplicaRouter;
  /** Before the database. */
  close(): Promise<void>;
}

/** Null for a database without replicas. */
export async function openReplicaRouter(parts: ReplicaRouterParts): Promise<OpenReplicaRouter | null> {
  const { database, driver, operations, contract, access, statementTimeout, note, logError, bounds } = parts;
  const { longReadTimeout } = parts;
  const urls = replicasOf(database);
  const replicable = databaseAt(database).replicas;
  if (urls.length === 0 || replicable === null) return null;
  const writers = await openRecentWriters(driver, bounds?.remembered);
  const replicas = await replicable.open({
    urls,
    longReadTimeout,
    note,
    ...(statementTimeout > 0 && { statementTimeout }),
    ...(bounds && { maxLag: bounds.maxLag, timeout: bounds.timeout }),
  });
  const anonymousWrite = access === null || mayAnonymousWrite(access, contract);
  return {
    router: createReplicaRouter({ replicas, writers, operations, anonymousWrite, logError }),
    close: () => replicas.close(),
  };
}

/** As far as it is known before a request: a callback may allow any requester to write. */
function mayAnonymousWrite(access: AccessControl, { collections, globals }: ContractDescriptor): boolean {
  const rights = access.forRequest(anonymous, () => {
    throw new Error('Nothing is asked for anybody in particular here.');
  });
  return [...collections, ...globals].some((document) =>
    (['create', 'update', 'delete'] as const).some(
      (operation) => rights.verdict(document, operation) !== 'denied',
    ),
  );
}
