interface Known {
  /** Milliseconds of a clock that only goes forward. */
  readonly at: number;
  readonly position: bigint;
}

/** How many are kept: half a minute of writes without a pause. A replica that is further behind is not read from anyway. */
const mostKept = 64;

/**
 * When the log of a server was how long. With it, how far a replica is behind is known by one clock alone: times that servers write into
 * their logs are those of other machines, and stand still where nobody writes.
 */
export class WritePositions {
  readonly #known: Known[] = [];

  /** `at`: before the server was asked. */
  note(at: number, position: bigint): void {
    if (this.#known.at(-1)?.position === position) this.#known.pop();
    this.#known.push({ at, position });
    if (this.#known.length > mostKept) this.#known.shift();
  }

  /** The latest moment that a replica has everything of which was committed before; null where that is longer ago than is known. */
  currentAt(replayed: bigint): number | null {
    return this.#known.findLast(({ position }) => position <= replayed)?.at ?? null;
  }
}
