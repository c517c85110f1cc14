import { setTimeout as pause } from 'node:timers/promises';
import { InvalidFile } from '../content/content-errors.js';
import type { ImageLimits } from '../content/image-facts.js';
import type { FileService } from '../file-service.js';
import { findLiveFile, type LiveFile } from '../records/file-table.js';
import {
  findSize,
  nextFile,
  type SizeRow,
  sizeKeyOf,
  type WantedSize,
  wantSize,
} from '../records/size-table.js';
import { takeNamedSizes, takeSizes } from '../records/taken-sizes.js';
import type { ObjectHeaders } from '../serve/file-headers.js';
import { ImageProcessEnded, ImagesClosed, MadeElsewhere, QueueFull } from './image-errors.js';
import type { ImagePool, MadeSize } from './image-pool.js';
import type { SizeMaker } from './made-sizes.js';
import { holdSizes, lease, type SizeLease } from './size-lease.js';
import type { SizeSpec } from './size-spec.js';
import { sourceOf, storeSize } from './store-size.js';
import { createTransformMaker } from './transform-maker.js';
import { type Unsettled, unsettled } from './unsettled.js';

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

/** For how many milliseconds a request waits for another process that makes its size. */
const timeout = 10_000;
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
      if (live !== null) await makeTaken(live, rows, until);
    }
  }

  async function makeTaken(live: LiveFile, rows: readonly SizeRow[], until: number): Promise<void> {
    const held = holdSizes(files, { file: live.id, names: rows.map(({ name }) => name), until });
    try {
      await make({ live, rows, isUrgent: false });
      await held.end();
    } catch (error) {
      await afterFailure(error, { live, rows, held });
    }
  }

  async function afterFailure(
    error: unknown,
    {
      live,
      rows,
      held,
    }: { readonly live: LiveFile; readonly rows: readonly SizeRow[]; readonly held: SizeLease },
  ): Promise<void> {
    // Another process may go on at once.
    if (error instanceof ImagesClosed) return held.giveBack(clock());
    const attempts = Math.max(...rows.map((row) => row.attempts));
    const isLast = error instanceof ImageProcessEnded && attempts >= maxEnded;
    if (error instanceof InvalidFile || isLast) {
      await held.giveUp();
      logError({ err: error, fileId: live.id }, 'sizes of an image could not be made');
      return;
    }
    await held.giveBack(clock() + pauseAfter(attempts));
    logError({ err: error, fileId: live.id }, 'sizes of an image could not be made; it is tried again');
  }

  /** Takes a size for a request. Null if it is made, or another process is at work on it. */
  async function take(wanted: WantedSize): Promise<TakenSize | null> {
    const { file, name } = wanted;
    const now = clock();
    const until = now + lease;
    return driver.briefTransaction(async (connection) => {
      // The row comes first: no bytes without one.
      await wantSize(connection, wanted, now);
      const row = await findSize(connection, wanted);
      if (row === null) return null;
      const [taken] = await takeNamedSizes(connection, { file, names: [name] }, { now, until });
      if (taken === undefined) return null;
      return { row, until, dueAt: Math.max(now, row.dueAt) };
    });
  }

  /**
   * The size, if it is made or another process makes it now; else this one has taken it. Two that make it at
   * a time would store different bytes under one key: those of a size depend on what is made along with it.
   */
  async function madeOrTaken(live: LiveFile, wanted: WantedSize): Promise<SizeRow | TakenSize> {
    const waitsUntil = performance.now() + timeout;
    for (let between = 10; ; between = Math.min(2 * between, maxBetween)) {
      const running = making.get(sizeKeyOf(live.collection, wanted));
      if (running !== undefined) {
        await running.done;
        return findMade(wanted);
      }
      const known = await findSize(driver, wanted);
      if (known?.made != null) return known;
      if (known?.state === 'failed') throw new InvalidFile('undecodable');
      // One that another process has is taken when its time is over: that process was killed.
      const isOfOther = known?.state === 'making' && known.dueAt > clock();
      const taken = isOfOther ? null : await take(wanted);
      if (taken !== null) return taken;
      if (performance.now() > waitsUntil) throw new MadeElsewhere();
      await pause(between);
    }
  }

  async function findMade(wanted: WantedSize): Promise<SizeRow> {
    const row = await findSize(driver, wanted);
    if (row?.made == null) throw new InvalidFile('undecodable');
    return row;
  }

  async function makeForRequest(live: LiveFile, { row, until, dueAt }: TakenSize): Promise<void> {
    const held = holdSizes(files, { file: row.file, names: [row.name], until });
    try {
      await make({ live, rows: [row], isUrgent: true });
      await held.end();
    } catch (error) {
      const isUntried = error instanceof ImagesClosed || error instanceof QueueFull;
      if (error instanceof InvalidFile) await held.giveUp();
      // A request shortens no pause after failures of the queue, and does not count as one of its attempts.
      else await held.giveBack(isUntried ? dueAt : Math.max(dueAt, clock() + pauseAfter(row.attempts)));
      throw error;
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
      const found = await madeOrTaken(live, wanted);
      if (!('until' in found)) return found;
      await makeForRequest(live, found);
      return findMade(wanted);
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

/** A size that this process has taken for a request. */
interface TakenSize {
  readonly row: SizeRow;
  readonly until: number;
  /** When the queue might have taken it. */
  readonly dueAt: number;
}

function pauseAfter(attempts: number): number {
  return Math.min(lease * 2 ** attempts, maxPause);
}

function pointOf({ focalX, focalY }: SizeRow): string {
  return `${focalX} ${focalY}`;
}
