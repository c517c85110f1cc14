/** The time of a part of a read, in milliseconds. */
export class PartClock {
  /** Time in which its statements ran. */
  ran = 0;
  /** Time in which they waited for a turn among long reads. */
  waited = 0;

  /**
   * Measures a statement, also one that fails.
   *
   * @param mayWait - Whether it begins only when `began` is called.
   */
  async time<T>(mayWait: boolean, read: (began: () => void) => Promise<T>): Promise<T> {
    const asked = performance.now();
    let begun = mayWait ? null : asked;
    try {
      return await read(() => {
        begun ??= performance.now();
      });
    } finally {
      const ended = performance.now();
      this.ran += ended - (begun ?? ended);
      this.waited += (begun ?? ended) - asked;
    }
  }
}

/** Where the time of a read goes. What is neither its page nor its count is making the response of them. */
export class ReadClock {
  readonly page: PartClock = new PartClock();
  readonly count: PartClock = new PartClock();
  readonly #begun: number = performance.now();

  /** Milliseconds since the read began, without its waits for other long reads. */
  get total(): number {
    return performance.now() - this.#begun - this.page.waited - this.count.waited;
  }
}
