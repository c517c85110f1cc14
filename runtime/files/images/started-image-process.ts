import { imageProgram } from '../../util/image-program.js';
import { keepAliveFor, killNow, type OwnProcess, startProgram, untilGone } from '../../util/own-process.js';
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

/** Few memory arenas keep glibc from holding what images took. */
const environment = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' };

/** One image process, from its start to its end. It takes one job at a time. */
export class StartedImageProcess {
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  readonly #child: OwnProcess;
  readonly #limits: ImageProcessLimits;
  readonly #ready: Promise<void>;
  #requested: Requested | null = null;
  #silence: NodeJS.Timeout | null = null;
  #isGone = false;

  constructor(limits: ImageProcessLimits) {
    this.#limits = limits;
    this.#child = startProgram(imageProgram, environment);
    this.gone = untilGone(this.#child, 'An image process', (sentence) => {
      this.#isGone = true;
      this.#settle()?.reject(new ImageProcessEnded(sentence));
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
    killNow(this.#child);
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
    keepAliveFor(this.#child, { isBusy: true });
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
    keepAliveFor(this.#child, { isBusy: false });
    return requested;
  }
}
