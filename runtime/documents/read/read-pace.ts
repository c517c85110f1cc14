import { reason } from '../../errors/reasons/reason.js';
import type { ReadShape } from '../../query/plan.js';
import type { ClientSignal, HeldReads, HeldSlot, ReadSource } from '../../storage/driver.js';
import { isGone } from '../../storage/long-reads.js';
import type { ReadTime } from '../../storage/read-time.js';
import { nextSlice } from '../../util/slices.js';

/** Milliseconds of work until other requests can proceed. */
const slice = 5;
/**
 * Work between two checks of the clock: half a millisecond. A read with less work does not count as large.
 */
const lookAfter = 128 * 1024;
/** Work that needs no lock among large reads: about ten milliseconds. */
const slight = 1024 * 1024;
/** The cost of a document in addition to its text. */
const ofDocument = 500;
/** Max documents that one statement reads, and their average size in bytes. */
const maxTogether = 500;
const bytesTogether = 1024 * 1024;

export interface PaceOptions {
  readonly clientSignal: ClientSignal | undefined;
  readonly time: ReadTime;
}

/**
 * The pace of a read whose response is built on the server's main thread. A small read runs without a pause,
 * at the cost of one addition for each document. A large one is cut into slices so that other requests can
 * proceed, and waits for its lock among large reads (see {@link ReadSource.longReads}). Work is counted in
 * characters.
 */
export class ReadPace {
  /** What the statements of the read share. */
  readonly time: ReadTime;
  readonly #source: ReadSource;
  readonly #recipient: ClientSignal | undefined;
  readonly #depth: number;
  #held: HeldReads | null = null;
  #turn: HeldSlot | null = null;
  /** Code of the config may take any time: other reads must not wait for it. */
  #callsOut = false;
  #isEnded = false;
  #work = 0;
  #nextLook = lookAfter;
  #since: number = performance.now();

  constructor(source: ReadSource, { depth }: Pick<ReadShape, 'depth'>, { clientSignal, time }: PaceOptions) {
    this.time = time;
    this.#source = source;
    this.#recipient = clientSignal;
    this.#depth = depth;
  }

  /**
   * The source to read from. After a pause it is the snapshot of before the pause, where the database
   * supports that.
   */
  get source(): ReadSource {
    return this.#held?.source ?? this.#source;
  }

  /** Counts a document with this many characters. Returns whether a pause is due. */
  isDue(characters: number): boolean {
    this.#work += characters + ofDocument;
    return this.#work >= this.#nextLook && this.isTime();
  }

  /** Whether a pause is due by the clock. */
  isTime(): boolean {
    this.#nextLook = this.#work + lookAfter;
    return performance.now() - this.#since > slice;
  }

  /**
   * Notes that hooks of documents run from now on, which may take any time and read by themselves. The read
   * gives up its turn and its snapshot, so that neither lasts as long as the hooks.
   */
  callsOut(): void {
    this.#callsOut = true;
    if (this.#isEnded) return;
    this.#turn?.finish();
    this.#turn = null;
    this.hasRead();
  }

  /**
   * Lets other requests proceed, where nothing more is read.
   *
   * @throws ServiceError UNAVAILABLE as {@link LongReadRunner.turn}, and where the client has disconnected.
   */
  async pause(): Promise<void> {
    if (this.#turn === null && !this.#callsOut && this.#work > slight) {
      const costliest = reason('cost.parameter', { name: this.#depth > 0 ? 'depth' : 'limit' });
      this.#turn = await this.#source.longReads.turn({ clientSignal: this.#recipient, costliest });
      this.#turn.begin(() => {
        this.#isEnded = true;
      });
    }
    await nextSlice();
    if (this.#isEnded) throw new Error('The read was ended.');
    if (this.#recipient?.gone) throw isGone();
    this.#since = performance.now();
  }

  /** The same, where more is read afterwards: later reads see what was committed before the first pause. */
  async pauseBetweenReads(): Promise<void> {
    if (this.#depth > 0 && !this.#callsOut) this.#held ??= this.#source.longReads.hold();
    await this.pause();
  }

  /** Notes that all rows are read. */
  hasRead(): void {
    this.#held?.release();
    this.#held = null;
  }

  /**
   * Rows in parts, each small enough for one statement that does not delay other requests. `size`: result
   * rows for each of them.
   */
  parts<T>(rows: readonly T[], table: string, size = 1): readonly (readonly T[])[] {
    // Elsewhere one statement is better: it sees one snapshot.
    if (!this.#source.dialect.blocksThread || rows.length * size <= 10) return [rows];
    const { rowBytes } = this.#source.longReads.sizeOf(table);
    const together = Math.min(maxTogether, Math.ceil(bytesTogether / Math.max(1, rowBytes)));
    const length = Math.max(1, Math.floor(together / size));
    if (rows.length <= length) return [rows];
    return Array.from({ length: Math.ceil(rows.length / length) }, (_, at) =>
      rows.slice(at * length, (at + 1) * length),
    );
  }

  finish(): void {
    this.hasRead();
    this.#turn?.finish();
  }

  /** @returns the error for the requester. */
  fail(error: unknown): unknown {
    this.hasRead();
    return this.#turn === null ? error : this.#turn.fail(error);
  }
}
