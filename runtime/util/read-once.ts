/** Returns a function that reads something at its first call, and gives the same to all others. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= read();
    return result;
  };
}
