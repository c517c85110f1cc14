/**
 * The size in bytes of the texts of a response. Bytes are counted only when there could be too many: a UTF-16
 * unit has at most three bytes, and counting the bytes of a concatenated text means copying it.
 */
export class AnswerSize {
  readonly #max: number;
  #bytes = 0;
  #uncounted: string[] = [];
  #units = 0;
  /** Size of the text that is being built. */
  #inside = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a text; returns whether all of them are still within the maximum. */
  add(text: string): boolean {
    this.#inside = 0;
    this.#uncounted.push(text);
    this.#units += text.length;
    if (this.#bytes + this.#units * 3 <= this.#max) return true;
    for (const one of this.#uncounted) this.#bytes += Buffer.byteLength(one);
    this.#uncounted = [];
    this.#units = 0;
    return this.#bytes <= this.#max;
  }

  /**
   * Adds a part of the next text; returns false if that text is certainly too large, so that it need not be
   * built.
   */
  addPart(text: string): boolean {
    this.#inside += text.length;
    return this.#bytes + this.#units + this.#inside <= this.#max;
  }
}
