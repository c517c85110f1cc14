import { close as closeDescriptor } from 'node:fs';

/** A stored file, and how it is opened. */
export interface OpenableFile {
  readonly key: string;
  readonly bytes: number;
  readonly checksum: string;
  /** @throws FileMissing, StorageAway */
  readonly open: () => Promise<number>;
}

/** An open file, which others may read at the same time: reads name their positions. */
export interface SharedFile {
  readonly fd: number;
  /** Ends this use of it. Called once or more often. */
  release(): void;
}

/**
 * Keeps files open between downloads: to open one and close it costs as much as to send 64 KiB of it. Who may
 * read a file is decided before, by what the database says, so nobody gets what was removed; its bytes keep
 * their space on the disk for some seconds more.
 */
export interface KeptOpen {
  /** @throws FileMissing, StorageAway */
  open(file: OpenableFile): Promise<SharedFile>;
  /** Closes what is not in use, and keeps nothing open from now on. */
  close(): void;
}

export interface KeptOpenOptions {
  /** Files that are kept open without being read, at most. */
  readonly max?: number;
  /**
   * Milliseconds after which a file is opened again: it may have been removed by something else. One that is
   * not read is closed at most half as long later.
   */
  readonly maxAge?: number;
}

interface Entry {
  readonly name: string;
  readonly fd: number;
  /** `performance.now()` */
  readonly openedAt: number;
  uses: number;
}

/** Codes of systems for too many open files. */
const tooMany: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

export function createKeptOpen({ max = 64, maxAge = 3_000 }: KeptOpenOptions = {}): KeptOpen {
  /** By what they have, in the order in which they were used. */
  const kept = new Map<string, Entry>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  /** Keeps it open no longer than it is read. */
  function drop(entry: Entry): void {
    kept.delete(entry.name);
    if (entry.uses === 0) closeDescriptor(entry.fd, () => undefined);
  }

  function dropOld(): void {
    const before = performance.now() - maxAge;
    for (const entry of [...kept.values()]) if (entry.openedAt <= before) drop(entry);
    if (kept.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  function keep(entry: Entry): void {
    if (isClosed) return;
    kept.set(entry.name, entry);
    timer ??= setInterval(dropOld, maxAge / 2).unref();
    const [oldest] = kept.values();
    if (kept.size > max && oldest !== undefined) drop(oldest);
  }

  function used(entry: Entry): SharedFile {
    entry.uses += 1;
    let isReleased = false;
    return {
      fd: entry.fd,
      release() {
        if (isReleased) return;
        isReleased = true;
        entry.uses -= 1;
        if (entry.uses === 0 && kept.get(entry.name) !== entry) closeDescriptor(entry.fd, () => undefined);
      },
    };
  }

  async function opened({ open }: OpenableFile): Promise<number> {
    try {
      return await open();
    } catch (error) {
      if (!tooMany.has(codeOf(error)) || kept.size === 0) throw error;
      for (const entry of [...kept.values()]) drop(entry);
      return open();
    }
  }

  return {
    async open(file) {
      // A size that is made again has the same key, and may have other bytes.
      const name = `${file.key} ${file.checksum} ${file.bytes}`;
      const known = kept.get(name);
      if (known !== undefined && performance.now() - known.openedAt < maxAge) {
        kept.delete(name);
        kept.set(name, known);
        return used(known);
      }
      const entry = { name, fd: await opened(file), openedAt: performance.now(), uses: 0 };
      const shared = used(entry);
      const other = kept.get(name);
      if (other !== undefined) drop(other);
      keep(entry);
      return shared;
    },
    close() {
      isClosed = true;
      for (const entry of [...kept.values()]) drop(entry);
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}

/** The code of the system for an error of a storage. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? cause.code : null;
}
