import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { LongRead, LongReadState, Row, SqlValue } from '../../driver.js';
import { LongReads } from '../../long-reads.js';
import { translateSqliteError } from './sqlite-errors.js';
import { ReaderEnded, StartedReader } from './started-reader.js';

export interface ReaderProcessesOptions {
  /** The database file. */
  readonly path: string;
  /** Time limit of the statements of an operation, in milliseconds. */
  readonly deadline: number;
  /** Milliseconds after which an idle process is ended. Default 30 000. */
  readonly idleAfter?: number;
}

/** One address uses at most two (`long-reads.ts`), so one is left for all others. */
const maxProcesses = 3;

/**
 * The reader processes of a database file. Each is started only when a read needs it. A read past its
 * deadline is killed together with its process, and the next read gets a new one.
 */
export class ReaderProcesses {
  readonly #path: string;
  readonly #idleAfter: number;
  readonly #reads: LongReads;
  readonly #all: Set<StartedReader> = new Set();
  readonly #idle: StartedReader[] = [];
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor({ path, deadline, idleAfter = 30_000 }: ReaderProcessesOptions) {
    this.#path = path;
    this.#idleAfter = idleAfter;
    this.#reads = new LongReads({ places: maxProcesses, deadline });
  }

  get state(): LongReadState {
    return this.#reads.state;
  }

  /** @throws ServiceError UNAVAILABLE as {@link LongReads.run}, and when the process ended by itself. */
  async all(sql: string, parameters: readonly SqlValue[], read: LongRead): Promise<readonly Row[]> {
    try {
      return await this.#reads.run(read, async (turn) => {
        const reader = await this.#take();
        turn.begin(() => reader.kill());
        return reader.read(sql, parameters).finally(() => this.#giveBack(reader));
      });
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /** Ends all of them at once; their reads fail with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    process.off('exit', this.#killAll);
    const all = [...this.#all];
    this.#killAll();
    await Promise.all(all.map((reader) => reader.gone));
  }

  async #take(): Promise<StartedReader> {
    if (this.#closed) throw shuttingDown();
    let reader = this.#idle.pop();
    while (reader?.isGone) reader = this.#idle.pop();
    reader ??= this.#start();
    try {
      await reader.ready;
    } catch (error) {
      reader.kill();
      throw error;
    }
    return reader;
  }

  #start(): StartedReader {
    const reader = new StartedReader(this.#path);
    if (this.#all.size === 0) process.once('exit', this.#killAll);
    this.#all.add(reader);
    void reader.gone.then(() => {
      this.#all.delete(reader);
      if (this.#all.size === 0) process.off('exit', this.#killAll);
    });
    return reader;
  }

  /** The last used one comes first, so that the others become idle. */
  #giveBack(reader: StartedReader): void {
    if (reader.isGone || this.#closed) return;
    this.#idle.push(reader);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#endIdle(), this.#idleAfter).unref();
  }

  #endIdle(): void {
    for (const reader of this.#idle.splice(0)) reader.kill();
  }

  /** Also runs when this process exits without closing. */
  readonly #killAll = (): void => {
    for (const reader of this.#all) reader.kill();
  };

  #translate(error: unknown): unknown {
    if (!(error instanceof ReaderEnded)) return translateSqliteError(error);
    if (this.#closed) return shuttingDown();
    return new ServiceError('UNAVAILABLE', reason('database.readerEnded'), {
      retryAfter: 1,
      cause: error,
    });
  }
}

function shuttingDown(): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('service.shuttingDown'), { retryAfter: 5 });
}
