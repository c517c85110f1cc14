import { InvalidFile } from './content-errors.js';

const nothing: Buffer = Buffer.alloc(0);

/** More bytes are never held at a time, whatever length a file names. */
const maxHeldBytes = 4 * 1_048_576;

/** Reads chunks as a file whose structure is followed from the beginning to the end, holding one chunk. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #current: Buffer = nothing;
  #position = 0;
  #isEnded = false;
  #seen: Buffer[] | null = null;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Bytes that were taken. */
  get position(): number {
    return this.#position;
  }

  /** From now on all chunks are kept for {@link takeSeen}, as they come. */
  keepSeen(): void {
    this.#seen = [];
  }

  /** The chunks that came since the last call. */
  takeSeen(): readonly Buffer[] {
    const seen = this.#seen ?? [];
    this.#seen = [];
    return seen;
  }

  /**
   * The next bytes, exactly so many.
   *
   * @throws InvalidFile `truncated`, or `corrupt` for more than are held
   */
  async take(count: number): Promise<Buffer> {
    if (this.#current.length < count) await this.fill(count);
    return this.takeAvailable(count);
  }

  /** The bytes that are there, at least one, without taking them. @throws InvalidFile `truncated` */
  async peek(): Promise<Buffer> {
    if (this.#current.length === 0) await this.fill(1);
    return this.#current;
  }

  /** Takes bytes that {@link peek} showed. */
  takeAvailable(count: number): Buffer {
    const taken = this.#current.subarray(0, count);
    this.#current = this.#current.subarray(count);
    this.#position += count;
    return taken;
  }

  /**
   * Waits until so many bytes are there.
   *
   * @throws InvalidFile `truncated`, or `corrupt` for more than are held
   */
  async fill(count: number): Promise<void> {
    if (count > maxHeldBytes) throw new InvalidFile('corrupt');
    const chunks = this.#current.length === 0 ? [] : [this.#current];
    let length = this.#current.length;
    let isWhole = length >= count;
    while (!isWhole) {
      const chunk = await this.#pull();
      if (chunk === null) break;
      chunks.push(chunk);
      length += chunk.length;
      isWhole = length >= count;
    }
    // Joined once: a client may send chunks of one byte.
    const [first = nothing] = chunks;
    this.#current = chunks.length > 1 ? Buffer.concat(chunks, length) : first;
    if (!isWhole) throw new InvalidFile('truncated');
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#current.length === 0) {
      const chunk = await this.#pull();
      if (chunk === null) return true;
      this.#current = chunk;
    }
    return false;
  }

  /** Passes so many bytes on as they come. @throws InvalidFile `truncated` */
  async *pass(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const taken = this.takeAvailable(Math.min(left, (await this.peek()).length));
      left -= taken.length;
      yield taken;
    }
  }

  /** Takes so many bytes and yields an empty buffer for each chunk of them, so that nothing piles up. */
  async *drop(count: number): AsyncGenerator<Buffer> {
    for await (const _ of this.pass(count)) yield nothing;
  }

  /** As {@link drop}, with zeros in the place of the bytes. */
  async *blank(count: number): AsyncGenerator<Buffer> {
    for await (const chunk of this.pass(count)) yield Buffer.alloc(chunk.length);
  }

  /** As {@link drop}, to the end. */
  async *dropRest(): AsyncGenerator<Buffer> {
    while (!(await this.isAtEnd())) {
      this.takeAvailable(this.#current.length);
      yield nothing;
    }
  }

  async *passRest(): AsyncGenerator<Buffer> {
    while (!(await this.isAtEnd())) yield this.takeAvailable(this.#current.length);
  }

  /** The next chunk; null at the end. */
  async #pull(): Promise<Buffer | null> {
    if (this.#isEnded) return null;
    const next = await this.#chunks.next();
    if (next.done) {
      this.#isEnded = true;
      return null;
    }
    const chunk = bufferOf(next.value);
    this.#seen?.push(chunk);
    return chunk;
  }

  /** Ends the source. */
  async end(): Promise<void> {
    if (!this.#isEnded) await this.#chunks.return?.();
  }
}

/** The same bytes, not a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
