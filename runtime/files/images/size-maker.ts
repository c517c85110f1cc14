import { setTimeout as pause } from 'node:timers/promises';
import type { BackgroundWork } from '../../http/api.js';
import { InvalidFile } from '../content/content-errors.js';
import type { ImageLimits } from '../content/image-facts.js';
import type { FileService } from '../open-files.js';
import { findLiveFile, type LiveFile } from '../records/file-table.js';
import {
  failSizes,
  findSize,
  nextFile,
  postponeSizes,
  type SizeRow,
  sizeKeyOf,
  takeSize,
  takeSizes,
  type WantedSize,
  wantSize,
} from '../records/size-table.js';
import type { ObjectHeaders } from '../serve/file-headers.js';
import { ImageProcessEnded, ImagesClosed } from './image-errors.js';
import type { ImagePool, MadeSize } from './image-pool.js';
import type { SizeSpec } from './size-spec.js';
import { sourceOf, storeSize } from './store-size.js';
import { createTransformMaker, type MakeTransform } from './transform-maker.js';

/** Makes the sizes of images: those of the queue one image after the other, and others when requested. */
export interface SizeMaker extends BackgroundWork {
  /** Says that the queue has something, without waiting for it. */
  wake(): void;
  /**
   * The size with its bytes, which are made first where they are not there, ahead of the queue.
   *
   * @throws InvalidFile for an image that cannot be decoded, QueueFull, ImageProcessEnded, and errors of the
   * storage.
   */
  ensure(live: LiveFile, wanted: WantedSize): Promise<SizeRow>;
  /** The size that a request asks for, beyond those of the config. */
  readonly transform: MakeTransform;
  /**
   * Makes sizes of an image that no document names yet, and waits for them.
   *
   * @throws as {@link ensure}.
   */
  makeFirst(source: LiveFile, wanted: readonly WantedSize[]): Promise<void>;
}

export interface SizeMakerParts {
  readonly files: Pick<FileService, 'driver' | 'clock' | 'options' | 'storageNamed'>;
  readonly pool: ImagePool;
  /** Limits of the images of a collection. */
  readonly limitsOf: (collection: string) => ImageLimits;
  /** What a place keeps beside the bytes of a size. */
  readonly headersOf: (live: LiveFile, mimeType: string) => ObjectHeaders;
  /** Called when sizes were made of an image that a document names. */
  readonly onMade: (live: LiveFile) => Promise<void>;
  readonly logError: (fields: object, message: string) => void;
}

/** How long the sizes of an image belong to the process that makes them; it renews the time. */
const lease = 60_000;
const renewal = 20_000;
/** For how many milliseconds a request waits for another process that makes its size. */
const patience = 10_000;
/** The longest pause between two looks at it. */
const maxBetween = 160;
/** How often the queue is looked at: another process may have ended before its sizes were made. */
const every = 30_000;
/** The longest pause after failures: an hour. */
const maxPause = 3_600_000;
/** After so many attempts an image that ends its processes is given up; a busy machine ends them too. */
const maxEnded = 3;

interface Job {
  readonly live: LiveFile;
  readonly rows: readonly SizeRow[];
  readonly isUrgent: boolean;
}

