/** Loads something when it is first needed and keeps it; what failed to load is tried again the next time. */
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
