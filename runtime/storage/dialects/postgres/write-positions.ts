interface Known {
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  readonly position: bigint;
}

/**
 * Max positions kept: half a minute of constant writes. A replica that is further behind is not used anyway.
 */
const maxKept = 64;

/**
 * Records the length of a server's log over time. With it the lag of a replica is measured by one clock only.
 * Timestamps in the log come from other machines' clocks, and do not advance without writes.
 */
export class WritePositions {
  readonly #known: Known[] = [];

  /** `at`: a time before the server was asked. */
  note(at: number, position: bigint): void {
    if (this.#known.at(-1)?.position === position) this.#known.pop();
    this.#known.push({ at, position });
    if (this.#known.length > maxKept) this.#known.shift();
  }

  /**
   * Returns the latest time for which a replica has everything committed before; null when that is older than
   * the records.
   */
  currentAt(replayed: bigint): number | null {
    return this.#known.findLast(({ position }) => position <= replayed)?.at ?? null;
  }
}
