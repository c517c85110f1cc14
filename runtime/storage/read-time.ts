/** How long the long reads of one operation have run: they share one time limit. */
export class ReadTime {
  #used = 0;
  #running = 0;
  #since = 0;

  /** Milliseconds. While several run, the time counts once. */
  get used(): number {
    return this.#running === 0 ? this.#used : this.#used + performance.now() - this.#since;
  }

  begin(): void {
    if (this.#running === 0) this.#since = performance.now();
    this.#running += 1;
  }

  end(): void {
    const { used } = this;
    this.#running -= 1;
    if (this.#running === 0) this.#used = used;
  }
}
