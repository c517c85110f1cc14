/**
 * Sums of doubles, in a form that does not depend on the order in which a database adds them
 * (docs/spec/content-tools.md#numbers-and-views): 12 digits, counted from the first digit of the sum or of
 * its greatest value. SQLite rounds by these functions, PostgreSQL by the same rule in SQL.
 */

/** What is known of values that were added up. */
export interface Summed {
  readonly sum: number;
  /** The greatest magnitude of a value; 0 if there are none. */
  readonly greatest: number;
  readonly count: number;
  /** All values are whole numbers. */
  readonly isWhole: boolean;
}

/** A sum or its partial sums could be beyond all doubles: then there is no result. */
export const tooLarge = 1e308;
/** Below it, results are 0. */
export const tooSmall = 1e-290;
const digits = 12;

/** Null where it would be too large. */
export function roundedSum({ sum, greatest, count, isWhole }: Summed): number | null {
  if (count === 0) return 0;
  if (greatest >= tooLarge / count) return null;
  if (isWhole && Math.abs(sum) <= Number.MAX_SAFE_INTEGER) return sum;
  return rounded(sum, Math.max(Math.abs(sum), greatest));
}

/** Null where it would be too large, and without values. */
export function roundedMean({ sum, greatest, count }: Summed): number | null {
  if (count === 0 || greatest >= tooLarge / count) return null;
  return rounded(sum / count, Math.max(Math.abs(sum), greatest) / count);
}

/** Rounds to 12 digits, counted from the first one of `magnitude`, which is not smaller than the value. */
function rounded(value: number, magnitude: number): number {
  if (value === 0 || magnitude < tooSmall) return 0;
  const kept = digits + exponentOf(value) - exponentOf(magnitude);
  if (kept >= 1) return roundedDecimal(value, Math.min(kept, digits));
  const last = 10 ** (exponentOf(magnitude) - digits + 1);
  return Math.abs(value) * 2 >= last ? Math.sign(value) * last : 0;
}

/**
 * Rounds the decimal that a double is written as, halves away from zero. `toPrecision` rounds the exact value
 * of the double, which may be below a half that is written as one.
 */
function roundedDecimal(value: number, kept: number): number {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  const written = mantissa.replace('.', '');
  if (written.length <= kept) return value;
  const isUp = Number(written[kept]) >= 5;
  const head = BigInt(written.slice(0, kept)) + (isUp ? 1n : 0n);
  return Math.sign(value) * Number(`${head}e${Number(exponent) - kept + 1}`);
}

/** Of the first digit: 0 for 1 to 9.99. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}
