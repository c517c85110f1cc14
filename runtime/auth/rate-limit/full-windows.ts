import type { Clock } from '../../util/clock.js';

/** As many as one flood needs; beyond that the store is asked again. */
const maxFull = 10_000;

/**
 * The windows that were found full, so that a flood that is refused in any case does not write to the store
 * as well.
 */
export class FullWindows {
  readonly #clock: Clock;
  readonly #ends: Map<string, { readonly endsAt: number; readonly left: number }> = new Map();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds for which a key has nothing left; 0 where that is not known. */
  left(key: string): number {
    const end = this.#ends.get(key);
    if (end === undefined) return 0;
    const left = end.endsAt - this.#clock();
    // More than there was: the clock was set back, and the store knows what that means.
    if (left > 0 && left <= end.left) return left;
    this.#ends.delete(key);
    return 0;
  }

  forget(key: string): void {
    this.#ends.delete(key);
  }

  note(key: string, endsAt: number): void {
    if (this.#ends.size >= maxFull) this.#ends.clear();
    this.#ends.set(key, { endsAt, left: endsAt - this.#clock() });
  }
}
