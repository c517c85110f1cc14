/**
 * Passes chunks on until the signal aborts, also while the next one is awaited: a client that is gone may
 * never send another. The source is ended then.
 *
 * @throws the reason of the signal, or what the source throws.
 */
export async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const chunks = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await unlessAborted(chunks.next(), signal);
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that waits for bytes returns only after they have come.
    if (!isDone) chunks.return?.().catch(() => undefined);
  }
}

/**
 * Not a race with one promise of the signal: that would hold the results of all races, which are the bytes of
 * the whole file.
 */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
