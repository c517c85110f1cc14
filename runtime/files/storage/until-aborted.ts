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
  const aborted = abortOf(signal);
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), aborted.promise]);
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    aborted.forget();
    // Not awaited: a generator that waits for bytes returns only after they have come.
    if (!isDone) chunks.return?.().catch(() => undefined);
  }
}

function abortOf(signal: AbortSignal): { readonly promise: Promise<never>; forget(): void } {
  let onAbort = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => undefined);
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
