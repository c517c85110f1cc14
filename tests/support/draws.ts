import { testPart } from './test-part.js';

/** A mutant of `npm run mutate` meets few cases: there are thousands of mutants. */
const divisor = process.env['SVC_TEST_MUTANTS'] ? 60 : testPart === 'quick' ? 3 : 1;

/**
 * The number of random cases that check a property. `npm test` runs the first third of them. All of them run
 * in CI once more (on Node 24, or on PostgreSQL), and if a file runs by itself.
 */
export function draws(all: number): number {
  return Math.ceil(all / divisor);
}
