import type { PoolState, ReadSource } from './driver.js';

/**
 * Max milliseconds that a replica may be behind the primary and still be used. This bounds how old a read may
 * be: for example, of a document that was unpublished, or that a rule no longer shows.
 */
export const maxLag = 2_000;

/** A replica of the database. */
export interface ReadReplica {
  /** `PostgreSQL at db2.example.com:5432, database shop` */
  readonly place: string;
  /** Rejects with {@link ReplicaFault} when the primary may still be able to respond. */
  readonly source: ReadSource;
  /** Counts a read that the replica served. */
  answered(): void;
  /** Counts a read that the primary served instead, because the replica failed or could not know. */
  passedOver(): void;
}

/** The replicas of a database. */
export interface ReadReplicas {
  readonly all: readonly ReadReplica[];
  /**
   * Returns a replica that may be used now; null when none may, and the primary is used. While nothing
   * changes, the same reader gets the same replica, so that it never reads older data than before. Without a
   * reader: the next in turn.
   */
  pick(reader: string | null): ReadReplica | null;
  states(): readonly ReplicaState[];
  close(): Promise<void>;
}

/** The state of a replica. */
export interface ReplicaState {
  /** `db2.example.com:5432/shop` */
  readonly address: string;
  /** Whether it may be used now. */
  readonly isUsed: boolean;
  /** Max milliseconds that it is behind; null while unknown. */
  readonly lag: number | null;
  readonly answered: number;
  readonly passedOver: number;
  readonly pool: PoolState;
}

/** A replica failed in a way that says nothing about the primary. */
export class ReplicaFault extends Error {
  override readonly name = 'ReplicaFault';

  constructor(options: ErrorOptions) {
    super('The replica could not answer.', options);
  }
}
