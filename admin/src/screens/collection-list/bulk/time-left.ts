interface Work {
  /** In milliseconds, as from `Date.now()`. */
  readonly begunAt: number;
  readonly tried: number;
  readonly total: number;
}

/** Milliseconds before the first estimate; an earlier one would be too unsteady. */
const firstGuess = 3000;

/**
 * Estimates the remaining seconds from the speed so far, rounded so that the text does not flicker; null
 * while unknown.
 */
export function timeLeft({ begunAt, tried, total }: Work, now: number = Date.now()): number | null {
  const elapsed = now - begunAt;
  if (elapsed < firstGuess || tried === 0) return null;
  const seconds = (elapsed / 1000 / tried) * (total - tried);
  const step = seconds < 60 ? 5 : 30;
  return Math.max(step, Math.ceil(seconds / step) * step);
}
