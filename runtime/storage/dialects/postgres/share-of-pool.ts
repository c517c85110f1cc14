import type { LongRead, LongReadState, Row, SqlValue } from '../../driver.js';
import { LongReads } from '../../long-reads.js';
import type { ConnectionPool } from './connection-pool.js';

export interface ShareOfPoolOptions {
  readonly connections: ConnectionPool;
  /** Size of the pool. */
  readonly max: number;
  /** Time limit of the statements of an operation, in milliseconds. */
  readonly deadline: number;
  /** Translates an error of the server for the requester. Default: unchanged. */
  readonly judged?: (error: unknown) => unknown;
}

/**
 * The server ends a statement this many milliseconds after our own deadline, so that the reason is known
 * then.
 */
const grace = 50;

/**
 * Limits long reads to a quarter of the connections, and at least one, so that the others are free for all
 * other work.
 */
export class ShareOfPool {
  readonly #connections: ConnectionPool;
  readonly #judged: (error: unknown) => unknown;
  readonly #reads: LongReads;

  constructor({ connections, max, deadline, judged = (error) => error }: ShareOfPoolOptions) {
    this.#judged = judged;
    this.#connections = connections;
    this.#reads = new LongReads({ places: Math.max(1, Math.floor(max / 4)), deadline });
  }

  get state(): LongReadState {
    return this.#reads.state;
  }

  /** @throws ServiceError UNAVAILABLE as {@link LongReads.run}. */
  all(sql: string, parameters: readonly SqlValue[], read: LongRead): Promise<readonly Row[]> {
    return this.#reads.run(read, async ({ begin, timeLeft }) => {
      const milliseconds = Math.ceil(timeLeft) + grace;
      try {
        return (await this.#connections.readWithin(sql, parameters, { milliseconds, begin })).rows;
      } catch (error) {
        throw read.clientSignal?.gone ? error : this.#judged(error);
      }
    });
  }
}
