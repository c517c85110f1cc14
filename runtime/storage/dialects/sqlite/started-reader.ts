import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../util/package-root.js';
import type { Row, SqlValue } from '../../driver.js';
import { readerProgram } from './driver-files.js';
import type { ReaderAnswer, ReaderMessage } from './reader-messages.js';

/** The compiled file, wherever the server's own code runs from: source in tests, or a bundle. */
const program = join(packageRoot, readerProgram);

/** Max start time of a process, in milliseconds: usually some hundred, unless the machine is very busy. */
const startPatience = 15_000;

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
  readonly #child: ChildProcess;
  #asked: Requested | null = null;
  #isGone = false;

  constructor(path: string) {
    this.#child = fork(program, [], {
      // Keeps buffers and large numbers as they are.
      serialization: 'advanced',
      // Options for a profiler or debugger of the server do not apply to this process.
      execArgv: [],
      env: environment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.gone = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.#isGone = true;
        this.#settle()?.reject(new ReaderEnded(reason));
        resolve();
      };
      this.#child.once('error', (error) => end(`A reader process could not be started: ${error.message}`));
      this.#child.once('exit', (code, signal) =>
        end(`A reader process ended with ${signal ?? `exit code ${code}`}.`),
      );
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

  /** Kills it, also during a statement. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #start(path: string): Promise<void> {
    const timer = setTimeout(() => this.kill(), startPatience);
    try {
      await this.#ask({ svc: 'open', path });
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(message: ReaderMessage): Promise<ReaderAnswer> {
    if (this.#isGone) throw new ReaderEnded('The reader process is gone.');
    this.#keepAlive(true);
    const answer = await new Promise<ReaderAnswer>((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#child.send(message, (error) => {
        if (error !== null) this.#settle()?.reject(new ReaderEnded(error.message));
      });
    });
    if (answer.svc !== 'failed') return answer;
    throw Object.assign(new Error(answer.message), answer.code === null ? {} : { code: answer.code });
  }

  #settle(): Requested | null {
    const requested = this.#asked;
    this.#asked = null;
    this.#keepAlive(false);
    return requested;
  }

  /** An otherwise idle process may end while its readers are idle, but not while a statement runs. */
  #keepAlive(isRequested: boolean): void {
    if (isRequested) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }
}

/** Passes on none of the server's secrets. Windows starts no program without the first variable. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
