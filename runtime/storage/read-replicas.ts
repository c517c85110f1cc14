import type { PoolState, ReadSource } from './driver.js';

/**
 * Milliseconds that a replica may be behind the database and still be read from. Nobody reads anything older: not a document that was
 * unpublished, not one that a rule no longer shows.
 */
export const mostLag = 2_000;

/** A copy of the database that follows it. */
export interface ReadReplica {
  /** `PostgreSQL at db2.example.com:5432, database shop` */
  readonly place: string;
  /** Rejects with {@link ReplicaFault} where the database itself may know better. */
  readonly source: ReadSource;
  /** It gave an answer. */
  answered(): void;
  /** It did not, or could not know; the database was asked instead. */
  passedOver(): void;
}

/** The replicas of a database. */
export interface ReadReplicas {
  readonly all: readonly ReadReplica[];
  /**
   * One that may be read from now; null where none may, and then the database is. The same reader gets the same one while nothing
   * changes, so that time does not go backwards for them; null: the next in turn.
   */
  pick(reader: string | null): ReadReplica | null;
  states(): readonly ReplicaState[];
  close(): Promise<void>;
}

/** How a replica does. */
export interface ReplicaState {
  /** `db2.example.com:5432/shop` */
  readonly address: string;
  /** It may be read from now. */
  readonly isUsed: boolean;
  /** Milliseconds that it is behind at most; null while that is unknown. */
  readonly lag: number | null;
  readonly answered: number;
  readonly passedOver: number;
  readonly pool: PoolState;
}

/** A replica failed in a way that says nothing about the database. */
export class ReplicaFault extends Error {
  override readonly name = 'ReplicaFault';

  constructor(options: ErrorOptions) {
    super('The replica could not answer.', options);
  }
}
