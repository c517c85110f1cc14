/**
 * A body that is taken in parts. Where it breaks off, the part in hand ends with what has arrived, so that it
 * can be kept.
 */
export class PartedBody {
  readonly #source: AsyncIterator<Uint8Array>;
  #current: Uint8Array | null = null;
  #isEnded = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Why the body broke off; null as long as it has not. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** Whether no more bytes come; waits until that is known. */
  async isAtEnd(): Promise<boolean> {
    while (this.#current === null && !this.#isEnded) await this.#pull();
    return this.#current === null;
  }

  /** The next bytes, at most so many. */
  async *take(max: number): AsyncGenerator<Uint8Array> {
    for (let left = max; left > 0 && !(await this.isAtEnd()); ) {
      const chunk = this.#current ?? new Uint8Array();
      const taken = chunk.subarray(0, left);
      this.#current = taken.byteLength < chunk.byteLength ? chunk.subarray(left) : null;
      left -= taken.byteLength;
      yield taken;
    }
  }

  /** Reads no further. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    void this.#source.return?.();
  }

  async #pull(): Promise<void> {
    try {
      const next = await this.#source.next();
      if (next.done === true) this.#isEnded = true;
      else if (next.value.byteLength > 0) this.#current = next.value;
    } catch (error) {
      this.#isEnded = true;
      this.#failure = { error };
    }
  }
}
