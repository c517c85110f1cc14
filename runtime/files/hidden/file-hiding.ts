import { setTimeout as pause } from 'node:timers/promises';
import type { BackgroundWork } from '../../http/api.js';
import type { Driver } from '../../storage/driver.js';
import { createRepeatedRun } from '../../util/repeated-run.js';
import type { LiveFile } from '../records/file-table.js';
import {
  countReturning,
  type FileOwners,
  findHidden,
  forgetReturned,
  type HiddenFile,
  hasDueFile,
  noteMoved,
  releaseHidden,
  takeDueFile,
  takeHidden,
} from '../records/hidden-table.js';
import { sizesOfFiles } from '../records/size-table.js';
import type { ObjectHeaders } from '../serve/file-headers.js';
import type { FileStorage } from '../storage/file-storage.js';
import { type HiddenLease, holdHidden, lease } from './hidden-lease.js';
import { hideObjects, type MovedFile, removeHidden, returnObjects } from './move-objects.js';

/** Hides the files of documents in the trash from a public place, and brings them back. */
export interface FileHiding extends BackgroundWork {
  /**
   * After documents went to the trash or came back. Resolves when the files that came back are at their
   * addresses, or it takes so long that the service serves them meanwhile.
   */
  moved(owners: readonly FileOwners[]): Promise<void>;
  /**
   * Removes the hidden objects of a file that is removed. Its record goes with that of the file.
   *
   * @throws Error while another process moves them, StorageAway
   */
  remove(file: string): Promise<void>;
}

/** What the hiding of files needs of the service. */
export interface FileHidingParts {
  readonly driver: Driver;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The place of this name, without what is hidden in it. */
  readonly placeNamed: (name: string) => FileStorage;
  /** What a place keeps beside an object. */
  readonly headersOf: (file: Pick<LiveFile, 'collection' | 'storage'>, mimeType: string) => ObjectHeaders;
  /** Called when a file is back. */
  readonly onReturned: (file: Pick<LiveFile, 'collection' | 'document'>) => Promise<void>;
  readonly logError: (fields: object, message: string) => void;
}

/** How often files are looked for: another process may have ended before it moved them. */
const every = 30_000;
/** A size of an image that was being made is stored by then, also one of `svc media regenerate`. */
const secondLook = 900_000;
/** How long the copies of a file stay after its return. */
const keptAfterReturn = 3_600_000;
/** The longest pause after failures: an hour. */
const maxPause = 3_600_000;
/** Files that move at a time. */
const together = 4;
/** For how many milliseconds a response waits for the return of files. */
const timeout = 10_000;
/** The longest pause between two looks at it. */
const maxBetween = 160;

/** Any number of processes may run: each takes a file by a conditional update. */
export function createFileHiding(parts: FileHidingParts): FileHiding {
  const { driver, clock, placeNamed, headersOf, onReturned, logError } = parts;

  async function movedFile(file: HiddenFile, isHeld: HiddenLease['isHeld']): Promise<MovedFile> {
    return {
      ...{ file, isHeld, storage: placeNamed(file.storage), sizes: await sizesOfFiles(driver, [file.file]) },
      headersOf: (mimeType) => headersOf(file, mimeType),
    };
  }

  async function drain(isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      const now = clock();
      const taken = { now, until: now + lease };
      const file = await driver.briefTransaction((connection) => takeDueFile(connection, taken));
      if (file === null) return;
      await move(file, taken.until);
    }
  }

  async function move(file: HiddenFile, until: number): Promise<void> {
    const held = holdHidden(parts, { file: file.file, state: file.state, until });
    try {
      const moved = await movedFile(file, held.isHeld);
      if (file.state === 'hidden') await hide(file, moved, held);
      else if (file.state === 'returning') await bringBack(file, moved, held);
      else await forget(file, moved, held);
    } catch (err) {
      logError({ err, fileId: file.file }, 'the objects of a file could not be moved; it is tried again');
      const dueAt = clock() + Math.min(lease * 2 ** file.attempts, maxPause);
      await held.giveBack(dueAt).catch(() => undefined);
    }
  }

  async function hide(file: HiddenFile, moved: MovedFile, held: HiddenLease): Promise<void> {
    if (!(await hideObjects(moved))) return held.giveBack(clock());
    const dueAt = file.hasMoved ? null : clock() + secondLook;
    const taken = await held.end();
    const isNoted = await driver.briefTransaction((connection) =>
      noteMoved(connection, taken, { state: 'hidden', dueAt }),
    );
    if (!isNoted) await held.giveBack(clock());
  }

  async function bringBack(file: HiddenFile, moved: MovedFile, held: HiddenLease): Promise<void> {
    if (!(await returnObjects(moved))) return held.giveBack(clock());
    const dueAt = clock() + keptAfterReturn;
    const taken = await held.end();
    const isNoted = await driver.briefTransaction((connection) =>
      noteMoved(connection, taken, { state: 'returned', dueAt, isKept: true }),
    );
    if (!isNoted) return held.giveBack(clock());
    // A restore of another process waits for this one: its response has the addresses too.
    if (file.isLive) await onReturned(file);
    await driver.briefTransaction((connection) =>
      releaseHidden(connection, { ...taken, state: 'returned' }, dueAt),
    );
  }

  /** Looks once more that everything is back. */
  async function forget(file: HiddenFile, moved: MovedFile, held: HiddenLease): Promise<void> {
    if (file.isLive && !(await returnObjects(moved))) return held.giveBack(clock());
    if (!(await held.isHeld())) return held.giveBack(clock());
    await removeHidden(moved);
    const taken = await held.end();
    const isForgotten = await driver.briefTransaction((connection) => forgetReturned(connection, taken));
    if (!isForgotten) await held.giveBack(clock());
  }

  const repeated = createRepeatedRun({
    ...{ every, atStart: true },
    work: async (isStopped) => {
      // A transaction would keep other processes from writing: mostly nothing is due.
      if (!(await hasDueFile(driver, clock()))) return;
      await Promise.all(Array.from({ length: together }, () => drain(isStopped)));
    },
    failed: (err) => logError({ err }, 'hidden files could not be read; it is tried again'),
  });

  /** Whether nothing is left to wait for: also where the place is away. */
  async function isBack(owners: readonly FileOwners[]): Promise<boolean> {
    for (const owner of owners) if ((await countReturning(driver, owner, clock())) > 0) return false;
    return true;
  }

  async function waitFor(owners: readonly FileOwners[]): Promise<void> {
    const ended = repeated.run().then(() => true);
    if (await isBack(owners)) return;
    const waitsUntil = performance.now() + timeout;
    for (let between = 10; performance.now() < waitsUntil; between = Math.min(2 * between, maxBetween)) {
      const isIdle = await Promise.race([ended, pause(between, false)]);
      if (await isBack(owners)) return;
      // Another process is at it.
      if (isIdle) await pause(between);
    }
  }

  return {
    ...repeated,
    // The documents have moved already: an error here is none of the request.
    moved: (owners) =>
      waitFor(owners).catch((err: unknown) => logError({ err }, 'hidden files could not be read')),
    async remove(id) {
      const file = await findHidden(driver, id);
      if (file === null) return;
      const now = clock();
      const isOurs = await driver.briefTransaction((connection) =>
        takeHidden(connection, id, { now, until: now + lease }),
      );
      if (!isOurs) throw new Error('The objects of the file are being moved.');
      await removeHidden(await movedFile(file, async () => true));
    },
  };
}
