import { checkKey, FileMissing, type FileStorage, StorageAway, StorageFull } from './file-storage.js';
import { untilAborted } from './until-aborted.js';

/**
 * Opens a place of the config. What code of the service relies on holds whatever the place does: keys are
 * those of the service, a body ends with its client, and an unknown error means that the place is away.
 *
 * @throws StorageAway if it cannot be opened.
 */
export async function openCustomStorage(
  open: () => FileStorage | Promise<FileStorage>,
): Promise<FileStorage> {
  const storage = await named(async () => open());
  return {
    async write(key, body, options) {
      checkKey(key);
      options.signal?.throwIfAborted();
      const watched = watch(untilAborted(body, options.signal));
      try {
        return await storage.write(key, watched.body, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        // The reason is the body's, even if the place reports another one.
        if (watched.failure !== null) throw watched.failure.error;
        throw away(error);
      }
    },
    read: (key, range, signal) => named(async () => storage.read(checkKey(key), range, signal)),
    size: (key) => named(async () => storage.size(checkKey(key))),
    delete: (key) => named(async () => storage.delete(checkKey(key))),
    async *list(prefix) {
      try {
        yield* storage.list(prefix);
      } catch (error) {
        throw away(error);
      }
    },
    ...(storage.copy !== undefined && {
      copy: (from: string, to: string) => named(async () => storage.copy?.(checkKey(from), checkKey(to))),
    }),
    free: () => named(async () => (await storage.free?.()) ?? null),
  };
}

interface Watched {
  readonly body: AsyncIterable<Uint8Array>;
  /** What the body threw. */
  readonly failure: { readonly error: unknown } | null;
}

function watch(source: AsyncIterable<Uint8Array>): Watched {
  let failure: Watched['failure'] = null;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    body: chunks(),
    get failure() {
      return failure;
    },
  };
}

async function named<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw away(error);
  }
}

/** By their names: a place may have its own copy of this package. */
function away(error: unknown): unknown {
  if (!(error instanceof Error)) return new StorageAway('The place of the files failed.', { cause: error });
  switch (error.name) {
    case 'FileMissing':
      return error instanceof FileMissing ? error : new FileMissing('key' in error ? String(error.key) : '');
    case 'StorageFull':
      return error instanceof StorageFull ? error : new StorageFull(error.message, { cause: error });
    case 'RangeError':
    case 'AbortError':
      return error;
    default:
      return new StorageAway('The place of the files failed.', { cause: error });
  }
}
