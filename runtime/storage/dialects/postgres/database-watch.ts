/** How the watch checks the server and reports its loss. */
export interface WatchParts {
  /** Contacts the server over a separate connection. True if it responded, even with a refusal. */
  readonly probe: () => Promise<boolean>;
  /** Bytes received from the server so far. */
  readonly received: () => number;
  /** Milliseconds without a response after which the server is given up. Default 600. */
  readonly silenceTimeout?: number | undefined;
  /** Called when the server is given up: waiting requests must fail. */
  readonly lost: () => void;
}

/** Milliseconds between two checks. */
const interval = 100;
/** Checks without a received byte after which the server is probed. */
const suspicious = 2;

/**
 * Detects a server that stops responding without closing its connections, for example because it is paused or
 * the network is cut. A statement may be slow, so silence alone proves nothing: the server is probed over a
 * separate connection. Time is counted in ticks of the event loop's timers, so that a process which was
 * itself blocked does not blame the server.
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

  /** Whether the server was given up. It is probed until it responds. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Call this when a request begins to wait for the server. */
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
    if (this.#silence >= (this.#parts.silenceTimeout ?? 600) / interval && !this.#isAway) this.#giveUp();
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
