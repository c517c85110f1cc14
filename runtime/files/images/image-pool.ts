import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InvalidFile } from '../content/content-errors.js';
import type { ImageLimits } from '../content/image-facts.js';
import { ImageProcessEnded, ImagesClosed, ImageUnwanted, QueueFull } from './image-errors.js';
import type { InspectedImage, InspectJob, MadeMessage, SizesJob } from './image-messages.js';
import { type SizeSpec, sizeType } from './size-spec.js';
import { StartedImageProcess } from './started-image-process.js';

/** An image as a file on this machine, or as bytes that are put into one for the time of the job. */
export interface ImageSource extends ImageLimits {
  readonly file: string | (() => Promise<AsyncIterable<Uint8Array>>);
  /** The type that was found. */
  readonly mimeType: string;
}

/** A size that was made. */
export interface MadeSize {
  readonly spec: SizeSpec;
  /** A file that is removed when `store` has ended. */
  readonly path: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
}

export interface WantedSizes {
  readonly sizes: readonly SizeSpec[];
  /** 0 to 100. */
  readonly focalX: number;
  readonly focalY: number;
  /** What it takes turns with. Default `queued`. */
  readonly lane?: ImageLane;
  /** Ends the wait for a turn. What has begun is made. */
  readonly signal?: AbortSignal | undefined;
  /** Is called for each size as soon as it is made, the smallest first. */
  store(made: MadeSize): Promise<void>;
}

/**
 * `urgent`: a size of the config that a request waits for; it goes ahead of all others. `transform`: a size
 * that a request asks for in its parameters. These have a queue of their own, which takes turns with
 * `queued`, so that readers do not delay uploads. `queued`: no request waits.
 */
export type ImageLane = 'urgent' | 'transform' | 'queued';

export interface ImagePoolOptions {
  /** Processes. `uploads.imageWorkers`, default 1. */
  readonly workers?: number;
  /** Images that may wait. `uploads.imageQueue`, default 100. */
  readonly maxQueue?: number;
  /** Bytes of resident memory of a process. Default 768 MiB: a photo of 24 megapixels takes 200 MiB. */
  readonly maxMemoryBytes?: number;
  /** Milliseconds without progress. Default 30 000. */
  readonly maxSilence?: number;
  /** Milliseconds after which an idle process ends. Default 60 000. */
  readonly idleAfter?: number;
}

export interface ImagePoolState {
  readonly waiting: number;
  readonly running: number;
  /** Processes that ended before their job was done, since the start. */
  readonly restarts: number;
  /** Sizes that were made, since the start. */
  readonly made: number;
  /** Jobs that failed, since the start. */
  readonly failures: number;
  /** For how long jobs were at work, since the start. */
  readonly milliseconds: number;
  /** Ids of the processes that are there. */
  readonly pids: readonly number[];
}

interface AwaitedTurn {
  readonly lane: ImageLane;
  readonly signal?: AbortSignal | undefined;
}

/** A job that waits. */
interface Turn {
  resolve(process: StartedImageProcess): void;
  reject(error: Error): void;
}

const attempts = 2;

/**
 * Decodes and makes images in processes of their own, which are started when the first image comes. This
 * process never loads libvips.
 *
 * @example
 * ```ts
 * const images = new ImagePool({ workers: 1 });
 * const { thumbhash } = await images.inspect({ file: path, mimeType: 'image/jpeg', maxPixels, maxFrames });
 * ```
 */
