import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { imageProgram } from '../../util/image-program.js';
import { packageRoot } from '../../util/package-root.js';
import { InvalidFile } from '../content/content-errors.js';
import { ImageProcessEnded, SharpMissing } from './image-errors.js';
import type {
  ImageAnswer,
  ImageMessage,
  InspectedImage,
  InspectJob,
  MadeMessage,
  SizesJob,
} from './image-messages.js';

export interface ImageProcessLimits {
  /** Bytes of resident memory above which a process ends itself. */
  readonly maxMemoryBytes: number;
  /** Milliseconds without any progress after which a process is killed. */
  readonly maxSilence: number;
}

interface Requested {
  onMade(made: MadeMessage): void;
  resolve(inspected: InspectedImage | null): void;
  reject(error: Error): void;
}

/** One image process, from its start to its end. It takes one job at a time. */
export class StartedImageProcess {
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #limits: ImageProcessLimits;
  readonly #ready: Promise<void>;
  #requested: Requested | null = null;
  #silence: NodeJS.Timeout | null = null;
  #isGone = false;

  constructor(limits: ImageProcessLimits) {
    this.#limits = limits;
    this.#child = fork(join(packageRoot, imageProgram), [], {
      serialization: 'advanced',
      // Options for a profiler or debugger of the server do not apply to this process.
      execArgv: [],
      env: environment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.gone = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.#isGone = true;
        this.#settle()?.reject(new ImageProcessEnded(reason));
        resolve();
      };
      this.#child.once('error', (error) => end(`An image process could not be started: ${error.message}`));
      this.#child.once('exit', (code, signal) =>
        end(`An image process ended with ${signal ?? `exit code ${code}`}.`),
      );
    });
    this.#child.on('message', (answer: ImageAnswer) => this.#receive(answer));
    this.#ready = this.#start();
    this.#ready.catch(() => undefined);
  }

  /** Whether it no longer takes jobs. */
  get isGone(): boolean {
    return this.#isGone;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * @param onMade - is called for each size, as soon as its file is written.
   * @throws InvalidFile, SharpMissing, and ImageProcessEnded when the process ended meanwhile.
   */
  async run(
    job: InspectJob | SizesJob,
    onMade: (made: MadeMessage) => void = () => undefined,
  ): Promise<InspectedImage | null> {
    await this.#ready;
    return this.#ask(job, onMade);
  }

  /** Kills it, also during a job. This process stays until it is gone: `gone` may be awaited. */
  kill(): void {
    this.#child.ref();
    this.#child.kill('SIGKILL');
  }

  async #start(): Promise<void> {
    const { maxMemoryBytes } = this.#limits;
    try {
      await this.#ask({ svc: 'start', maxMemoryBytes }, () => undefined);
    } catch (error) {
      if (error instanceof ImageProcessEnded) throw error;
      throw new SharpMissing('The package sharp cannot be loaded: npm install sharp', { cause: error });
    }
  }

  async #ask(message: ImageMessage, onMade: (made: MadeMessage) => void): Promise<InspectedImage | null> {
    if (this.#isGone) throw new ImageProcessEnded('The image process is gone.');
    this.#keepAlive(true);
    return new Promise<InspectedImage | null>((resolve, reject) => {
      this.#requested = { onMade, resolve, reject };
      this.#expectProgress();
      this.#child.send(message, (error) => {
        if (error !== null) this.#settle()?.reject(new ImageProcessEnded(error.message));
      });
    });
  }

  #receive(answer: ImageAnswer): void {
    if (answer.svc === 'made') {
      this.#expectProgress();
      this.#requested?.onMade(answer);
      return;
    }
    const requested = this.#settle();
    if (answer.svc === 'ready') requested?.resolve(null);
    else if (answer.svc === 'done') requested?.resolve(answer.inspected);
    else if (answer.isInvalid) requested?.reject(new InvalidFile('undecodable'));
    else requested?.reject(new Error(`An image could not be processed: ${answer.message}`));
  }

  #expectProgress(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.kill(), this.#limits.maxSilence);
  }

  #settle(): Requested | null {
    const requested = this.#requested;
    this.#requested = null;
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#keepAlive(false);
    return requested;
  }

  /** An otherwise idle server may end while its image processes are idle, but not during a job. */
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

/**
 * Passes on none of the server's secrets. Windows starts no program without the first variable. Few memory
 * arenas keep glibc from holding what images took.
 */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  const ours = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' };
  return SystemRoot === undefined ? ours : { ...ours, SystemRoot };
}
