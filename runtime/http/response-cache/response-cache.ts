import type { ReadSource } from '../../storage/driver.js';
import { ByteCache } from '../../util/byte-cache.js';
import { SeenKeys } from '../../util/seen-keys.js';
import type { ApiRequest, Reply } from '../api.js';

/** Makes the response to a request from what is kept. */
export type KeptResponse = (request: ApiRequest) => Reply;

/** Identifies what the database contains; null where it has nothing of the kind. */
export type DataVersion = number | string | null;

/** What is known before a read. */
export interface Looked {
  readonly kept: KeptResponse | undefined;
  /**
   * What the database contained at that time; undefined where it was not asked, null where the response is
   * not to be kept.
   */
  readonly version: DataVersion | undefined;
}

/** A response to keep. */
export interface Keeping {
  readonly respond: KeptResponse;
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

/** Keeps responses to reads until the next commit, of this process or another. */
export interface ResponseCache {
  /**
   * Looks for a response that is right for the database as it is now. The first key that has one counts; the
   * last one identifies the read.
   */
  look(keys: readonly string[]): Promise<Looked>;
  keep(key: string, keeping: Keeping): void;
  state(): ResponseCacheState;
}

/** Approximate bytes of an entry in addition to its body: its key, plan and closures. */
function overheadOf(key: string): number {
  return 500 + 2 * key.length;
}

/** Where the version costs a round trip: max requests in a row for which it is not asked. */
const maxPause = 32;

const notAsked: Looked = Object.freeze({ kept: undefined, version: undefined });
const notToKeep: Looked = Object.freeze({ kept: undefined, version: null });

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
export function createResponseCache(
  source: Pick<ReadSource, 'dataVersion' | 'versionSql'>,
  maxBytes: number,
): ResponseCache {
  const cache = new ByteCache<KeptResponse>(maxBytes);
  const seen = new SeenKeys();
  let version: DataVersion = null;
  let hits = 0;
  let misses = 0;
  let pause = 0;
  let skipped = 0;

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
  function passesOver(keys: readonly string[]): boolean {
    if (source.versionSql === null) return false;
    if (!keys.some((key) => cache.has(key))) return true;
    if (skipped >= pause) return false;
    skipped += 1;
    return true;
  }

  async function find(keys: readonly string[]): Promise<Looked> {
    if (!seen.note(keys.at(-1) ?? '')) return notToKeep;
    if (passesOver(keys)) return notAsked;
    const now = await source.dataVersion();
    if (now === null) return notToKeep;
    skipped = 0;
    pause = now === version ? 0 : Math.min(maxPause, pause * 2 + 1);
    enter(now);
    for (const key of keys) {
      const kept = cache.get(key);
      if (kept !== undefined) return { kept, version: now };
    }
    return { kept: undefined, version: now };
  }

  return {
    async look(keys) {
      const looked = await find(keys);
      if (looked.kept === undefined) misses += 1;
      else hits += 1;
      return looked;
    },
    keep(key, { respond, bytes, version: read }) {
      if (read === null) return;
      enter(read);
      cache.set(key, respond, bytes + overheadOf(key));
    },
    state: () => ({ hits, misses, bytes: cache.bytes }),
  };
}
