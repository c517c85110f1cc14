import {
  keepAliveFor,
  killNow,
  type OwnProcess,
  startProgram,
  untilGone,
} from '../../../util/own-process.js';
import type { Row, SqlValue } from '../../driver.js';
import { readerProgram } from './driver-files.js';
import type { ReaderAnswer, ReaderMessage } from './reader-messages.js';

/** Max start time of a process, in milliseconds. It usually takes some hundred, more on a busy machine. */
const startTimeout = 15_000;

/** A reader process ended before it returned a result. */
export class ReaderEnded extends Error {
  override readonly name = 'ReaderEnded';
}

interface Requested {
  resolve(answer: ReaderAnswer): void;
  reject(error: Error): void;
}

/** One reader process, from its start to its end. It takes one statement at a time. */
export class StartedReader {
  /** Resolves when it takes statements. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  readonly #child: OwnProcess;
  #requested: Requested | null = null;
  #isGone = false;

  constructor(path: string) {
    this.#child = startProgram(readerProgram);
    this.gone = untilGone(this.#child, 'A reader process', (sentence) => {
      this.#isGone = true;
      this.#settle()?.reject(new ReaderEnded(sentence));
    });
    this.#child.on('message', (answer: ReaderAnswer) => this.#settle()?.resolve(answer));
    this.ready = this.#start(path);
    this.ready.catch(() => undefined);
  }

  /** Whether it no longer takes statements. */
  get isGone(): boolean {
    return this.#isGone;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws ReaderEnded when the process ended meanwhile; otherwise the error of SQLite. */
  async read(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const answer = await this.#ask({ svc: 'read', sql, parameters });
    if (answer.svc === 'rows') return answer.rows;
    throw new Error('A reader process gave another answer than rows.');
  }

  /** Kills it, also during a statement. This process stays until it is gone: `gone` may be awaited. */
  kill(): void {
    killNow(this.#child);
  }

  async #start(path: string): Promise<void> {
    const timer = setTimeout(() => this.kill(), startTimeout);
    try {
      await this.#ask({ svc: 'open', path });
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(message: ReaderMessage): Promise<ReaderAnswer> {
    if (this.#isGone) throw new ReaderEnded('The reader process is gone.');
    keepAliveFor(this.#child, { isBusy: true });
    const answer = await new Promise<ReaderAnswer>((resolve, reject) => {
      this.#requested = { resolve, reject };
      this.#child.send(message, (error) => {
        if (error !== null) this.#settle()?.reject(new ReaderEnded(error.message));
      });
    });
    if (answer.svc !== 'failed') return answer;
    throw Object.assign(new Error(answer.message), answer.code === null ? {} : { code: answer.code });
  }

  #settle(): Requested | null {
    const requested = this.#requested;
    this.#requested = null;
    keepAliveFor(this.#child, { isBusy: false });
    return requested;
  }
}
