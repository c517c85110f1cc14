import type { DialectName } from '../../codegen/databases.js';
import type { SqlDialect } from '../../query/sql/sql-dialect.js';
import type { MigrationDialect } from '../migrations/plan/migration-dialect.js';
import type { Statements } from '../statements.js';
import type { ConcurrentIndexes } from './concurrent-indexes.js';
import type { DdlDialect } from './ddl-dialect.js';
import type { Locks } from './locks.js';
import type { SearchStorage } from './search-storage.js';

/** What differs between databases, except for the driver that runs the statements. */
export interface Dialect {
  readonly name: DialectName;
  /** Its name for people: `SQLite`. */
  readonly title: string;
  /** The SQL of queries. */
  readonly sql: SqlDialect;
  /** Tables, indexes and the catalogue. */
  readonly ddl: DdlDialect;
  /** The SQL of migration files. */
  readonly migration: MigrationDialect;
  /** The indexes of searches. */
  readonly search: SearchStorage;
  readonly locks: Locks;
  /** @throws MigrationError when the database has only a part of its rows, since a copy was interrupted. */
  assertComplete(connection: Pick<Statements, 'get'>): Promise<void>;
  /** Null where indexes are built inside the transaction of their migration only. */
  readonly concurrentIndexes: ConcurrentIndexes | null;
  /**
   * Whether write transactions run at the same time. Each statement then sees what others have committed
   * before it, and a transaction locks the rows that its decisions depend on.
   */
  readonly hasConcurrentWriters: boolean;
  /** Whether the database is a server, which may be away. */
  readonly isServer: boolean;
  /** Whether a statement runs on the thread that calls it, where nothing else can run meanwhile. */
  readonly blocksThread: boolean;
}
