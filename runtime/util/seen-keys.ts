/** Max keys, and max length of all keys together, of one of the two generations. */
const maxKeys = 5_000;
const maxLength = 500_000;

/** Remembers which keys were used recently: at least the last 5,000, unless they are long. */
export class SeenKeys {
  #young: Set<string> = new Set();
  #old: Set<string> = new Set();
  #length = 0;

  /** Whether the key was used recently. Now it is. */
  note(key: string): boolean {
    if (this.#young.has(key)) return true;
    const isKnown = this.#old.has(key);
    if (this.#young.size >= maxKeys || this.#length > maxLength) {
      this.#old = this.#young;
      this.#young = new Set();
      this.#length = 0;
    }
    this.#young.add(key);
    this.#length += key.length;
    return isKnown;
  }
}
