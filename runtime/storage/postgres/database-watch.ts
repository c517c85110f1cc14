/** How the watch learns and tells. */
export interface WatchParts {
  /** Asks the server over a connection of its own. True: something answered, if only a refusal. */
  readonly probe: () => Promise<boolean>;
  /** Bytes that came from the server so far. */
  readonly received: () => number;
  /** Milliseconds of silence after which the server is given up. Default 600. */
  readonly patience?: number | undefined;
  /** The server went away: whoever waits for it must be told. */
  readonly lost: () => void;
}

/** Milliseconds between two looks. */
const interval = 100;
/** Looks without a byte from the server after which it is asked. */
const suspicious = 2;

/**
 * Notices a server that stopped answering without closing its connections, as one that is paused or behind a cut network does.
 * A statement may rightly take long, so silence alone proves nothing: the server is asked over a connection of its own. Time is
 * counted in turns of the event loop's timers, so that a process that was held up itself does not blame the server.
 */
export class DatabaseWatch {
  readonly #parts: WatchParts;
  #waiting = 0;
  #silence = 0;
  #received = 0;
  #isAway = false;
  #isProbing = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Whether the server was given up. It is asked again and again until it answers. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Somebody waits for the server from now on. */
  enter(): void {
    this.#waiting += 1;
    if (this.#timer !== null) return;
    this.#silence = 0;
    this.#timer = setInterval(() => this.#look(), interval).unref();
  }

  leave(): void {
    this.#waiting -= 1;
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    if (this.#waiting === 0 && !this.#isAway) {
      this.stop();
      return;
    }
    const received = this.#parts.received();
    this.#silence = received === this.#received ? this.#silence + 1 : 0;
    this.#received = received;
    if (this.#silence >= suspicious && !this.#isProbing) void this.#ask();
    if (this.#silence >= (this.#parts.patience ?? 600) / interval && !this.#isAway) this.#giveUp();
  }

  #giveUp(): void {
    this.#isAway = true;
    this.#parts.lost();
  }

  async #ask(): Promise<void> {
    this.#isProbing = true;
    const answered = await this.#parts.probe();
    this.#isProbing = false;
    if (!answered) return;
    this.#silence = 0;
    this.#isAway = false;
  }
}
