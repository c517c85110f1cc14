/** A point in time by which work is to be done. */
export interface Deadline {
  /** Milliseconds from its beginning to its end; `Infinity` where it never passes. */
  readonly allowed: number;
  readonly isPassed: boolean;
  /** Waits for work until the deadline; what takes longer goes on by itself. The work must not reject. */
  wait(work: Promise<void>): Promise<void>;
}

/** @param milliseconds - from now on; 0: it never passes. */
export function deadlineIn(milliseconds: number): Deadline {
  const end = milliseconds === 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
  return {
    allowed: milliseconds === 0 ? Number.POSITIVE_INFINITY : milliseconds,
    get isPassed() {
      return performance.now() >= end;
    },
    async wait(work) {
      if (milliseconds === 0) return work;
      let timer: NodeJS.Timeout | undefined;
      const passed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.max(0, end - performance.now()));
      });
      await Promise.race([work, passed]);
      clearTimeout(timer);
    },
  };
}
