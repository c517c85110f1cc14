import type { Clock } from '../../util/clock.js';

/** As many as one flood needs; beyond that the store is asked again. */
const mostFull = 10_000;

/** The windows that were found full, so that a flood that is refused in any case does not write to the store as well. */
export class FullWindows {
  readonly #clock: Clock;
  readonly #ends: Map<string, number> = new Map();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds for which a key has nothing left; 0 where that is not known. */
  left(key: string): number {
    const endsAt = this.#ends.get(key);
    if (endsAt === undefined) return 0;
    const left = endsAt - this.#clock();
    if (left <= 0) this.#ends.delete(key);
    return Math.max(0, left);
  }

  note(key: string, endsAt: number): void {
    if (this.#ends.size >= mostFull) this.#ends.clear();
    this.#ends.set(key, endsAt);
  }
}