export class ImagePool {
  readonly #options: Required<ImagePoolOptions>;
  readonly #lanes: Readonly<Record<ImageLane, Turn[]>> = { urgent: [], transform: [], queued: [] };
  readonly #idle: StartedImageProcess[] = [];
  readonly #all: Set<StartedImageProcess> = new Set();
  #running = 0;
  #restarts = 0;
  #made = 0;
  #failures = 0;
  #milliseconds = 0;
  /** Whose turn it is, of the two that take turns. */
  #next: ImageLane = 'transform';
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ImagePoolOptions = {}) {
    this.#options = {
      workers: 1,
      maxQueue: 100,
      maxMemoryBytes: 768 * 1_048_576,
      maxSilence: 30_000,
      idleAfter: 60_000,
      ...options,
    };
  }

  get state(): ImagePoolState {
    const { urgent, transform, queued } = this.#lanes;
    return {
      waiting: urgent.length + transform.length + queued.length,
      running: this.#running,
      restarts: this.#restarts,
      made: this.#made,
      failures: this.#failures,
      milliseconds: this.#milliseconds,
      pids: [...this.#all].flatMap(({ pid }) => pid ?? []),
    };
  }

  /** @throws QueueFull if a job would find no room. To be called before bytes are taken. */
  checkRoom(lane: ImageLane = 'urgent'): void {
    const { maxQueue } = this.#options;
    const { urgent, transform, queued } = this.#lanes;
    const waiting = lane === 'transform' ? transform.length : urgent.length + queued.length;
    if (waiting >= maxQueue) throw new QueueFull(maxQueue);
  }

  /**
   * Decodes an image once, and makes its placeholder. A request waits for it, so it goes ahead.
   *
   * @throws InvalidFile, QueueFull, SharpMissing, ImagesClosed
   */
  async inspect(source: ImageSource): Promise<InspectedImage> {
    return this.#during({ lane: 'urgent' }, async (run) =>
      this.#withFile(source, async (path) => {
        const { mimeType, maxPixels, maxFrames } = source;
        const inspected = await run({ svc: 'inspect', path, mimeType, maxPixels, maxFrames }).catch(
          (error: unknown) => {
            throw error instanceof ImageProcessEnded ? new InvalidFile('undecodable') : error;
          },
        );
        if (inspected === null) throw new Error('An image process gave another answer than was asked for.');
        return inspected;
      }),
    );
  }

  /**
   * Makes sizes of an image. What was stored stays when another size fails.
   *
   * @throws InvalidFile, QueueFull, SharpMissing, ImagesClosed, what `store` throws, and ImageProcessEnded: a
   * busy machine may be the cause, so it can be tried again later.
   */
  async makeSizes(source: ImageSource, wanted: WantedSizes): Promise<void> {
    await this.#during({ lane: wanted.lane ?? 'queued', signal: wanted.signal }, async (run) =>
      this.#withFile(source, async (path, folder) => {
        const stored: Promise<void>[] = [];
        const left = new Set(wanted.sizes);
        const { mimeType, maxPixels, maxFrames } = source;
        const { focalX, focalY } = wanted;
        const jobOf = (): SizesJob => ({
          ...{ svc: 'sizes', path, mimeType, maxPixels, maxFrames, folder, focalX, focalY },
          // A second attempt makes what the first one has not.
          sizes: [...left],
        });
        let job = jobOf();
        const store = async (made: MadeMessage): Promise<void> => {
          const spec = job.sizes[made.index];
          if (spec === undefined) return;
          left.delete(spec);
          const file = join(folder, String(made.index));
          const { bytes, width, height } = made;
          await wanted.store({ spec, path: file, bytes, width, height, mimeType: sizeType(mimeType, spec) });
          this.#made += 1;
          await rm(file, { force: true });
        };
        const onMade = (made: MadeMessage): void => {
          const storing = store(made);
          storing.catch(() => undefined);
          stored.push(storing);
        };
        try {
          await run(() => {
            job = jobOf();
            return job;
          }, onMade);
        } finally {
          await Promise.allSettled(stored);
        }
        await Promise.all(stored);
      }),
    );
  }

  /** Ends all processes; jobs that wait or run fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    process.off('exit', this.#killAll);
    for (const lane of Object.values(this.#lanes))
      for (const turn of lane.splice(0)) turn.reject(new ImagesClosed());
    const all = [...this.#all];
    this.#killAll();
    await Promise.all(all.map((each) => each.gone));
  }

  /** Runs work when it is its turn. */
  async #during<T>(awaited: AwaitedTurn, work: (run: RunJob) => Promise<T>): Promise<T> {
    let current = await this.#turn(awaited);
    const start = performance.now();
    const run: RunJob = async (job, onMade) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await current.run(typeof job === 'function' ? job() : job, onMade);
        } catch (error) {
          if (!(error instanceof ImageProcessEnded)) throw error;
          if (this.#isClosed) throw new ImagesClosed();
          this.#restarts += 1;
          if (attempt === attempts) throw error;
          current = this.#start();
        }
      }
    };
    try {
      return await work(run);
    } catch (error) {
      this.#failures += 1;
      throw error;
    } finally {
      this.#milliseconds += performance.now() - start;
      this.#end(current);
    }
  }

  async #turn({ lane, signal }: AwaitedTurn): Promise<StartedImageProcess> {
    if (this.#isClosed) throw new ImagesClosed();
    if (signal?.aborted === true) throw new ImageUnwanted();
    if (this.#running < this.#options.workers) {
      this.#running += 1;
      return this.#take();
    }
    const queue = this.#lanes[lane];
    if (queue.length >= this.#options.maxQueue) throw new QueueFull(this.#options.maxQueue);
    return new Promise((resolve, reject) => {
      const turn: Turn = { resolve, reject };
      queue.push(turn);
      signal?.addEventListener(
        'abort',
        () => {
          const place = queue.indexOf(turn);
          if (place === -1) return;
          queue.splice(place, 1);
          reject(new ImageUnwanted());
        },
        { once: true },
      );
    });
  }

  #end(used: StartedImageProcess): void {
    if (!used.isGone && !this.#isClosed) this.#idle.push(used);
    const next = this.#isClosed ? undefined : this.#nextTurn();
    if (next !== undefined) {
      next.resolve(this.#take());
      return;
    }
    this.#running -= 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#endIdle(), this.#options.idleAfter).unref();
  }

  #nextTurn(): Turn | undefined {
    const { urgent, transform, queued } = this.#lanes;
    const first = urgent.shift();
    if (first !== undefined) return first;
    const isTransform = queued.length === 0 || (transform.length > 0 && this.#next === 'transform');
    this.#next = isTransform ? 'queued' : 'transform';
    return (isTransform ? transform : queued).shift();
  }

  #take(): StartedImageProcess {
    let process = this.#idle.pop();
    while (process?.isGone) process = this.#idle.pop();
    return process ?? this.#start();
  }

  #start(): StartedImageProcess {
    const { maxMemoryBytes, maxSilence } = this.#options;
    const started = new StartedImageProcess({ maxMemoryBytes, maxSilence });
    if (this.#all.size === 0) process.once('exit', this.#killAll);
    this.#all.add(started);
    void started.gone.then(() => {
      this.#all.delete(started);
      if (this.#all.size === 0) process.off('exit', this.#killAll);
    });
    return started;
  }

  #endIdle(): void {
    for (const each of this.#idle.splice(0)) each.kill();
  }

  /** Also runs when this process exits without closing. */
  readonly #killAll = (): void => {
    for (const each of this.#all) each.kill();
  };

  /** Runs work with a folder of its own, which is removed, and the image as a file. */
  async #withFile<T>({ file }: ImageSource, work: (path: string, folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-image-'));
    try {
      if (typeof file === 'string') return await work(file, folder);
      const path = join(folder, 'original');
      await pipeline(await file(), createWriteStream(path, { mode: 0o600 }));
      return await work(path, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

type RunJob = (
  job: InspectJob | (() => SizesJob),
  onMade?: (made: MadeMessage) => void,
) => Promise<InspectedImage | null>;
