import type { CounterStore } from './session-store.js';

export interface CountedUse {
  readonly name: string;
  /** Milliseconds from the first use on. */
  readonly life: number;
  readonly now: number;
}

/**
 * Counts one use of a limit, and runs the work with the count that includes it. If the work fails, the use is
 * taken back: a fault of a storage must not use up the limit of a person.
 */
export async function countedWhile<T>(
  counters: CounterStore,
  { name, life, now }: CountedUse,
  work: (count: number) => Promise<T>,
): Promise<T> {
  const { value } = await counters.add(name, 1, life, now);
  try {
    return await work(value);
  } catch (error) {
    await takeBack(counters, { name, life, now });
    throw error;
  }
}

/** What failed before is reported, not that it stays counted. */
async function takeBack(counters: CounterStore, { name, life, now }: CountedUse): Promise<void> {
  try {
    const { value } = await counters.add(name, -1, life, now);
    if (value < 0) await counters.delete(name);
  } catch {
    return;
  }
}
