import { testPart } from './test-part.js';

/**
 * How many random cases a property is checked with. `npm test` checks the first third of them; all of them run
 * in CI once more (on Node 24, or on PostgreSQL), and where a file runs by itself.
 */
export function draws(all: number): number {
  return testPart === 'quick' ? Math.ceil(all / 3) : all;
}
