/**
 * Runs a task once after activity, when nothing has happened for a while. It does not keep the process alive.
 */
export class IdleTask {
  readonly #milliseconds: number;
  readonly #task: () => void;
  #timer: NodeJS.Timeout | null = null;
  #happened = false;
  #stopped = false;

  constructor(milliseconds: number, task: () => void) {
    this.#milliseconds = milliseconds;
    this.#task = task;
  }

  /** Reports activity. Cheap: a timer is set only when there is none. */
  note(): void {
    this.#happened = true;
    if (this.#timer === null && !this.#stopped) this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#happened = false;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#happened) this.#wait();
      else this.#task();
    }, this.#milliseconds).unref();
  }
}
