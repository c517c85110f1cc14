/** Which reads of this process were slow since they were last stored. */
import { createHash } from 'node:crypto';
import type { ReadPattern } from '../../query/read-pattern.js';
import type { Clock } from '../../util/clock.js';
import { ReadClock } from './read-clock.js';

/** The reads of one pattern, added up. Times are in milliseconds. */
export interface SlowReadSum {
  /** Identifies the collection or global with the pattern. */
  readonly shape: string;
  /** A collection (`posts`) or global (`globals.site`). */
  readonly slug: string;
  /** A `ReadPattern` as JSON. */
  readonly pattern: string;
  count: number;
  totalMs: number;
  maxMs: number;
  pageMs: number;
  countMs: number;
  /** How many were ended at a time limit, or when their client left. */
  failed: number;
  /** Milliseconds since 1970. */
  lastAt: number;
  /** How many took at most each time of {@link steps}, and longer than the one before; then the rest. */
  readonly steps: number[];
}

/** Upper ends of times, in milliseconds. */
export const steps = [100, 200, 400, 800, 1_600, 3_200] as const;

/** Max patterns between two times of storing. */
export const maxPatterns = 200;
/** Max characters of a pattern that is kept. */
const maxPatternLength = 8_000;

export interface SlowReads {
  /**
   * Runs a read and notes it if it was slow. What it returns or throws stays the same.
   *
   * @param patternOf - Called only for a slow read.
   */
  watch<T>(slug: string, read: (clock: ReadClock) => Promise<T>, patternOf: () => ReadPattern): Promise<T>;
  /** Removes what was noted, and returns it. */
  take(): readonly SlowReadSum[];
  /** Calls `listener` whenever a slow read was noted. */
  onNoted(listener: (shape: string) => void): void;
}

/** @param threshold - Milliseconds from which a read is slow. */
export function createSlowReads(threshold: number, clock: Clock): SlowReads {
  const sums = new Map<string, SlowReadSum>();
  let noted: (shape: string) => void = () => {};

  function note(slug: string, read: ReadPattern, times: ReadClock, failed: boolean): void {
    const pattern = JSON.stringify(read);
    if (pattern.length > maxPatternLength) return;
    const shape = createHash('sha256').update(`${slug} ${pattern}`).digest('base64url').slice(0, 22);
    const sum = sums.get(shape) ?? begin(shape, slug, pattern);
    const total = times.total;
    sum.count += 1;
    sum.totalMs += total;
    sum.maxMs = Math.max(sum.maxMs, total);
    sum.pageMs += times.page.ran;
    sum.countMs += times.count.ran;
    sum.failed += failed ? 1 : 0;
    sum.lastAt = clock();
    const at = steps.findIndex((end) => total <= end);
    const step = at === -1 ? steps.length : at;
    sum.steps[step] = (sum.steps[step] ?? 0) + 1;
    noted(shape);
  }

  function begin(shape: string, slug: string, pattern: string): SlowReadSum {
    if (sums.size >= maxPatterns) dropLeast();
    const sum: SlowReadSum = {
      ...{
        shape,
        slug,
        pattern,
        count: 0,
        totalMs: 0,
        maxMs: 0,
        pageMs: 0,
        countMs: 0,
        failed: 0,
        lastAt: 0,
      },
      steps: Array.from({ length: steps.length + 1 }, () => 0),
    };
    sums.set(shape, sum);
    return sum;
  }

  function dropLeast(): void {
    let least: SlowReadSum | null = null;
    for (const sum of sums.values()) if (least === null || sum.totalMs < least.totalMs) least = sum;
    if (least !== null) sums.delete(least.shape);
  }

  return {
    async watch(slug, read, patternOf) {
      const times = new ReadClock();
      let isDone = false;
      try {
        const result = await read(times);
        isDone = true;
        return result;
      } finally {
        if (times.total >= threshold) note(slug, patternOf(), times, !isDone);
      }
    },
    take() {
      const taken = [...sums.values()];
      sums.clear();
      return taken;
    },
    onNoted(listener) {
      noted = listener;
    },
  };
}
