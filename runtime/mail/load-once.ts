/** Loads something when it is first needed and keeps it; a failed load is retried on the next call. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;

  async function attempt(): Promise<T> {
    try {
      return await load();
    } catch (error) {
      loading = null;
      throw error;
    }
  }

  return function loaded() {
    loading ??= attempt();
    return loading;
  };
}
