import type { WriteSource } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import type { IdSource } from '../util/ids.js';
import type { KeyedMutex } from '../util/keyed-mutex.js';
import type { ReferrerMap } from './relations/referrers.js';

/** Tables of the collections by slug: the main table, and with drafts that of pending rows. */
export type TargetTables = ReadonlyMap<string, readonly string[]>;

/** What all documents share. */
export interface DocumentEnvironment {
  readonly driver: WriteSource;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: DocumentLog;
  readonly tables: TargetTables;
  /** For every collection with files, the fields that take some types of them only. */
  readonly narrowed: ReferrerMap;
  /** The service has authentication: nothing is read or written without the rights of a requester. */
  readonly secured: boolean;
  /** Writers of one document; null where the database itself has one writer at a time. */
  readonly mutex: KeyedMutex | null;
  /**
   * Runs work that follows the commit of a write, such as `afterChange` hooks: immediately, or after the
   * commit of the whole transaction where the write is one of many.
   */
  afterCommit(work: () => Promise<void>): Promise<void>;
}

/** The log of the documents: errors of hooks that run after the commit. */
export interface DocumentLog {
  error(fields: object, message: string): void;
}
