interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly bytes: number;
  newer: Entry<Value> | null;
  older: Entry<Value> | null;
  isUsed: boolean;
}

/** Beyond this many, values that were dropped without having been used are not counted. */
const maxUnused = 1024;

/** Keeps values up to a total size, and drops those first that were not used for the longest time. */
export class ByteCache<Value> {
  readonly #max: number;
  readonly #entries: Map<string, Entry<Value>> = new Map();
  /**
   * The order of use is a list of its own: to find the oldest key of a map that others were deleted from, the
   * engine passes over all of these, which takes 45 microseconds in 30,000 entries.
   */
  #newest: Entry<Value> | null = null;
  #oldest: Entry<Value> | null = null;
  #bytes = 0;
  #unused = 0;

  /** @param max In bytes. */
  constructor(max: number) {
    this.#max = max;
  }

  /** The sizes of all values together. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * About how many values were dropped for their size without having been used: one more for each of them,
   * an eighth less for each use of a value. 0 as long as all values fit, and after {@link ByteCache.clear}.
   */
  get unused(): number {
    return this.#unused;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    entry.isUsed = true;
    if (this.#unused > 0) this.#unused -= (this.#unused + 7) >> 3;
    return entry.value;
  }

  /** Keeps a value unless it is larger than all values may be together. */
  set(key: string, value: Value, bytes: number): void {
    const known = this.#entries.get(key);
    if (known !== undefined) this.#drop(known);
    if (bytes > this.#max) return;
    const entry: Entry<Value> = { key, value, bytes, newer: null, older: null, isUsed: false };
    this.#entries.set(key, entry);
    this.#link(entry);
    this.#bytes += bytes;
    while (this.#bytes > this.#max && this.#oldest !== null) this.#dropOldest(this.#oldest);
  }

  clear(): void {
    this.#unused = 0;
    this.#entries.clear();
    this.#newest = null;
    this.#oldest = null;
    this.#bytes = 0;
  }

  #dropOldest(oldest: Entry<Value>): void {
    if (!oldest.isUsed && this.#unused < maxUnused) this.#unused += 1;
    this.#drop(oldest);
  }

  #drop(entry: Entry<Value>): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
    this.#bytes -= entry.bytes;
  }

  #link(entry: Entry<Value>): void {
    entry.older = this.#newest;
    entry.newer = null;
    if (this.#newest !== null) this.#newest.newer = entry;
    this.#newest = entry;
    this.#oldest ??= entry;
  }

  #unlink(entry: Entry<Value>): void {
    if (entry.newer === null) this.#newest = entry.older;
    else entry.newer.older = entry.older;
    if (entry.older === null) this.#oldest = entry.newer;
    else entry.older.newer = entry.newer;
  }
}
