import type { DataVersion, ReadSource } from '../../storage/driver.js';
import { ByteCache } from '../../util/byte-cache.js';
import { SeenKeys } from '../../util/seen-keys.js';
import { whenKnown } from '../../util/when-known.js';

/** What is known before a read. */
export interface Looked<Kept> {
  readonly kept: Kept | undefined;
  /**
   * What the database contained at that time; undefined where it was not asked, null where the response is
   * not to be kept.
   */
  readonly version: DataVersion | undefined;
}

/** What a read knows of the version of the data. */
export interface LookOptions {
  /** Whether the version is asked before the read, whose own statements do not return it. */
  readonly isAsked?: boolean;
  /** The version, where the same request has asked for it before. */
  readonly version?: DataVersion | undefined;
}

/** A response to keep. */
export interface Keeping<Kept> {
  readonly respond: Kept;
  /** Size of its body. */
  readonly bytes: number;
  /** What the database contained when its read began, or before. */
  readonly version: DataVersion;
}

/** Counters of the kept responses of a process. */
export interface ResponseCacheState {
  readonly hits: number;
  readonly misses: number;
  /** Bytes that kept responses take, approximately. */
  readonly bytes: number;
}

/**
 * Keeps responses to reads until the next commit, of this process or another.
 *
 * @typeParam Kept - what makes the response to a request from what is kept.
 */
export interface ResponseCache<Kept> {
  /**
   * Looks for a response that is right for the database as it is now. The first key that has one counts; the
   * last one identifies the read. Returns no promise where the version of the database takes no round trip.
   */
  look(keys: readonly string[], options?: LookOptions): Looked<Kept> | Promise<Looked<Kept>>;
  keep(key: string, keeping: Keeping<Kept>): void;
  state(): ResponseCacheState;
}

/** Approximate bytes of an entry in addition to its body: its key, plan, head and closures. */
function overheadOf(key: string): number {
  return 600 + 2 * key.length;
}

/** Where the version costs a round trip: max requests in a row for which it is not asked. */
const maxPause = 32;

/** Max responses in a row that are not kept, if those before them were dropped without having been used. */
const maxPassed = 64;

const notAsked: Looked<never> = Object.freeze({ kept: undefined, version: undefined });
const notToKeep: Looked<never> = Object.freeze({ kept: undefined, version: null });

/**
 * A response is kept when it is requested for the second time, so that reads which are never repeated cost
 * nothing.
 *
 * All that is kept belongs to one version of the data, and is used while the database has that version. A
 * database never returns to an earlier version, so a response whose read began in a version is right as
 * long as it lasts.
 *
 * @param maxBytes Max bytes of all that is kept.
 */
export function createResponseCache<Kept>(
  source: Pick<ReadSource, 'dataVersion' | 'versionSql'>,
  maxBytes: number,
): ResponseCache<Kept> {
  const cache = new ByteCache<Kept>(maxBytes);
  const seen = new SeenKeys();
  let version: DataVersion = null;
  let hits = 0;
  let misses = 0;
  let pause = 0;
  let skipped = 0;
  /** Responses that were not kept since the last one that was. */
  let passed = 0;

  /** What is kept is of this version, or of none. */
  function enter(entered: DataVersion): void {
    if (entered === version) return;
    cache.clear();
    version = entered;
  }

  /**
   * Whether a read without the version costs less: its statement returns the version too, and nothing is
   * kept, or what was kept was out of date again and again.
   */
  function passesOver(isKept: boolean, isAsked: boolean): boolean {
    if (source.versionSql === null) return false;
    if (!isKept && !isAsked) return true;
    if (skipped >= pause) return false;
    skipped += 1;
    return true;
  }

  /**
   * Whether it does not pay to keep one more: responses were dropped without having been used, since more of
   * them are requested in turn than there is room for.
   */
  function passesBy(): boolean {
    if (passed >= Math.min(cache.unused, maxPassed)) return false;
    passed += 1;
    return true;
  }

  function find(keys: readonly string[], now: DataVersion): Looked<Kept> {
    if (now === null) return missed(notToKeep);
    skipped = 0;
    pause = now === version ? 0 : Math.min(maxPause, pause * 2 + 1);
    enter(now);
    for (const key of keys) {
      const kept = cache.get(key);
      if (kept !== undefined) {
        hits += 1;
        return { kept, version: now };
      }
    }
    return missed({ kept: undefined, version: now });
  }

  function missed(looked: Looked<Kept>): Looked<Kept> {
    misses += 1;
    return looked;
  }

  return {
    look(keys, { isAsked = false, version: known } = {}) {
      const isKept = keys.some((key) => cache.has(key));
      if (!seen.note(keys.at(-1) ?? '') && !isKept) return missed(notToKeep);
      if (!isKept && passesBy()) return missed(notToKeep);
      if (known !== undefined) return find(keys, known);
      if (passesOver(isKept, isAsked)) return missed(notAsked);
      return whenKnown(source.dataVersion(), (now) => find(keys, now));
    },
    keep(key, { respond, bytes, version: read }) {
      if (read === null) return;
      enter(read);
      passed = 0;
      cache.set(key, respond, bytes + overheadOf(key));
    },
    state: () => ({ hits, misses, bytes: cache.bytes }),
  };
}