export function createSizeMaker({
  files,
  pool,
  limitsOf,
  headersOf,
  onMade,
  logError,
}: SizeMakerParts): SizeMaker {
  const { driver, clock, options } = files;
  /** Sizes that this process is making, by their keys. */
  const making = new Map<string, Unsettled>();
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Makes sizes that are not being made in this process yet, and waits for those that are. */
  async function make({ live, rows, isUrgent }: Job): Promise<void> {
    const keyOfRow = (row: SizeRow): string => sizeKeyOf(live.collection, row);
    const others = rows.flatMap((row) => making.get(keyOfRow(row))?.done ?? []);
    const own = rows.filter((row) => !making.has(keyOfRow(row)));
    for (const row of own) making.set(keyOfRow(row), unsettled());
    try {
      if (own.length > 0) await makeGroups({ live, rows: own, isUrgent });
      await Promise.all(others);
      if (own.length > 0 && live.document !== '') await onMade(live);
    } catch (error) {
      for (const row of own) making.get(keyOfRow(row))?.reject(error);
      throw error;
    } finally {
      for (const row of own) {
        making.get(keyOfRow(row))?.resolve();
        making.delete(keyOfRow(row));
      }
    }
  }

  /** A draft may have another focal point than what is published: the image is decoded for each. */
  async function makeGroups({ rows, ...job }: Job): Promise<void> {
    const points = new Set(rows.map(pointOf));
    for (const point of points)
      await makeGroup({ ...job, rows: rows.filter((row) => pointOf(row) === point) });
  }

  async function makeGroup({ live, rows, isUrgent }: Job): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { focalX, focalY } = first;
    const bySpec = new Map<SizeSpec, SizeRow>(rows.map((row) => [row.spec, row]));
    const source = sourceOf(files, live, limitsOf(live.collection));
    const store = async (made: MadeSize): Promise<void> => {
      const row = bySpec.get(made.spec);
      if (row === undefined) return;
      await storeSize(files, { live, row }, { ...made, headers: headersOf(live, made.mimeType) });
      making.get(sizeKeyOf(live.collection, row))?.resolve();
    };
    const lane = isUrgent ? 'urgent' : 'queued';
    await pool.makeSizes(source, { sizes: [...bySpec.keys()], focalX, focalY, lane, store });
  }

  async function drain(): Promise<void> {
    while (!isStopped) {
      const now = clock();
      const file = await nextFile(driver, now);
      if (file === null) return;
      const until = now + lease;
      const rows = await driver.briefTransaction((connection) =>
        takeSizes(connection, file.id, { now, until }),
      );
      const live = rows.length === 0 ? null : await findLiveFile(driver, file);
      if (live !== null) await makeTaken(live, rows);
    }
  }

  async function makeTaken(live: LiveFile, rows: readonly SizeRow[]): Promise<void> {
    const names = rows.map(({ name }) => name);
    const postpone = (dueAt: number): Promise<void> =>
      driver.briefTransaction((connection) => postponeSizes(connection, live.id, { names, dueAt }));
    const renewing = setInterval(() => {
      postpone(clock() + lease).catch(() => undefined);
    }, renewal).unref();
    try {
      await make({ live, rows, isUrgent: false });
    } catch (error) {
      await afterFailure(error, { live, rows, names, postpone });
    } finally {
      clearInterval(renewing);
    }
  }

  async function afterFailure(
    error: unknown,
    failed: {
      readonly live: LiveFile;
      readonly rows: readonly SizeRow[];
      readonly names: readonly string[];
      postpone(dueAt: number): Promise<void>;
    },
  ): Promise<void> {
    const { live, rows, names, postpone } = failed;
    // Another process may go on at once.
    if (error instanceof ImagesClosed) return postpone(clock());
    const attempts = Math.max(...rows.map((row) => row.attempts));
    const isLast = error instanceof ImageProcessEnded && attempts >= maxEnded;
    if (error instanceof InvalidFile || isLast) {
      await driver.briefTransaction((connection) => failSizes(connection, live.id, names));
      logError({ err: error, fileId: live.id }, 'sizes of an image could not be made');
      return;
    }
    await postpone(clock() + Math.min(lease * 2 ** attempts, maxPause));
    logError({ err: error, fileId: live.id }, 'sizes of an image could not be made; it is tried again');
  }

  /**
   * The size, if it is made or another process makes it now. Null if this one has to make it: two at a time
   * would store different bytes under one key, since those of a size depend on what is made along with it.
   */
  async function madeMeanwhile(live: LiveFile, wanted: WantedSize): Promise<SizeRow | null> {
    const patientUntil = performance.now() + patience;
    for (let between = 10; ; between = Math.min(2 * between, maxBetween)) {
      const known = await findSize(driver, wanted);
      if (known?.made != null) return known;
      if (known?.state === 'failed') throw new InvalidFile('undecodable');
      // This process makes it, or makes it now.
      if (making.has(sizeKeyOf(live.collection, wanted))) return null;
      const now = clock();
      const until = now + lease;
      const isTaken = await driver.briefTransaction(async (connection) => {
        // The row comes first: no bytes without one.
        if (known === null || known.state === 'dead') await wantSize(connection, wanted, now);
        return takeSize(connection, wanted, { now, until });
      });
      // A process that was killed makes nothing.
      if (isTaken || performance.now() > patientUntil) return null;
      await pause(between);
    }
  }

  async function run(): Promise<void> {
    isAsked = true;
    running ??= drainAll().finally(() => {
      running = null;
    });
    return running;
  }

  async function drainAll(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      try {
        await Promise.all(Array.from({ length: options.imageWorkers }, drain));
      } catch (err) {
        logError({ err }, 'the queue of images could not be read; it is tried again');
        return;
      }
    }
  }

  return {
    transform: createTransformMaker({
      ...{ files, pool, limitsOf, logError },
      // So no one keeps others from the queue.
      maxOfRequester: Math.max(1, Math.floor(options.imageQueue / 2)),
    }),
    start() {
      timer ??= setInterval(() => void run(), every).unref();
      void run();
    },
    run,
    wake: () => void run(),
    async stop() {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      await pool.close();
      await running;
    },
    async ensure(live, wanted) {
      const known = await madeMeanwhile(live, wanted);
      if (known !== null) return known;
      const row: SizeRow = { attempts: 0, made: null, state: 'wanted', dueAt: clock() + lease, ...wanted };
      const names = [wanted.name];
      try {
        await make({ live, rows: [row], isUrgent: true });
      } catch (error) {
        await driver.briefTransaction((connection) =>
          error instanceof InvalidFile
            ? failSizes(connection, live.id, names)
            : postponeSizes(connection, live.id, { names, dueAt: clock() }),
        );
        throw error;
      }
      const made = await findSize(driver, wanted);
      if (made?.made == null) throw new InvalidFile('undecodable');
      return made;
    },
    async makeFirst(source, wanted) {
      const until = clock() + lease;
      await driver.briefTransaction(async (connection) => {
        for (const size of wanted) await wantSize(connection, size, until);
      });
      const first = { attempts: 0, made: null, state: 'wanted', dueAt: until } as const;
      const rows = wanted.map((size) => ({ ...first, ...size }));
      await make({ live: source, rows, isUrgent: true });
    },
  };
}

function pointOf({ focalX, focalY }: SizeRow): string {
  return `${focalX} ${focalY}`;
}

interface Unsettled {
  readonly done: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

function unsettled(): Unsettled {
  let resolve = (): void => {};
  let reject = (_error: unknown): void => {};
  const done = new Promise<void>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  // Often nobody waits for it.
  done.catch(() => undefined);
  return { done, resolve: () => resolve(), reject: (error) => reject(error) };
}
